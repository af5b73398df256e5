package org.schedlab.pelt;

import org.schedlab.arith.Shares;

/**
 * The load that a task group shows to all CPUs: the sum of what its queues have published ({@code task_group.load_avg}).
 *
 * <p>Mutable, confined to one thread (a run is single-threaded; the kernel uses an atomic). Follows {@code update_tg_load_avg}, the root group
 * never calls it.
 */
public final class GroupLoad {
    private long loadAvg;
    private long runnableAvg;

    /** Returns the published load. */
    public long loadAvg() {
        return loadAvg;
    }

    /** Returns the published runnable average (7.3). */
    public long runnableAvg() {
        return runnableAvg;
    }

    /** Loads a saved state. */
    public void restore(long savedLoadAvg, long savedRunnableAvg) {
        loadAvg = savedLoadAvg;
        runnableAvg = savedRunnableAvg;
    }

    /** 4.0: publishes if the load moved by more than 1/8. */
    public boolean update40(CfsLoad queue) {
        if (!Shares.publishDue40(queue.avg.loadAvg, queue.tgLoadAvgContrib)) {
            return false;
        }
        publishLoad(queue);
        return true;
    }

    /** 4.12 and 4.16: publishes if the load moved by more than 1/64, or always if forced. */
    public boolean update412(CfsLoad queue, boolean force) {
        if (!force && !Shares.publishDue(queue.avg.loadAvg, queue.tgLoadAvgContrib)) {
            return false;
        }
        publishLoad(queue);
        return true;
    }

    /** 5.10 and 6.1: publishes if the load moved by more than 1/64. */
    public boolean update510(CfsLoad queue) {
        return update412(queue, false);
    }

    /**
     * 6.8 and 6.12: as before, but only on an active CPU and at least 1 ms after the last publication.
     *
     * @param nowNs the scheduler's clock
     */
    public boolean update68(CfsLoad queue, long nowNs, boolean cpuActive) {
        if (!cpuActive || tooEarly(queue, nowNs) || !Shares.publishDue(queue.avg.loadAvg, queue.tgLoadAvgContrib)) {
            return false;
        }
        publishLoad(queue);
        queue.lastUpdateTgLoadAvgNs = nowNs;
        return true;
    }

    /** 7.3: as 6.8, with the runnable average; either having moved publishes both. {@code nowNs} is the CPU's own clock. */
    public boolean update73(CfsLoad queue, long nowNs, boolean cpuActive) {
        if (!cpuActive || tooEarly(queue, nowNs)) {
            return false;
        }
        if (!Shares.publishDue(queue.avg.loadAvg, queue.tgLoadAvgContrib)
                && !Shares.publishDue(queue.avg.runnableAvg, queue.tgRunnableAvgContrib)) {
            return false;
        }
        publishLoad(queue);
        runnableAvg += queue.avg.runnableAvg - queue.tgRunnableAvgContrib;
        queue.tgRunnableAvgContrib = queue.avg.runnableAvg;
        queue.lastUpdateTgLoadAvgNs = nowNs;
        return true;
    }

    /** Takes a queue's published parts off the group, as a CPU that goes offline does ({@code clear_tg_load_avg}). */
    public void withdraw(CfsLoad queue, long nowNs) {
        loadAvg -= queue.tgLoadAvgContrib;
        runnableAvg -= queue.tgRunnableAvgContrib;
        queue.tgLoadAvgContrib = 0;
        queue.tgRunnableAvgContrib = 0;
        queue.lastUpdateTgLoadAvgNs = nowNs;
    }

    private static boolean tooEarly(CfsLoad queue, long nowNs) {
        return Long.compareUnsigned(nowNs - queue.lastUpdateTgLoadAvgNs, Shares.PUBLISH_INTERVAL_NS) < 0;
    }

    private void publishLoad(CfsLoad queue) {
        loadAvg += queue.avg.loadAvg - queue.tgLoadAvgContrib;
        queue.tgLoadAvgContrib = queue.avg.loadAvg;
    }
}
