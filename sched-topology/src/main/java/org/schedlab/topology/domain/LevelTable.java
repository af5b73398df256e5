package org.schedlab.topology.domain;

import static org.schedlab.topology.CpuMask.NO_CPU;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.topology.TopologyLevel;

/**
 * The levels of a machine for a release, and which CPUs each gives to a CPU ({@code sched_domain_topology}). Masks within a node never
 * leave the node: kernels refuse siblings and caches across nodes. Confined to the builder.
 */
final class LevelTable {

    /**
     * A row of the table.
     *
     * @param flags the descriptive flags
     * @param groups what the level groups by; nodes for a NUMA level
     * @param numa whether the level spans nodes by distance
     */
    record Row(SchedDomain.Level level, int flags, TopologyLevel groups, boolean numa) {}

    private final Topology topology;
    private final List<Row> rows = new ArrayList<>();
    /** For each row the CPUs by node; empty for rows that are not NUMA levels. */
    private final List<CpuMask[]> nodeMasks = new ArrayList<>();

    LevelTable(Topology topology, DomainRules rules) {
        this.topology = topology;
        if (!rules.smtLevelOnlyWithSmt() || hasSeveralThreads(topology)) {
            add("SMT", DomainFlags.SHARE_CPUCAPACITY | DomainFlags.SHARE_LLC, TopologyLevel.CORE);
        }
        if (rules.clusterLevel()) {
            int cluster = rules.clusterFlag() ? DomainFlags.CLUSTER : 0;
            add("CLS", cluster | DomainFlags.SHARE_LLC, TopologyLevel.CLUSTER);
        }
        add("MC", DomainFlags.SHARE_LLC, TopologyLevel.LLC);
        add(rules.packageName(), 0, TopologyLevel.NODE);
        if (rules.nodeLevel()) {
            add("NODE", 0, TopologyLevel.NODE);
        }
        int numa = DomainFlags.NUMA | (rules.overlapFlag() ? DomainFlags.OVERLAP : 0);
        for (int distance : remoteDistances(rules)) {
            nodeMasks.add(nodesWithin(distance));
            rows.add(new Row(new SchedDomain.Level("NUMA", rows.size(), distance), numa, TopologyLevel.NODE, true));
        }
    }

    private void add(String name, int flags, TopologyLevel groups) {
        nodeMasks.add(new CpuMask[0]);
        rows.add(new Row(new SchedDomain.Level(name, rows.size(), 0), flags, groups, false));
    }

    private static boolean hasSeveralThreads(Topology topology) {
        boolean[] seen = new boolean[topology.groupCount(TopologyLevel.CORE)];
        for (int cpu = 0; cpu < topology.cpuCapacity(); cpu++) {
            int core = topology.coreOf(cpu);
            if (core != Topology.NO_GROUP) {
                if (seen[core]) {
                    return true;
                }
                seen[core] = true;
            }
        }
        return false;
    }

    private Set<Integer> remoteDistances(DomainRules rules) {
        Set<Integer> distances = new TreeSet<>();
        int nodes = topology.nodeCount();
        for (int a = 0; a < nodes; a++) {
            for (int b = 0; b < nodes; b++) {
                boolean counts = !rules.onlyNodesWithCpus()
                        || (!topology.nodeCpus(a).isEmpty()
                                && !topology.nodeCpus(b).isEmpty());
                if (a != b && counts) {
                    distances.add(topology.distance(a, b));
                }
            }
        }
        return distances;
    }

    private CpuMask[] nodesWithin(int distance) {
        int nodes = topology.nodeCount();
        CpuMask[] masks = new CpuMask[nodes];
        for (int a = 0; a < nodes; a++) {
            masks[a] = new CpuMask(topology.nodeCpus(a));
            for (int b = 0; b < nodes; b++) {
                if (topology.distance(a, b) <= distance) {
                    masks[a].or(topology.nodeCpus(b));
                }
            }
        }
        return masks;
    }

    int size() {
        return rows.size();
    }

    Row row(int level) {
        return rows.get(level);
    }

    /** Puts the CPUs that a level gives to a CPU into {@code into}. */
    void cpus(int level, int cpu, CpuMask into) {
        Row row = rows.get(level);
        int node = topology.nodeOf(cpu);
        if (row.numa()) {
            into.copyFrom(nodeMasks.get(level)[node]);
            return;
        }
        into.copyFrom(topology.groupCpus(row.groups(), topology.groupOf(row.groups(), cpu)));
        into.and(topology.nodeCpus(node));
    }

    /**
     * The lowest level at which every CPU of the map sees the largest capacity of the map, or the number of levels when all capacities are
     * equal ({@code asym_cpu_capacity_level}, 4.17 to 5.13).
     */
    int asymmetricLevel(CpuMask cpuMap) {
        int max = 0;
        int min = Integer.MAX_VALUE;
        for (int cpu = cpuMap.next(0); cpu != NO_CPU; cpu = cpuMap.next(cpu + 1)) {
            max = Math.max(max, topology.capacityOrig(cpu));
            min = Math.min(min, topology.capacityOrig(cpu));
        }
        if (min == max) {
            return size();
        }
        int lowest = 0;
        CpuMask mask = new CpuMask(cpuMap);
        for (int cpu = cpuMap.next(0); cpu != NO_CPU; cpu = cpuMap.next(cpu + 1)) {
            for (int level = lowest; level < size(); level++) {
                cpus(level, cpu, mask);
                mask.and(cpuMap);
                if (!seesCapacity(mask, max)) {
                    lowest = Math.min(level + 1, size() - 1);
                } else {
                    break;
                }
            }
        }
        return lowest;
    }

    private boolean seesCapacity(CpuMask mask, int capacity) {
        for (int cpu = mask.next(0); cpu != NO_CPU; cpu = mask.next(cpu + 1)) {
            if (topology.capacityOrig(cpu) == capacity) {
                return true;
            }
        }
        return false;
    }
}
