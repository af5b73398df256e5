package org.schedlab.topology.show;

import static org.schedlab.topology.CpuMask.NO_CPU;

import java.util.ArrayList;
import java.util.List;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.topology.TopologyLevel;

/**
 * How two machines differ for the scheduler: sets of CPUs, groups of each level, capacities, nodes and distances. A line for each
 * difference, {@code - a} then {@code + b}; empty when there is none.
 */
public final class TopologyDiff {

    private TopologyDiff() {}

    /** The differences, in a fixed order. */
    public static List<String> lines(Topology a, Topology b) {
        List<String> lines = new ArrayList<>();
        add(lines, "online cpus", a.online().toString(), b.online().toString());
        add(lines, "possible cpus", a.possible().toString(), b.possible().toString());
        add(lines, "allowed cpus", a.allowed().toString(), b.allowed().toString());
        for (TopologyLevel level : TopologyLevel.values()) {
            add(lines, level.plural(), Integer.toString(a.occupied(level)), Integer.toString(b.occupied(level)));
            groups(lines, level, a, b);
        }
        CpuMask both = common(a, b);
        for (int cpu = both.next(0); cpu != NO_CPU; cpu = both.next(cpu + 1)) {
            add(
                    lines,
                    "capacity of cpu " + cpu,
                    Integer.toString(a.capacityOrig(cpu)),
                    Integer.toString(b.capacityOrig(cpu)));
            add(
                    lines,
                    "last cache level of cpu " + cpu,
                    Integer.toString(a.llcLevel(cpu)),
                    Integer.toString(b.llcLevel(cpu)));
        }
        add(lines, "node numbers", nodes(a), nodes(b));
        if (nodes(a).equals(nodes(b))) {
            for (int node = 0; node < a.nodeCount(); node++) {
                add(lines, "distances of node " + a.nodeOsId(node), row(a, node), row(b, node));
            }
        }
        return lines;
    }

    private static CpuMask common(Topology a, Topology b) {
        CpuMask common = new CpuMask(Math.max(a.cpuCapacity(), b.cpuCapacity()));
        for (int cpu = a.online().next(0); cpu != NO_CPU; cpu = a.online().next(cpu + 1)) {
            if (b.online().contains(cpu)) {
                common.set(cpu);
            }
        }
        return common;
    }

    private static void groups(List<String> lines, TopologyLevel level, Topology a, Topology b) {
        CpuMask both = common(a, b);
        String last = "";
        for (int cpu = both.next(0); cpu != NO_CPU; cpu = both.next(cpu + 1)) {
            String left = a.groupCpus(level, a.groupOf(level, cpu)).toString();
            String right = b.groupCpus(level, b.groupOf(level, cpu)).toString();
            String pair = left + "|" + right;
            if (!left.equals(right) && !pair.equals(last)) {
                add(lines, level.word() + " of cpu " + cpu, left, right);
            }
            last = pair;
        }
    }

    private static String nodes(Topology machine) {
        StringBuilder text = new StringBuilder();
        for (int node = 0; node < machine.nodeCount(); node++) {
            text.append(node == 0 ? "" : " ").append(machine.nodeOsId(node));
        }
        return text.toString();
    }

    private static String row(Topology machine, int from) {
        StringBuilder text = new StringBuilder();
        for (int to = 0; to < machine.nodeCount(); to++) {
            text.append(to == 0 ? "" : " ").append(machine.distance(from, to));
        }
        return text.toString();
    }

    private static void add(List<String> lines, String what, String left, String right) {
        if (!left.equals(right)) {
            lines.add(what + ": - " + left + " + " + right);
        }
    }
}
