package org.schedlab.cgroup;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The groups of one hierarchy with their settings. Immutable; the root is always there. */
public final class SettingsTree {

    private final CgroupVersion version;
    private final SortedMap<String, Cgroup> groups = new TreeMap<>();
    private final SortedMap<String, List<Cgroup>> children = new TreeMap<>();

    /**
     * @param groups each with the group above it, in any order; the root may be left out
     */
    public SettingsTree(CgroupVersion version, Collection<Cgroup> groups) {
        this.version = version;
        this.groups.put(
                SettingsTreeBuilder.ROOT,
                new Cgroup(SettingsTreeBuilder.ROOT, GroupSettings.DEFAULT, null, Cgroup.UNKNOWN));
        groups.forEach(group -> this.groups.put(group.path(), group));
        for (Cgroup group : this.groups.values()) {
            String parent = SettingsTreeBuilder.parent(group.path());
            if (parent != null) {
                if (!this.groups.containsKey(parent)) {
                    throw new IllegalArgumentException("group (" + group.path() + ") has no parent");
                }
                children.computeIfAbsent(parent, p -> new ArrayList<>()).add(group);
            }
        }
    }

    public CgroupVersion version() {
        return version;
    }

    /** All groups, parents before children. */
    public Collection<Cgroup> groups() {
        return Collections.unmodifiableCollection(groups.values());
    }

    /** The root. */
    public Cgroup root() {
        Cgroup root = groups.get(SettingsTreeBuilder.ROOT);
        if (root == null) {
            throw new IllegalStateException("the root is missing");
        }
        return root;
    }

    /** A group, or null. */
    public @Nullable Cgroup group(String path) {
        return groups.get(path);
    }

    /** The groups directly below one, by name. */
    public List<Cgroup> children(String path) {
        return Collections.unmodifiableList(children.getOrDefault(path, List.of()));
    }
}
