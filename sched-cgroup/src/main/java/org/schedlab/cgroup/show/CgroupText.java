package org.schedlab.cgroup.show;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.schedlab.arith.Weights;
import org.schedlab.cgroup.Cgroup;
import org.schedlab.cgroup.CgroupVersion;
import org.schedlab.cgroup.CpuControl;
import org.schedlab.cgroup.CpuStat;
import org.schedlab.cgroup.CpusetControl;
import org.schedlab.cgroup.Partition;
import org.schedlab.cgroup.SettingsTree;
import org.schedlab.cgroup.read.CgroupSnapshot;
import org.schedlab.topology.input.Printable;

/** A cgroup tree as indented text: a line of settings for each group, one of what the kernel counted, one of other files. Stateless. */
public final class CgroupText {

    private static final double NS_PER_MS = 1e6;
    private static final long US = 1_000;
    private static final int SHOWN_CHARS = 40;

    private CgroupText() {}

    /** All hierarchies of a snapshot, then its notes. */
    public static String of(CgroupSnapshot snapshot) {
        StringBuilder out = new StringBuilder();
        for (SettingsTree tree : snapshot.trees()) {
            int groups = tree.groups().size() - 1;
            out.append("cgroup ")
                    .append(tree.version().name().toLowerCase(Locale.ROOT))
                    .append(", ");
            out.append(groups)
                    .append(groups == 1 ? " group below the root" : " groups below the root")
                    .append('\n');
            group(out, tree, tree.root(), 0);
        }
        snapshot.notes()
                .forEach(note ->
                        out.append("note: ").append(Printable.escaped(note)).append('\n'));
        return out.toString();
    }

    private static void group(StringBuilder out, SettingsTree tree, Cgroup group, int depth) {
        String indent = "  ".repeat(depth);
        out.append(indent).append(Printable.escaped(group.name()));
        String settings = depth == 0 ? "" : settings(tree.version(), group);
        out.append(settings.isEmpty() ? "" : "  ").append(settings);
        if (group.tasks() != Cgroup.UNKNOWN) {
            out.append("  ").append(group.tasks()).append(group.tasks() == 1 ? " task" : " tasks");
        }
        out.append('\n');
        CpuStat stat = group.stat();
        if (stat != null) {
            out.append(indent).append("    ").append(stat(stat)).append('\n');
        }
        if (!group.settings().kept().isEmpty()) {
            out.append(indent)
                    .append("    also ")
                    .append(kept(group.settings().kept()))
                    .append('\n');
        }
        tree.children(group.path()).forEach(child -> group(out, tree, child, depth + 1));
    }

    private static String settings(CgroupVersion version, Cgroup group) {
        CpuControl cpu = group.settings().cpu();
        List<String> words = new ArrayList<>();
        if (cpu.idle()) {
            words.add("idle");
        } else if (version == CgroupVersion.V1) {
            words.add("shares " + Weights.scaleLoadDown(cpu.shares()));
        } else {
            words.add("weight " + cpu.weight());
        }
        if (cpu.limited()) {
            words.add(String.format(
                    Locale.ROOT,
                    "quota %d of %d us (%.3f CPU)",
                    cpu.quotaNs() / US,
                    cpu.periodNs() / US,
                    (double) cpu.quotaNs() / cpu.periodNs()));
        }
        if (cpu.burstNs() > 0) {
            words.add("burst " + cpu.burstNs() / US + " us");
        }
        CpusetControl cpuset = group.settings().cpuset();
        if (cpuset.cpus() != null) {
            words.add("cpus " + cpuset.cpus());
        }
        if (cpuset.partition() != Partition.MEMBER) {
            words.add("partition " + cpuset.partition().word());
        }
        return String.join("  ", words);
    }

    private static String stat(CpuStat stat) {
        List<String> words = new ArrayList<>();
        add(words, "used %s", milliseconds(stat.usageNs()));
        Long periods = stat.nrPeriods();
        add(words, "%s periods", periods);
        Long throttled = stat.nrThrottled();
        if (throttled != null && periods != null && periods > 0) {
            words.add(String.format(Locale.ROOT, "%d throttled (%.1f %%)", throttled, 100.0 * throttled / periods));
        } else {
            add(words, "%s throttled", throttled);
        }
        add(words, "for %s", milliseconds(stat.throttledNs()));
        add(words, "%s bursts", stat.nrBursts());
        add(words, "of %s", milliseconds(stat.burstNs()));
        return words.isEmpty() ? "no statistics that are understood" : String.join("  ", words);
    }

    private static void add(List<String> words, String form, @Nullable Object value) {
        if (value != null) {
            words.add(String.format(Locale.ROOT, form, value));
        }
    }

    private static @Nullable String milliseconds(@Nullable Long ns) {
        return ns == null ? null : String.format(Locale.ROOT, "%.3f ms", ns / NS_PER_MS);
    }

    /** Files of one short line with their value, others by name. */
    private static String kept(Map<String, String> files) {
        List<String> words = new ArrayList<>();
        files.forEach((file, text) -> {
            boolean shown = !text.isEmpty() && text.length() <= SHOWN_CHARS && text.indexOf('\n') < 0;
            words.add(Printable.escaped(shown ? file + "=" + text : file));
        });
        return String.join(", ", words);
    }
}
