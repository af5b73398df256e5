package org.schedlab.topology.read;

import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.topology.TopologyBuilder;
import org.schedlab.topology.TopologyLevel;
import org.schedlab.topology.input.InvalidInputException;

/**
 * What a reader has gathered before the highest CPU number is known: sets as {@link BitSet}, groups by key. Turns into a
 * {@link Topology}. Confined to one read.
 */
final class MachineDraft {

    /** Most memory nodes of a machine. */
    static final int MAX_NODES = 512;

    /** Highest node number, the kernel's own limit. */
    static final int MAX_NODE = 1023;

    private static final int MAX_DISTANCE = 255;

    /** Highest capacity that is believed: 64 times the biggest usual CPU. */
    static final int MAX_CAPACITY = 1 << 16;

    final BitSet possible = new BitSet();
    final BitSet described = new BitSet();
    final BitSet online = new BitSet();
    final BitSet allowed = new BitSet();
    final BitSet nodes = new BitSet();

    /** CPUs of the regular shape that a file starts from. */
    final BitSet shaped = new BitSet();

    private final Map<TopologyLevel, Map<Integer, Long>> keys = new TreeMap<>();
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

    BitSet withCapacity() {
        BitSet cpus = new BitSet();
        capacity.keySet().forEach(cpus::set);
        return cpus;
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
     * A distance between nodes as the kernel takes it: 10 within a node, 10 to 255 between nodes.
     *
     * @throws IllegalArgumentException when it is another one
     */
    static int checkedDistance(int from, int to, long distance) {
        if (from == to && distance != Topology.LOCAL_DISTANCE) {
            throw new IllegalArgumentException(
                    "distance (" + distance + ") of node " + from + " to itself is not " + Topology.LOCAL_DISTANCE);
        }
        if (distance < Topology.LOCAL_DISTANCE || distance > MAX_DISTANCE) {
            throw new IllegalArgumentException("distance (" + distance + ") of node " + from + " to node " + to
                    + " is not between " + Topology.LOCAL_DISTANCE + " and " + MAX_DISTANCE);
        }
        return (int) distance;
    }

    /** Described CPUs by the key of a level; those without a key are left out. */
    Map<Long, BitSet> groups(TopologyLevel level) {
        Map<Long, BitSet> groups = new TreeMap<>();
        keys.getOrDefault(level, new TreeMap<>())
                .forEach((cpu, key) ->
                        groups.computeIfAbsent(key, k -> new BitSet()).set(cpu));
        return groups;
    }

    static boolean isWithin(BitSet part, BitSet whole) {
        BitSet outside = (BitSet) part.clone();
        outside.andNot(whole);
        return outside.isEmpty();
    }

    /**
     * The machine of a source.
     *
     * @throws InvalidInputException when parts of it contradict each other
     */
    Topology build(String name) {
        try {
            return build();
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new InvalidInputException(
                    name, 0, String.valueOf(e.getMessage()), "the source was cut or edited; make it anew.");
        }
    }

    /** The machine. Online CPUs count as described even when nothing places them. */
    private Topology build() {
        described.or(online);
        possible.or(described);
        if (online.isEmpty()) {
            throw new IllegalArgumentException("no CPU is online");
        }
        DraftNesting.check(keys, capacity, online);
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
