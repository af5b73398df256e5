package org.schedlab.topology;

import static org.schedlab.topology.CpuMask.NO_CPU;

import java.util.Arrays;
import org.apache.commons.lang3.Validate;

/**
 * An immutable machine: which CPUs exist, are online and may be used, and which of them share a core, cluster, last level cache, die,
 * package or memory node; their capacities and the distances between nodes. What the kernel's {@code cpu_topology}, cacheinfo and NUMA
 * tables say.
 *
 * <p>CPU numbers are the kernel's and may have gaps: size arrays by {@link #cpuCapacity()} and walk {@link #online()}. Groups have dense
 * numbers, counted from 0 in the order of their lowest CPU; nodes are counted in the order of the kernel's node numbers
 * ({@link #nodeOsId(int)}) and include nodes without CPUs. A CPU whose place the source does not tell (as a rule an offline one) has
 * {@link #NO_GROUP} everywhere and belongs to no mask.
 *
 * <p>Masks of groups hold the <em>online</em> CPUs of the group, as the kernel's sibling masks do. Every mask handed out is shared: callers
 * must not modify it, and copy it when they want to. All reads are array loads and allocate nothing. Safe to share between threads.
 */
public final class Topology {

    /** The group number of a CPU whose place is not known. */
    public static final int NO_GROUP = -1;

    /** Distance of a node to itself (ACPI). */
    public static final int LOCAL_DISTANCE = 10;

    /** Distance between two nodes where the source tells none (the kernel's {@code REMOTE_DISTANCE}). */
    public static final int REMOTE_DISTANCE = 20;

    private final int cpuCapacity;
    private final CpuMask possible;
    private final CpuMask online;
    private final CpuMask allowed;
    private final int[][] groups;
    private final CpuMask[][] masks;
    private final CpuMask noCpus;
    private final int[] capacityOrig;
    private final int[] llcLevel;
    private final int[] packageOsId;
    private final int[] coreOsId;
    private final int[] nodeOsId;
    private final int[][] distance;
    private final boolean smtActive;

    Topology(TopologyBuilder b) {
        cpuCapacity = b.cpuCapacity();
        possible = new CpuMask(b.possibleCpus());
        online = new CpuMask(b.onlineCpus());
        allowed = new CpuMask(b.allowedCpus());
        groups = b.groups();
        capacityOrig = b.capacities();
        llcLevel = b.llcLevels();
        packageOsId = b.packageOsIds();
        coreOsId = b.coreOsIds();
        nodeOsId = b.nodeOsIds();
        distance = b.distances();
        noCpus = new CpuMask(cpuCapacity);
        masks = masks(groups, online, nodeOsId.length);
        smtActive = anyWithTwo(masks[TopologyLevel.CORE.index()]);
    }

    private Topology(Topology from, CpuMask online) {
        cpuCapacity = from.cpuCapacity;
        possible = from.possible;
        allowed = from.allowed;
        groups = from.groups;
        capacityOrig = from.capacityOrig;
        llcLevel = from.llcLevel;
        packageOsId = from.packageOsId;
        coreOsId = from.coreOsId;
        nodeOsId = from.nodeOsId;
        distance = from.distance;
        noCpus = from.noCpus;
        this.online = new CpuMask(online);
        masks = masks(groups, this.online, nodeOsId.length);
        smtActive = anyWithTwo(masks[TopologyLevel.CORE.index()]);
    }

    /**
     * Starts a machine of any shape.
     *
     * @param cpuCapacity one past the highest CPU number
     */
    public static TopologyBuilder builder(int cpuCapacity) {
        return new TopologyBuilder(cpuCapacity);
    }

    /** A regular machine from a description such as {@code 2s 10c 2t}; see {@link RegularShape}. */
    public static Topology regular(String shape) {
        return RegularShape.parse(shape).topology();
    }

    private static CpuMask[][] masks(int[][] groups, CpuMask online, int nodes) {
        CpuMask[][] masks = new CpuMask[groups.length][];
        for (int level = 0; level < groups.length; level++) {
            int count = level == TopologyLevel.NODE.index() ? nodes : highest(groups[level]) + 1;
            masks[level] = new CpuMask[count];
            for (int group = 0; group < count; group++) {
                masks[level][group] = new CpuMask(online.capacity());
            }
            for (int cpu = online.next(0); cpu != NO_CPU; cpu = online.next(cpu + 1)) {
                if (groups[level][cpu] != NO_GROUP) {
                    masks[level][groups[level][cpu]].set(cpu);
                }
            }
        }
        return masks;
    }

    private static int highest(int[] values) {
        int max = NO_GROUP;
        for (int value : values) {
            max = Math.max(max, value);
        }
        return max;
    }

    private static boolean anyWithTwo(CpuMask[] cores) {
        for (CpuMask core : cores) {
            if (core.count() > 1) {
                return true;
            }
        }
        return false;
    }

    /**
     * The same machine with other CPUs online (hotplug); allocates.
     *
     * @throws IllegalArgumentException when a CPU is not possible or its place is not known
     */
    public Topology withOnline(CpuMask cpus) {
        Validate.isTrue(!cpus.isEmpty(), "a machine without online CPUs cannot run anything");
        for (int cpu = cpus.next(0); cpu != NO_CPU; cpu = cpus.next(cpu + 1)) {
            Validate.isTrue(possible.contains(cpu), "cpu (%d) is not possible; possible: %s", cpu, possible);
            Validate.isTrue(
                    described(cpu), "cpu (%d) cannot come online: its source does not tell its core or package", cpu);
        }
        return new Topology(this, cpus);
    }

    /** One past the highest CPU number that can exist: capacity of all masks, and the size for arrays indexed by CPU. */
    public int cpuCapacity() {
        return cpuCapacity;
    }

    /** CPUs that can ever exist. Shared, do not modify. */
    public CpuMask possible() {
        return possible;
    }

    /** CPUs that are online. Shared, do not modify. */
    public CpuMask online() {
        return online;
    }

    /** Online CPUs that the process which took the snapshot could use (cgroup, cpuset). Shared, do not modify. */
    public CpuMask allowed() {
        return allowed;
    }

    /** Whether the source tells the place of the CPU. */
    public boolean described(int cpu) {
        return groups[0][cpu] != NO_GROUP;
    }

    /** Number of the CPU's group at a level, or {@link #NO_GROUP}. */
    public int groupOf(TopologyLevel level, int cpu) {
        return groups[level.index()][cpu];
    }

    /** How many groups a level has, those without an online CPU included. */
    public int groupCount(TopologyLevel level) {
        return masks[level.index()].length;
    }

    /** Online CPUs of a group. Shared, do not modify. */
    public CpuMask groupCpus(TopologyLevel level, int group) {
        return masks[level.index()][group];
    }

    public int coreOf(int cpu) {
        return groupOf(TopologyLevel.CORE, cpu);
    }

    public int clusterOf(int cpu) {
        return groupOf(TopologyLevel.CLUSTER, cpu);
    }

    /** Group that shares the last level cache. CPUs without any known cache count as sharing within their package, as the kernel takes it. */
    public int llcOf(int cpu) {
        return groupOf(TopologyLevel.LLC, cpu);
    }

    public int dieOf(int cpu) {
        return groupOf(TopologyLevel.DIE, cpu);
    }

    public int packageOf(int cpu) {
        return groupOf(TopologyLevel.PACKAGE, cpu);
    }

    /** Dense number of the CPU's memory node. */
    public int nodeOf(int cpu) {
        return groupOf(TopologyLevel.NODE, cpu);
    }

    /** Online hardware threads of the CPU's core, itself included. Shared, do not modify. */
    public CpuMask siblings(int cpu) {
        return cpusLike(TopologyLevel.CORE, cpu);
    }

    /** Online CPUs of the CPU's cluster. Shared, do not modify. */
    public CpuMask clusterCpus(int cpu) {
        return cpusLike(TopologyLevel.CLUSTER, cpu);
    }

    /** Online CPUs that share the CPU's last level cache. Shared, do not modify. */
    public CpuMask llcCpus(int cpu) {
        return cpusLike(TopologyLevel.LLC, cpu);
    }

    /** Online CPUs of the CPU's die. Shared, do not modify. */
    public CpuMask dieCpus(int cpu) {
        return cpusLike(TopologyLevel.DIE, cpu);
    }

    /** Online CPUs of the CPU's package. Shared, do not modify. */
    public CpuMask packageCpus(int cpu) {
        return cpusLike(TopologyLevel.PACKAGE, cpu);
    }

    /** Online CPUs of a node by its dense number; empty for a node with memory only. Shared, do not modify. */
    public CpuMask nodeCpus(int node) {
        return groupCpus(TopologyLevel.NODE, node);
    }

    private CpuMask cpusLike(TopologyLevel level, int cpu) {
        int group = groups[level.index()][cpu];
        return group == NO_GROUP ? noCpus : masks[level.index()][group];
    }

    /** Capacity of the CPU on the scale where the biggest usual one is 1024; what sysfs calls {@code cpu_capacity}. */
    public int capacityOrig(int cpu) {
        return capacityOrig[cpu];
    }

    /** Level (1 to 4) of the cache that {@link #llcOf(int)} groups by, or 0 when the source tells no data or unified cache. */
    public int llcLevel(int cpu) {
        return llcLevel[cpu];
    }

    /** The number that the kernel or the machine gives to the CPU's package, or -1. */
    public int packageOsId(int cpu) {
        return packageOsId[cpu];
    }

    /** The number that the kernel or the machine gives to the CPU's core; it may repeat in other packages. -1 when unknown. */
    public int coreOsId(int cpu) {
        return coreOsId[cpu];
    }

    /** Nodes of the machine, those without CPUs included; at least 1. */
    public int nodeCount() {
        return nodeOsId.length;
    }

    /** The kernel's number of a node, which may have gaps. */
    public int nodeOsId(int node) {
        return nodeOsId[node];
    }

    /** Distance from one node to another by dense numbers; 10 is local. Need not be symmetric. */
    public int distance(int from, int to) {
        return distance[from][to];
    }

    /** Whether any core has two online threads ({@code sched_smt_active}). */
    public boolean smtActive() {
        return smtActive;
    }

    /** Counts in a line: {@code 40 CPUs, 20 cores, 2 llcs, 2 packages, 2 nodes}. Allocates. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(counted(online.count(), "CPU", "CPUs"));
        for (TopologyLevel level : new TopologyLevel[] {TopologyLevel.CORE, TopologyLevel.LLC, TopologyLevel.PACKAGE}) {
            text.append(", ").append(counted(occupied(level), level.word(), level.plural()));
        }
        return text.append(", ").append(counted(nodeCount(), "node", "nodes")).toString();
    }

    private static String counted(int count, String one, String many) {
        return count + " " + (count == 1 ? one : many);
    }

    /** Groups of a level that have an online CPU; scans the level. */
    public int occupied(TopologyLevel level) {
        return (int) Arrays.stream(masks[level.index()])
                .filter(mask -> !mask.isEmpty())
                .count();
    }
}
