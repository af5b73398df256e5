package org.schedlab.cgroup.show;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.schedlab.cgroup.Cgroup;
import org.schedlab.cgroup.ControlFile;
import org.schedlab.cgroup.CpuStat;
import org.schedlab.cgroup.SettingsTree;
import org.schedlab.cgroup.SettingsTreeBuilder;
import org.schedlab.cgroup.read.CgroupSnapshot;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A cgroup snapshot as JSON: each group with what its control files read, statistics in ns, and the files that are not understood. Stateless. */
public final class CgroupJson {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private CgroupJson() {}

    /** The text, with a line break at its end. */
    public static String of(CgroupSnapshot snapshot) {
        ObjectNode root = JSON.createObjectNode();
        root.put("schema_version", 1);
        root.put("source", snapshot.name());
        ArrayNode trees = root.putArray("hierarchies");
        for (SettingsTree tree : snapshot.trees()) {
            ObjectNode hierarchy = trees.addObject();
            hierarchy.put("version", tree.version().name().toLowerCase(Locale.ROOT));
            ArrayNode groups = hierarchy.putArray("groups");
            tree.groups().forEach(group -> group(groups.addObject(), tree, group));
        }
        ArrayNode notes = root.putArray("notes");
        snapshot.notes().forEach(notes::add);
        return JSON.writeValueAsString(root) + "\n";
    }

    private static void group(ObjectNode node, SettingsTree tree, Cgroup group) {
        node.put("path", group.path());
        if (group.tasks() != Cgroup.UNKNOWN) {
            node.put("tasks", group.tasks());
        }
        if (!group.path().equals(SettingsTreeBuilder.ROOT)) {
            ObjectNode control = node.putObject("control");
            for (ControlFile file : ControlFile.values()) {
                if (file.in(tree.version())) {
                    control.put(file.fileName(), group.settings().read(file));
                }
            }
        }
        CpuStat stat = group.stat();
        if (stat != null) {
            ObjectNode numbers = node.putObject("stat");
            put(numbers, "usage_ns", stat.usageNs());
            put(numbers, "nr_periods", stat.nrPeriods());
            put(numbers, "nr_throttled", stat.nrThrottled());
            put(numbers, "throttled_ns", stat.throttledNs());
            put(numbers, "nr_bursts", stat.nrBursts());
            put(numbers, "burst_ns", stat.burstNs());
            ObjectNode raw = node.putObject("stat_as_written");
            stat.values().forEach(raw::put);
        }
        if (!group.settings().kept().isEmpty()) {
            ObjectNode kept = node.putObject("kept");
            group.settings().kept().forEach(kept::put);
        }
    }

    private static void put(ObjectNode node, String key, @Nullable Long value) {
        if (value != null) {
            node.put(key, value);
        }
    }
}
