package org.schedlab.topology.read;

import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.topology.TopologyBuilder;
import org.schedlab.topology.TopologyLevel;

/**
 * What a reader has gathered before the highest CPU number is known: sets as {@link BitSet}, groups by key. Turns into a
 * {@link Topology}. Confined to one read.
 */
final class MachineDraft {

    /** Most memory nodes of a machine. */
    static final int MAX_NODES = 512;

    final BitSet possible = new BitSet();
    final BitSet described = new BitSet();
    final BitSet online = new BitSet();
    final BitSet allowed = new BitSet();
    final BitSet nodes = new BitSet();
    private final Map<TopologyLevel, TreeMap<Integer, Long>> keys = new TreeMap<>();
    private final TreeMap<Integer, Integer> capacity = new TreeMap<>();
    private final TreeMap<Integer, Integer> llcLevel = new TreeMap<>();
    private final TreeMap<Integer, Integer> packageIds = new TreeMap<>();
    private final TreeMap<Integer, Integer> coreIds = new TreeMap<>();
    private final TreeMap<Long, Integer> distances = new TreeMap<>();

    void place(TopologyLevel level, int cpu, long key) {
        described.set(cpu);
        keys.computeIfAbsent(level, l -> new TreeMap<>()).put(cpu, key);
    }

    boolean placed(TopologyLevel level, int cpu) {
        return keys.getOrDefault(level, new TreeMap<>()).containsKey(cpu);
    }

    void node(int cpu, int node) {
        nodes.set(node);
        place(TopologyLevel.NODE, cpu, node);
    }

    void capacity(int cpu, int value) {
        capacity.put(cpu, value);
    }

    void llcLevel(int cpu, int level) {
        llcLevel.put(cpu, level);
    }

    void packageId(int cpu, int id) {
        packageIds.put(cpu, id);
    }

    void coreId(int cpu, int id) {
        coreIds.put(cpu, id);
    }

    void distance(int from, int to, int distance) {
        distances.put(((long) from << 32) | to, distance);
    }

    /**
     * The machine. Online CPUs count as described even when nothing places them.
     *
     * @throws IllegalArgumentException when no CPU is online
     */
    Topology build() {
        described.or(online);
        possible.or(described);
        if (online.isEmpty()) {
            throw new IllegalArgumentException("no CPU is online");
        }
        TopologyBuilder builder = Topology.builder(possible.length());
        possible.stream().forEach(builder::possible);
        described.stream().forEach(builder::cpu);
        nodes.stream().forEach(builder::node);
        keys.forEach((level, byCpu) -> byCpu.forEach((cpu, key) -> builder.place(level, cpu, key)));
        capacity.forEach((cpu, value) -> ifPossible(cpu, () -> builder.capacity(cpu, value)));
        llcLevel.forEach((cpu, value) -> ifPossible(cpu, () -> builder.llcLevel(cpu, value)));
        packageIds.forEach((cpu, value) -> ifPossible(cpu, () -> builder.packageId(cpu, value)));
        coreIds.forEach((cpu, value) -> ifPossible(cpu, () -> builder.coreId(cpu, value)));
        distances.forEach((pair, value) -> builder.distance((int) (pair >> 32), pair.intValue(), value));
        builder.online(mask(online));
        if (!allowed.isEmpty()) {
            builder.allowed(mask(allowed));
        }
        return builder.build();
    }

    private void ifPossible(int cpu, Runnable action) {
        if (possible.get(cpu)) {
            action.run();
        }
    }

    private CpuMask mask(BitSet cpus) {
        CpuMask mask = new CpuMask(possible.length());
        cpus.stream().filter(possible::get).forEach(mask::set);
        return mask;
    }
}
