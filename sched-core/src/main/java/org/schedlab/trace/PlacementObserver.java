package org.schedlab.trace;

import org.jspecify.annotations.Nullable;
import org.schedlab.spi.PlacementReasons;
import org.schedlab.spi.WakeKind;

/**
 * An observer that also wants to know how CPUs are chosen. At most one takes part in a run; without one no reason is ever formed. Called on the
 * thread of the run, between the waking and the wakeup event of the task.
 */
public interface PlacementObserver extends SchedObserver {

    /**
     * A CPU is about to be chosen.
     *
     * @param inTask whether the task on {@code thisCpu} wakes or forks, and not an interrupt there
     * @param waker the task on {@code thisCpu}, or {@link SchedObserver#IDLE}
     * @return who takes the reasons, or null when this decision is of no interest
     */
    @Nullable
    PlacementReasons placing(
            long ns, int task, WakeKind kind, boolean sync, boolean inTask, int thisCpu, int waker, int prevCpu);

    /**
     * The CPU was chosen; only after a decision that was of interest.
     *
     * @param scanned CPUs that searches tested
     * @param scanNs what that cost
     */
    void placed(int cpu, int scanned, long scanNs);
}
