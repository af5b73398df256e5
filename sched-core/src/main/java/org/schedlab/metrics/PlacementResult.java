package org.schedlab.metrics;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.schedlab.spi.PlacementCounters;
import org.schedlab.spi.PlacementPath;
import org.schedlab.topology.TopologyLevel;

/**
 * How the CPUs of a run were chosen, as its placement policy counted. Wakeups with a single CPU to go to, those of tasks whose dequeue was put off
 * and those of real-time tasks are no decisions. Immutable.
 *
 * @param wakeups wakeups decided
 * @param others new and executing tasks decided
 * @param byPath of the wakeups, those answered by each step, by the step's name in lower case
 * @param affine of the wakeups, those whose search was pulled to the waker's CPU
 * @param cpusScanned CPUs tested by searches
 * @param scansCut searches that their budget ended
 * @param ontoBusyThoughIdle wakeups put onto a busy CPU while an allowed one was idle
 * @param ontoReducedCapacity wakeups put onto a CPU with less than three quarters of its capacity left
 * @param moves wakeups that changed the CPU, by the smallest level that holds both: smt, cluster, llc, package, node, or numa for none
 */
public record PlacementResult(
        long wakeups,
        long others,
        Map<String, Long> byPath,
        long affine,
        long cpusScanned,
        long scansCut,
        long ontoBusyThoughIdle,
        long ontoReducedCapacity,
        Map<String, Long> moves) {

    public PlacementResult {
        byPath = Collections.unmodifiableMap(new LinkedHashMap<>(byPath));
        moves = Collections.unmodifiableMap(new LinkedHashMap<>(moves));
    }

    /** The counts of a policy, or null when it has none. */
    public static @Nullable PlacementResult of(@Nullable PlacementCounters counters) {
        if (counters == null) {
            return null;
        }
        Map<String, Long> byPath = new LinkedHashMap<>();
        for (PlacementPath path : PlacementPath.values()) {
            byPath.put(path.name().toLowerCase(Locale.ROOT), counters.by(path));
        }
        Map<String, Long> moves = new LinkedHashMap<>();
        moves.put("smt", counters.movedWithin(TopologyLevel.CORE));
        moves.put("cluster", counters.movedWithin(TopologyLevel.CLUSTER));
        moves.put("llc", counters.movedWithin(TopologyLevel.LLC));
        moves.put("package", counters.movedWithin(TopologyLevel.DIE) + counters.movedWithin(TopologyLevel.PACKAGE));
        moves.put("node", counters.movedWithin(TopologyLevel.NODE));
        moves.put("numa", counters.movedAcrossNodes());
        return new PlacementResult(
                counters.wakeups(),
                counters.decisions() - counters.wakeups(),
                byPath,
                counters.affine(),
                counters.cpusScanned(),
                counters.scansCut(),
                counters.ontoBusyThoughIdle(),
                counters.ontoReducedCapacity(),
                moves);
    }

    /** Wakeups answered by a step. */
    public long by(PlacementPath path) {
        return byPath.getOrDefault(path.name().toLowerCase(Locale.ROOT), 0L);
    }

    /** Wakeups that changed their CPU. */
    public long moved() {
        return moves.values().stream().mapToLong(Long::longValue).sum();
    }
}
