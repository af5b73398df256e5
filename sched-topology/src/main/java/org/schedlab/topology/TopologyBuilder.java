package org.schedlab.topology;

import static org.schedlab.topology.CpuMask.NO_CPU;

import java.util.Arrays;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.commons.lang3.Validate;
import org.jspecify.annotations.Nullable;

/**
 * Gathers what is known about a machine and makes a {@link Topology}. Groups are given by keys: CPUs with the same key at a level belong
 * together; any {@code long} serves as a key. What is not given has the kernel's defaults: a CPU is its own core, its cluster is its core,
 * its last level cache and its die are its package, its package is its node, its node is node 0, its capacity is 1024.
 *
 * <p>Mutable, confined to one thread; {@link #build()} copies.
 */
public final class TopologyBuilder {

    private static final int LEVELS = TopologyLevel.values().length;

    /** Capacity of a CPU about which nothing is said. */
    public static final int FULL_CAPACITY = 1024;

    private final int cpuCapacity;
    private final CpuMask possible;
    private final CpuMask described;
    private final @Nullable Long[][] keys;
    private final int[] capacity;
    private final int[] llcLevel;
    private final int[] packageOsId;
    private final int[] coreOsId;
    private @Nullable CpuMask online;
    private @Nullable CpuMask allowed;
    private final TreeSet<Integer> nodes = new TreeSet<>();
    private final TreeMap<Long, Integer> distances = new TreeMap<>();

    TopologyBuilder(int cpuCapacity) {
        Validate.isTrue(cpuCapacity >= 1, "cpuCapacity (%d) must be at least 1", cpuCapacity);
        this.cpuCapacity = cpuCapacity;
        possible = new CpuMask(cpuCapacity);
        described = new CpuMask(cpuCapacity);
        keys = new Long[LEVELS][cpuCapacity];
        capacity = filled(FULL_CAPACITY);
        llcLevel = new int[cpuCapacity];
        packageOsId = filled(-1);
        coreOsId = filled(-1);
    }

    private int[] filled(int value) {
        int[] array = new int[cpuCapacity];
        Arrays.fill(array, value);
        return array;
    }

    /** Declares a CPU whose place is known. */
    public TopologyBuilder cpu(int cpu) {
        possible.set(cpu);
        described.set(cpu);
        return this;
    }

    /** Declares a CPU that can exist but whose place is not known. */
    public TopologyBuilder possible(int cpu) {
        possible.set(cpu);
        return this;
    }

    /** Puts a CPU into the group {@code key} of a level; for {@link TopologyLevel#NODE} the key is the kernel's node number. */
    public TopologyBuilder place(TopologyLevel level, int cpu, long key) {
        cpu(cpu);
        keys[level.index()][cpu] = key;
        if (level == TopologyLevel.NODE) {
            node(Math.toIntExact(key));
        }
        return this;
    }

    /** Puts a CPU into a package by the number that the machine gives to the package. */
    public TopologyBuilder packageId(int cpu, int osId) {
        packageOsId[cpu] = osId;
        return this;
    }

    /** The number that the machine gives to the CPU's core; for display only. */
    public TopologyBuilder coreId(int cpu, int osId) {
        coreOsId[cpu] = osId;
        return this;
    }

    /** Declares a node, with or without CPUs, by the kernel's number. */
    public TopologyBuilder node(int osId) {
        Validate.isTrue(osId >= 0, "node (%d) is negative", osId);
        nodes.add(osId);
        return this;
    }

    /** Distance between two nodes by the kernel's numbers. */
    public TopologyBuilder distance(int fromOsId, int toOsId, int distance) {
        Validate.isTrue(distance > 0, "distance (%d) is not positive", distance);
        distances.put(((long) fromOsId << 32) | toOsId, distance);
        return this;
    }

    /** Capacity of a CPU, 1 or more, 1024 for the biggest usual one. */
    public TopologyBuilder capacity(int cpu, int capacityOrig) {
        Validate.isTrue(capacityOrig > 0, "capacity (%d) of cpu (%d) is not positive", capacityOrig, cpu);
        capacity[cpu] = capacityOrig;
        return this;
    }

    /** Level (1 to 4) of the CPU's last data or unified cache. */
    public TopologyBuilder llcLevel(int cpu, int level) {
        llcLevel[cpu] = level;
        return this;
    }

    /** CPUs that are online; all described CPUs when never called. */
    public TopologyBuilder online(CpuMask cpus) {
        online = new CpuMask(cpus);
        return this;
    }

    /** CPUs that may be used; all online CPUs when never called. */
    public TopologyBuilder allowed(CpuMask cpus) {
        allowed = new CpuMask(cpus);
        return this;
    }

    /**
     * The machine.
     *
     * @throws IllegalArgumentException when no CPU is online, or one is online whose place was never told
     */
    public Topology build() {
        CpuMask on = onlineCpus();
        Validate.isTrue(!on.isEmpty(), "a machine without online CPUs cannot run anything");
        Validate.isTrue(
                on.isSubsetOf(described), "an online CPU has no known place (online %s, known %s)", on, described);
        if (nodes.isEmpty()) {
            node(0);
        }
        return new Topology(this);
    }

    int cpuCapacity() {
        return cpuCapacity;
    }

    CpuMask possibleCpus() {
        return possible;
    }

    CpuMask onlineCpus() {
        return online != null ? online : described;
    }

    CpuMask allowedCpus() {
        CpuMask mask = new CpuMask(onlineCpus());
        if (allowed != null) {
            mask.and(allowed);
        }
        return mask;
    }

    int[] capacities() {
        return capacity.clone();
    }

    int[] llcLevels() {
        return llcLevel.clone();
    }

    int[] packageOsIds() {
        return packageOsId.clone();
    }

    int[] coreOsIds() {
        return coreOsId.clone();
    }

    int[] nodeOsIds() {
        return nodes.stream().mapToInt(Integer::intValue).toArray();
    }

    int[][] distances() {
        int[] ids = nodeOsIds();
        int[][] matrix = new int[ids.length][ids.length];
        for (int i = 0; i < ids.length; i++) {
            for (int j = 0; j < ids.length; j++) {
                int unknown = i == j ? Topology.LOCAL_DISTANCE : Topology.REMOTE_DISTANCE;
                matrix[i][j] = distances.getOrDefault(((long) ids[i] << 32) | ids[j], unknown);
            }
        }
        return matrix;
    }

    int[][] groups() {
        int[][] groups = new int[LEVELS][];
        groups[TopologyLevel.NODE.index()] = nodeGroups();
        groups[TopologyLevel.PACKAGE.index()] = dense(TopologyLevel.PACKAGE, groups[TopologyLevel.NODE.index()]);
        int[] packages = groups[TopologyLevel.PACKAGE.index()];
        groups[TopologyLevel.DIE.index()] = dense(TopologyLevel.DIE, packages);
        groups[TopologyLevel.LLC.index()] = dense(TopologyLevel.LLC, packages);
        int[] itself = new int[cpuCapacity];
        Arrays.setAll(itself, cpu -> cpu);
        groups[TopologyLevel.CORE.index()] = dense(TopologyLevel.CORE, itself);
        groups[TopologyLevel.CLUSTER.index()] = dense(TopologyLevel.CLUSTER, groups[TopologyLevel.CORE.index()]);
        return groups;
    }

    private int[] nodeGroups() {
        int[] ids = nodeOsIds();
        int[] group = filled(Topology.NO_GROUP);
        for (int cpu = described.next(0); cpu != NO_CPU; cpu = described.next(cpu + 1)) {
            Long key = keys[TopologyLevel.NODE.index()][cpu];
            group[cpu] = key == null ? 0 : Arrays.binarySearch(ids, key.intValue());
        }
        return group;
    }

    /** Dense numbers for the keys of a level; CPUs without a key share a group when they share one of {@code fallback}. */
    private int[] dense(TopologyLevel level, int[] fallback) {
        int[] group = filled(Topology.NO_GROUP);
        TreeMap<Long, Integer> byKey = new TreeMap<>();
        TreeMap<Long, Integer> byFallback = new TreeMap<>();
        int next = 0;
        for (int cpu = described.next(0); cpu != NO_CPU; cpu = described.next(cpu + 1)) {
            Long key = keys[level.index()][cpu];
            TreeMap<Long, Integer> known = key != null ? byKey : byFallback;
            Long wanted = key != null ? key : Long.valueOf(fallback[cpu]);
            Integer number = known.get(wanted);
            if (number == null) {
                number = next++;
                known.put(wanted, number);
            }
            group[cpu] = number;
        }
        return group;
    }
}
