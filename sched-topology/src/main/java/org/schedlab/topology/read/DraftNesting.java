package org.schedlab.topology.read;

import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.schedlab.topology.TopologyLevel;

/**
 * Refuses groups of online CPUs that cut each other: the threads of a core share everything outside it, and of two groups that have a CPU in common one
 * holds the other. Which one is larger is the machine's affair: packages hold nodes, and nodes hold packages. Stateless.
 */
final class DraftNesting {

    private static final List<TopologyLevel> AROUND_CORES = List.of(
            TopologyLevel.PACKAGE, TopologyLevel.LLC, TopologyLevel.NODE, TopologyLevel.DIE, TopologyLevel.CLUSTER);
    private static final List<TopologyLevel> NESTED = List.of(
            TopologyLevel.CLUSTER, TopologyLevel.LLC, TopologyLevel.DIE, TopologyLevel.PACKAGE, TopologyLevel.NODE);

    private DraftNesting() {}

    /**
     * Checks the groups of a machine, each level as the key of each CPU.
     *
     * @throws IllegalArgumentException when two of them cut each other
     */
    static void check(Map<TopologyLevel, Map<Integer, Long>> keys, Map<Integer, Integer> capacity, BitSet online) {
        Map<Integer, Long> cores = keys.getOrDefault(TopologyLevel.CORE, new TreeMap<>());
        for (TopologyLevel level : AROUND_CORES) {
            checkThreads(
                    cores,
                    keys.getOrDefault(level, new TreeMap<>()),
                    online,
                    "are threads of one core and in two " + level.plural());
        }
        checkThreads(cores, capacity, online, "are threads of one core and have two capacities");
        for (int inner = 0; inner < NESTED.size(); inner++) {
            for (int outer = inner + 1; outer < NESTED.size(); outer++) {
                checkPair(
                        NESTED.get(inner),
                        groups(keys, NESTED.get(inner), online),
                        NESTED.get(outer),
                        groups(keys, NESTED.get(outer), online));
            }
        }
    }

    private static void checkThreads(
            Map<Integer, Long> cores, Map<Integer, ? extends Number> told, BitSet online, String what) {
        TreeMap<Long, Integer> first = new TreeMap<>();
        cores.forEach((cpu, core) -> {
            Integer other = online.get(cpu) ? first.putIfAbsent(core, cpu) : null;
            if (other != null && !Objects.equals(told.get(cpu), told.get(other))) {
                throw new IllegalArgumentException("cpus (" + other + "," + cpu + ") " + what);
            }
        });
    }

    private static Collection<BitSet> groups(
            Map<TopologyLevel, Map<Integer, Long>> keys, TopologyLevel level, BitSet online) {
        Map<Long, BitSet> groups = new TreeMap<>();
        keys.getOrDefault(level, new TreeMap<>()).forEach((cpu, key) -> {
            if (online.get(cpu)) {
                groups.computeIfAbsent(key, k -> new BitSet()).set(cpu);
            }
        });
        return groups.values();
    }

    private static void checkPair(
            TopologyLevel inner, Collection<BitSet> parts, TopologyLevel outer, Collection<BitSet> wholes) {
        Map<Integer, BitSet> wholeOf = new HashMap<>();
        wholes.forEach(whole -> whole.stream().forEach(cpu -> wholeOf.put(cpu, whole)));
        for (BitSet part : parts) {
            BitSet last = part;
            for (int cpu = part.nextSetBit(0); cpu >= 0; cpu = part.nextSetBit(cpu + 1)) {
                BitSet whole = wholeOf.getOrDefault(cpu, last);
                if (!whole.equals(last) && !MachineDraft.isWithin(part, whole) && !MachineDraft.isWithin(whole, part)) {
                    throw new IllegalArgumentException("the " + named(inner) + " of cpus (" + shown(part) + ") and the "
                            + named(outer) + " of cpus (" + shown(whole) + ") cut each other");
                }
                last = whole;
            }
        }
    }

    private static String named(TopologyLevel level) {
        return level.name().toLowerCase(Locale.ROOT);
    }

    private static String shown(BitSet cpus) {
        return CpuLists.shortened(CpuLists.format(cpus));
    }
}
