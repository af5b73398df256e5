package org.schedlab.spi;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.schedlab.topology.TopologyLevel;

/**
 * Counts placements of a run by reason. Paths, moves and what was wrong with the answer are counted for wakeups alone, searching for all. Counting
 * allocates nothing. Confined to the thread of the run.
 */
public final class PlacementCounters {

    private static final int LEVELS = TopologyLevel.values().length;

    private final Map<PlacementPath, long[]> byPath = new EnumMap<>(PlacementPath.class);
    private final long[] byLevel = new long[LEVELS + 1];
    private long wakeups;
    private long others;
    private long affine;
    private long scanned;
    private long cut;
    private long busyThoughIdle;
    private long reducedCapacity;

    public PlacementCounters() {
        for (PlacementPath path : PlacementPath.values()) {
            byPath.put(path, new long[1]);
        }
    }

    /** Counts the answer of a wakeup and how it was found. */
    public void placed(PlacementPath path) {
        wakeups++;
        cell(path)[0]++;
    }

    /** Counts the answer for a new or executing task. */
    public void placedOther() {
        others++;
    }

    /** The search was moved to the waker's CPU (wake_affine). */
    public void pulled() {
        affine++;
    }

    /** CPUs that a search tested. */
    public void scanned(int cpus) {
        scanned += cpus;
    }

    /** A search ended for want of budget. */
    public void cut() {
        cut++;
    }

    /** A busy CPU was chosen although an allowed one was idle. */
    public void busyThoughIdle() {
        busyThoughIdle++;
    }

    /** A CPU was chosen whose capacity other classes or interrupts have reduced. */
    public void reducedCapacity() {
        reducedCapacity++;
    }

    /** The task moved; {@code index} is that of the smallest shared {@link TopologyLevel}, or one more than the last for none. */
    public void moved(int index) {
        byLevel[index]++;
    }

    private long[] cell(PlacementPath path) {
        return Objects.requireNonNull(byPath.get(path));
    }

    /** All answers. */
    public long decisions() {
        return wakeups + others;
    }

    /** Answers for wakeups. */
    public long wakeups() {
        return wakeups;
    }

    /** Wakeups answered by a step. */
    public long by(PlacementPath path) {
        return cell(path)[0];
    }

    /** Wakeups whose search was moved to the waker's CPU. */
    public long affine() {
        return affine;
    }

    /** CPUs tested by all searches together. */
    public long cpusScanned() {
        return scanned;
    }

    /** Searches that the budget ended. */
    public long scansCut() {
        return cut;
    }

    /** Answers that were busy although an allowed CPU was idle. */
    public long ontoBusyThoughIdle() {
        return busyThoughIdle;
    }

    /** Answers whose capacity was reduced. */
    public long ontoReducedCapacity() {
        return reducedCapacity;
    }

    /** Moves within a group of this level and of none below it: {@code CORE} is from thread to thread. */
    public long movedWithin(TopologyLevel level) {
        return byLevel[level.index()];
    }

    /** Moves between nodes. */
    public long movedAcrossNodes() {
        return byLevel[LEVELS];
    }
}
