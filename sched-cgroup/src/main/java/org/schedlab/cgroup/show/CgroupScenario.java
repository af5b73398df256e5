package org.schedlab.cgroup.show;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.schedlab.cgroup.Cgroup;
import org.schedlab.cgroup.CgroupVersion;
import org.schedlab.cgroup.ControlFile;
import org.schedlab.cgroup.GroupSettings;
import org.schedlab.cgroup.SettingsTree;
import org.schedlab.cgroup.SettingsTreeBuilder;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.input.Printable;

/**
 * Writes a scenario in YAML from a tree: its groups with all settings that differ from those of a new group, and a busy task in each group that
 * has tasks or no groups below it, to be replaced by what is of interest. Stateless.
 */
public final class CgroupScenario {

    private static final int NAME_CHARS = 40;

    private CgroupScenario() {}

    /**
     * The scenario.
     *
     * @param source what the tree was read from
     * @param topology the machine as a scenario names it, or null for one package with as many CPUs as the cpusets name, at least 4
     */
    public static String of(String source, SettingsTree tree, @Nullable String topology) {
        StringBuilder out = new StringBuilder();
        out.append("# Groups and settings as in ").append(Printable.escaped(source));
        out.append("; the tasks stand for those of the groups and are to be replaced.\n");
        if (topology == null) {
            out.append("# The tree does not tell the machine: enough CPUs for its cpusets; --topology names yours.\n");
        }
        out.append("topology: ")
                .append(quoted(topology == null ? "1s " + cpus(tree) + "c" : topology))
                .append('\n');
        out.append("duration: 1s\n");
        out.append("cgroups:\n");
        for (Cgroup group : tree.groups()) {
            if (!isRoot(group)) {
                out.append("  ").append(quoted(group.path())).append(": {");
                out.append(settings(tree.version(), group.settings())).append("}\n");
            }
        }
        out.append("tasks:\n");
        Set<String> names = new TreeSet<>();
        for (Cgroup group : tree.groups()) {
            boolean leaf = tree.children(group.path()).isEmpty();
            boolean busy = group.tasks() == Cgroup.UNKNOWN ? leaf : group.tasks() > 0;
            if (busy && (!isRoot(group) || tree.groups().size() == 1)) {
                out.append("  ").append(quoted(unique(group.name(), names)));
                out.append(": { cgroup: ").append(quoted(group.path())).append(", run: 100000 }\n");
            }
        }
        if (names.isEmpty()) {
            out.append("  hog: { run: 100000 }\n");
        }
        return out.toString();
    }

    private static boolean isRoot(Cgroup group) {
        return group.path().equals(SettingsTreeBuilder.ROOT);
    }

    private static String settings(CgroupVersion version, GroupSettings settings) {
        StringBuilder out = new StringBuilder();
        for (ControlFile file : ControlFile.values()) {
            boolean same = settings.read(file).equals(GroupSettings.DEFAULT.read(file));
            boolean weightOfIdle =
                    settings.cpu().idle() && (file == ControlFile.CPU_WEIGHT || file == ControlFile.CPU_SHARES);
            if (file.in(version) && file != ControlFile.CPU_WEIGHT_NICE && !same && !weightOfIdle) {
                out.append(out.isEmpty() ? " " : ", ").append(file.fileName()).append(": ");
                out.append(quoted(settings.read(file)));
            }
        }
        return out.isEmpty() ? "" : out.append(' ').toString();
    }

    private static int cpus(SettingsTree tree) {
        int cpus = 4;
        for (Cgroup group : tree.groups()) {
            CpuMask mask = group.settings().cpuset().cpus();
            cpus = mask == null ? cpus : Math.max(cpus, mask.capacity());
        }
        return cpus;
    }

    private static String unique(String group, Set<String> names) {
        String base = group.equals("/") ? "root" : group;
        String name = Printable.escaped(base.length() > NAME_CHARS ? base.substring(0, NAME_CHARS) : base);
        String found = name;
        for (int i = 2; !names.add(found); i++) {
            found = String.format(Locale.ROOT, "%s-%d", name, i);
        }
        return found;
    }

    /** In double quotes, whatever it holds. */
    private static String quoted(String text) {
        return "\"" + Printable.escaped(text).replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
