package org.schedlab.topology.show;

import static org.schedlab.topology.CpuMask.NO_CPU;

import java.util.Set;
import java.util.TreeSet;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.topology.TopologyLevel;

/**
 * A machine as an indented tree for people: nodes, packages, last level caches, then a line for each core with its threads, capacities where
 * they differ, and marks for offline and disallowed CPUs. Groups that do not nest are cut at the outer one, as the scheduler sees them.
 */
public final class TreeText {

    private TreeText() {}

    /** The tree, with a line of counts first and distances last when there are several nodes. */
    public static String of(Topology machine) {
        StringBuilder text = new StringBuilder().append(machine).append('\n');
        for (int node = 0; node < machine.nodeCount(); node++) {
            CpuMask cpus = machine.nodeCpus(node);
            text.append("node ").append(machine.nodeOsId(node));
            text.append(cpus.isEmpty() ? "  (no CPUs)" : "  cpus " + cpus).append('\n');
            packages(machine, cpus, text);
        }
        sets(machine, text);
        distances(machine, text);
        return text.toString();
    }

    private static void packages(Topology machine, CpuMask within, StringBuilder text) {
        for (int group : groups(machine, TopologyLevel.PACKAGE, within)) {
            CpuMask cpus = part(machine, TopologyLevel.PACKAGE, group, within);
            int osId = machine.packageOsId(cpus.first());
            text.append("  package ")
                    .append(osId >= 0 ? osId : group)
                    .append("  cpus ")
                    .append(cpus)
                    .append('\n');
            for (int llc : groups(machine, TopologyLevel.LLC, cpus)) {
                CpuMask sharing = part(machine, TopologyLevel.LLC, llc, cpus);
                int level = machine.llcLevel(sharing.first());
                text.append("    llc ").append(llc).append(level == 0 ? " (no cache known)" : " (L" + level + ")");
                text.append("  cpus ").append(sharing).append('\n');
                cores(machine, sharing, text);
            }
        }
    }

    private static void cores(Topology machine, CpuMask within, StringBuilder text) {
        for (int core : groups(machine, TopologyLevel.CORE, within)) {
            CpuMask threads = part(machine, TopologyLevel.CORE, core, within);
            text.append("      core ").append(core).append("  cpus ").append(threads);
            int capacity = machine.capacityOrig(threads.first());
            if (capacity != 1024) {
                text.append("  capacity ").append(capacity);
            }
            if (!threads.isSubsetOf(machine.allowed())) {
                text.append("  (not allowed)");
            }
            text.append('\n');
        }
    }

    private static Set<Integer> groups(Topology machine, TopologyLevel level, CpuMask within) {
        Set<Integer> groups = new TreeSet<>();
        for (int cpu = within.next(0); cpu != NO_CPU; cpu = within.next(cpu + 1)) {
            groups.add(machine.groupOf(level, cpu));
        }
        return groups;
    }

    private static CpuMask part(Topology machine, TopologyLevel level, int group, CpuMask within) {
        CpuMask part = new CpuMask(within);
        part.and(machine.groupCpus(level, group));
        return part;
    }

    private static void sets(Topology machine, StringBuilder text) {
        CpuMask offline = new CpuMask(machine.possible());
        offline.andNot(machine.online());
        if (!offline.isEmpty()) {
            text.append("offline cpus ").append(offline).append('\n');
        }
        if (!machine.allowed().equals(machine.online())) {
            text.append("allowed cpus ").append(machine.allowed()).append('\n');
        }
    }

    private static void distances(Topology machine, StringBuilder text) {
        int nodes = machine.nodeCount();
        if (nodes < 2) {
            return;
        }
        text.append("distances\n");
        for (int a = 0; a < nodes; a++) {
            text.append("  node ").append(machine.nodeOsId(a)).append(':');
            for (int b = 0; b < nodes; b++) {
                text.append(' ').append(machine.distance(a, b));
            }
            text.append('\n');
        }
    }
}
