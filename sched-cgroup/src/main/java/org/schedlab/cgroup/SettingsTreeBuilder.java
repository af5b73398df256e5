package org.schedlab.cgroup;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.input.Nearest;

/**
 * A cgroup file system without tasks: groups are made, written and removed as in the kernel, which refuses what it must. The root is called
 * {@code /}, a group {@code /a/b}. A write costs O(log groups), of bandwidth in version 1 also O(groups below). One thread.
 */
public final class SettingsTreeBuilder {

    /** The root group. */
    public static final String ROOT = "/";

    private static final int MAX_GROUPS = 200_000;
    private static final int MAX_PATH_CHARS = 4096;

    private @Nullable CgroupVersion version;
    private @Nullable CpuMask possible;
    private ReleaseFiles files = ReleaseFiles.ALL;
    private final SortedMap<String, GroupSettings> groups = new TreeMap<>();

    public SettingsTreeBuilder(CgroupVersion version) {
        this();
        this.version = version;
    }

    /** Of the version that the first file shows which only one has; until then of version 2. */
    public SettingsTreeBuilder() {
        groups.put(ROOT, GroupSettings.DEFAULT);
    }

    /** Refuses cpusets that name CPUs which the machine does not have. */
    public void limitCpus(CpuMask machine) {
        possible = new CpuMask(machine);
    }

    /** Refuses files that a release does not have. */
    void limitFiles(ReleaseFiles release) {
        files = release;
    }

    /** Goes on from a tree. */
    public SettingsTreeBuilder(SettingsTree tree) {
        this(tree.version());
        tree.groups().forEach(group -> groups.put(group.path(), group.settings()));
    }

    public CgroupVersion version() {
        return version == null ? CgroupVersion.V2 : version;
    }

    /** Whether there is a group of this path. */
    public boolean has(String path) {
        return groups.containsKey(path);
    }

    /** The settings of a group. */
    public GroupSettings settings(String path) {
        GroupSettings settings = groups.get(path);
        if (settings == null) {
            String nearest = Nearest.of(path, groups.keySet());
            throw new WriteRefusedException(
                    "group (" + path + ")",
                    Errno.ENOENT,
                    "there is no such group",
                    nearest == null || nearest.equals(ROOT) ? null : "you meant " + nearest + ".");
        }
        return settings;
    }

    /**
     * Brings a path to its form: {@code a/b/} becomes {@code /a/b}, empty the root.
     *
     * @throws IllegalArgumentException when it climbs or is too long
     */
    public static String path(String written) {
        StringBuilder path = new StringBuilder();
        for (String part : written.split("/", -1)) {
            if (part.equals("..") || part.equals(".")) {
                throw new IllegalArgumentException("path (" + written + ") has a dot part");
            }
            if (!part.isEmpty()) {
                path.append('/').append(part);
            }
        }
        if (path.length() > MAX_PATH_CHARS) {
            throw new IllegalArgumentException("a path has more than " + MAX_PATH_CHARS + " characters");
        }
        return path.isEmpty() ? ROOT : path.toString();
    }

    /** The group above, or null above the root. */
    public static @Nullable String parent(String path) {
        if (path.equals(ROOT)) {
            return null;
        }
        int slash = path.lastIndexOf('/');
        return slash == 0 ? ROOT : path.substring(0, slash);
    }

    /** Makes a group below one that exists (mkdir). */
    public void create(String path) {
        String parent = parent(path);
        if (has(path)) {
            throw new WriteRefusedException("group (" + path + ")", Errno.EEXIST, "it exists already", null);
        }
        if (parent != null) {
            settings(parent);
        }
        if (groups.size() >= MAX_GROUPS) {
            throw new IllegalArgumentException("there are more than " + MAX_GROUPS + " groups");
        }
        groups.put(path, GroupSettings.DEFAULT);
    }

    /** Makes a group with those above it that are missing (mkdir -p). */
    public void createAll(String path) {
        String parent = parent(path);
        if (!has(path)) {
            if (parent != null) {
                createAll(parent);
            }
            create(path);
        }
    }

    /** Removes a group without children (rmdir). */
    public void remove(String path) {
        settings(path);
        if (path.equals(ROOT) || !below(path).isEmpty()) {
            throw new WriteRefusedException("group (" + path + ")", Errno.EBUSY, "it has groups below it", null);
        }
        groups.remove(path);
    }

    /** Writes a file that is understood; a file that is not is refused. */
    public void write(String path, String file, String text) {
        GroupSettings before = settings(path);
        ControlFile known = ControlFile.of(file);
        if (version == null && known != null && known.only() != null) {
            version = known.only();
        }
        if (known == null || !known.in(version())) {
            String why = known == null ? "there is no such file" : "the file belongs to the other cgroup version";
            throw new WriteRefusedException(
                    "file (" + file + ")", Errno.ENOENT, why, Nearest.maybe(file, ControlFile.names(version())));
        }
        files.check(known, text);
        if (path.equals(ROOT)) {
            throw refusedOnRoot(known, text);
        }
        GroupSettings after = before.write(known, text);
        checkCpus(known, text, after.cpuset().cpus());
        groups.put(path, after);
        try {
            if (version() == CgroupVersion.V1 && known.setsBandwidth()) {
                checkRatios(ControlText.what(known, text), path);
            }
        } catch (WriteRefusedException e) {
            groups.put(path, before);
            throw e;
        }
    }

    private void checkCpus(ControlFile file, String text, @Nullable CpuMask cpus) {
        if (file != ControlFile.CPUSET_CPUS || cpus == null || possible == null) {
            return;
        }
        for (int cpu = cpus.first(); cpu != CpuMask.NO_CPU; cpu = cpus.next(cpu + 1)) {
            if (!possible.contains(cpu)) {
                throw new WriteRefusedException(
                        ControlText.what(file, text),
                        Errno.EINVAL,
                        "the machine has no cpu " + cpu,
                        "its cpus are " + possible + ".");
            }
        }
    }

    private WriteRefusedException refusedOnRoot(ControlFile file, String text) {
        String what = ControlText.what(file, text);
        if (version() == CgroupVersion.V2) {
            return new WriteRefusedException(what, Errno.ENOENT, "the root group has no such file", null);
        }
        boolean cpuset = file == ControlFile.CPUSET_CPUS;
        return new WriteRefusedException(
                what, cpuset ? Errno.EACCES : Errno.EINVAL, "the root group cannot be changed", null);
    }

    /** Keeps a file that is not understood. */
    public void keep(String path, String file, String text) {
        groups.put(path, settings(path).keep(file, text));
    }

    private SortedMap<String, GroupSettings> below(String path) {
        // '0' follows '/' in the order of characters.
        return path.equals(ROOT) ? groups.tailMap("/\0") : groups.subMap(path + "/", path + "0");
    }

    /** Version 1: no group may ask for a larger part of a CPU than the nearest limited group above it (tg_cfs_schedulable_down). */
    private void checkRatios(String what, String path) {
        checkRatio(what, path);
        for (String child : below(path).keySet()) {
            checkRatio(what, child);
        }
    }

    private void checkRatio(String what, String path) {
        CpuControl own = settings(path).cpu();
        for (String above = parent(path); own.limited() && above != null; above = parent(above)) {
            CpuControl limit = settings(above).cpu();
            if (limit.limited()) {
                if (own.ratio() > limit.ratio()) {
                    throw new WriteRefusedException(
                            what,
                            Errno.EINVAL,
                            "group " + path + " would ask for more (" + share(own) + ") than " + above + " above it ("
                                    + share(limit) + ")",
                            "the parent's quota must be raised first.");
                }
                return;
            }
        }
    }

    private static String share(CpuControl cpu) {
        return cpu.quotaNs() / 1_000 + " of " + cpu.periodNs() / 1_000 + " us";
    }

    /** The tree as it is now, without statistics. */
    public SettingsTree build() {
        List<Cgroup> built = new ArrayList<>();
        for (Map.Entry<String, GroupSettings> group : groups.entrySet()) {
            built.add(new Cgroup(group.getKey(), group.getValue(), null, Cgroup.UNKNOWN));
        }
        return new SettingsTree(version(), built);
    }
}
