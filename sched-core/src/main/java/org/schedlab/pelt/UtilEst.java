package org.schedlab.pelt;

import org.schedlab.arith.CpuUtil;

/**
 * Estimated utilisation of a task (4.17 and later): remembers what it used when it last slept, so that a wakeup does not start from a decayed
 * average. A queue's {@code util_est} is the sum over its queued tasks.
 *
 * <p>The estimate rises at once and falls by a quarter of the difference per sleep; 6.8 folded {@code enqueued} and {@code ewma} into one field
 * whose top bit says that {@code util_avg} has not been recomputed since. Stateless and thread-safe, constant time. Follows
 * {@code util_est_enqueue}, {@code util_est_dequeue}, {@code util_est_update}, {@code cfs_se_util_change}. No golden vectors.
 */
public final class UtilEst {
    /** Differences below 1 % of 1024 are left alone. */
    public static final long MARGIN = 1024 / 100;
    /** An old estimate weighs 3/4 against a new, smaller one. */
    public static final int EWMA_WEIGHT_SHIFT = 2;

    private UtilEst() {}

    /** Returns a task's estimate without flag bits. */
    public static long of(PeltRelease release, SchedAvg se) {
        return release.singleUtilEst()
                ? CpuUtil.taskUtilEst(se.utilEst())
                : CpuUtil.taskUtilEst(se.utilEst(), se.utilEstEnqueued());
    }

    /** Adds a task to the root queue's estimate when it is enqueued. */
    public static void enqueue(PeltRelease release, SchedAvg queue, SchedAvg se) {
        queue.utilEst = (int) (queue.utilEst() + of(release, se));
    }

    /** Takes a task off the root queue's estimate when it is dequeued, not below 0. */
    public static void dequeue(PeltRelease release, SchedAvg queue, SchedAvg se) {
        long sum = queue.utilEst();
        queue.utilEst = (int) (sum - Math.min(sum, of(release, se)));
    }

    /** Notes that the average has been recomputed, so that the next sleep updates the estimate. */
    static void utilChanged(SchedAvg se) {
        se.utilEst &= (int) ~CpuUtil.UTIL_AVG_UNCHANGED;
        se.utilEstEnqueued &= (int) ~CpuUtil.UTIL_AVG_UNCHANGED;
    }

    /**
     * Updates a task's estimate as it goes to sleep.
     *
     * @param cpuCapacity capacity of its CPU: a task that used more was held back, its estimate stays (not in 7.3)
     */
    public static void update(PeltRelease release, SchedAvg se, long cpuCapacity) {
        if (release.singleUtilEst()) {
            update68(release, se, cpuCapacity);
        } else {
            update417(se, cpuCapacity);
        }
    }

    private static void update68(PeltRelease release, SchedAvg se, long cpuCapacity) {
        long ewma = se.utilEst();
        if ((ewma & CpuUtil.UTIL_AVG_UNCHANGED) != 0) {
            return;
        }
        long dequeued = se.utilAvg;
        if (ewma <= dequeued) {
            ewma = dequeued;
        } else {
            long diff = ewma - dequeued;
            if (diff >= MARGIN) {
                if (release.utilEstCapacityTest && dequeued > cpuCapacity) {
                    return;
                }
                // Runnable well beyond running: it waited for the CPU, so that its use says little about its need.
                if (dequeued + MARGIN >= se.runnableAvg) {
                    ewma = ((ewma << EWMA_WEIGHT_SHIFT) - diff) >> EWMA_WEIGHT_SHIFT;
                }
            }
        }
        se.utilEst = (int) (ewma | CpuUtil.UTIL_AVG_UNCHANGED);
    }

    private static void update417(SchedAvg se, long cpuCapacity) {
        if ((se.utilEstEnqueued() & CpuUtil.UTIL_AVG_UNCHANGED) != 0) {
            return;
        }
        long enqueued = se.utilAvg;
        long ewma = se.utilEst();
        if (ewma < enqueued) {
            ewma = enqueued;
        } else if (ewma - enqueued >= MARGIN) {
            if (enqueued > cpuCapacity) {
                return;
            }
            ewma = ((ewma << EWMA_WEIGHT_SHIFT) - (ewma - enqueued)) >> EWMA_WEIGHT_SHIFT;
        }
        se.utilEst = (int) ewma;
        se.utilEstEnqueued = (int) (enqueued | CpuUtil.UTIL_AVG_UNCHANGED);
    }
}
