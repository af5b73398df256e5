package org.schedlab.pelt;

import org.schedlab.arith.Weights;

/**
 * The utilisation that a new task starts with: its share of what its queue uses, at most half of what the CPU has left. Stateless and
 * thread-safe. Follows {@code post_init_entity_util_avg}.
 */
public final class NewTask {
    private NewTask() {}

    /**
     * Sets {@code util_avg} and {@code runnable_avg} of a new fair task; attaching comes next.
     *
     * @param cpuScale capacity of the CPU, scale 1024
     */
    public static void initUtil(PeltRelease release, SchedAvg se, SchedAvg queue, long fullWeight, long cpuScale) {
        se.utilAvg = utilAvg(release, queue.utilAvg, queue.loadAvg, fullWeight, cpuScale, se.utilAvg);
        if (!release.scalesContributions()) {
            se.runnableAvg = se.utilAvg;
        }
    }

    /**
     * Returns the starting utilisation. Before 6.12 it is sized with the full-resolution weight, so that the cap nearly always decides.
     *
     * @param unchanged value to keep where the CPU has nothing left
     */
    public static long utilAvg(
            PeltRelease release, long queueUtilAvg, long queueLoadAvg, long fullWeight, long cpuScale, long unchanged) {
        long cap = (cpuScale - queueUtilAvg) / 2;
        if (cap <= 0) {
            return unchanged;
        }
        if (queueUtilAvg == 0) {
            return cap;
        }
        long weight = release.newTaskFullWeight ? fullWeight : Weights.scaleLoadDown(fullWeight);
        long share = Long.divideUnsigned(queueUtilAvg * weight, queueLoadAvg + 1);
        return Long.compareUnsigned(share, cap) > 0 ? cap : share;
    }
}
