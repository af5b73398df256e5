package org.schedlab.pelt;

import org.schedlab.arith.Unsigned;
import org.schedlab.arith.Weights;

/**
 * Moves load between entities and queues: attach and detach, weight changes, pending removals, and passing changes of a group's queue up to
 * the queue that its group entity is on.
 *
 * <p>Averages are unsigned and stop at zero. How sums follow depends on the release: remade from the average (5.10 and before), moved by
 * their own difference with a floor compared in 32 bits — which cuts the upper half of a 64-bit {@code load_sum} — (6.1 to 6.12), or with a
 * floor in their own width that also follows additions (7.3). Weights are full-resolution.
 *
 * <p>Proved by golden vectors for 6.12; the 5.10, 6.1, 6.8 and 7.3 deviations follow the specification. For 4.12 and 4.16 the 5.10 forms are
 * used against {@code LOAD_AVG_MAX}, without moving the runnable-load pair: an approximation, not checked.
 *
 * <p>Holds constants only, thread-safe; constant time, no allocation. Follows {@code attach_entity_load_avg}, {@code detach_entity_load_avg},
 * {@code enqueue_load_avg}, {@code dequeue_load_avg}, {@code remove_entity_load_avg}, {@code update_cfs_rq_load_avg},
 * {@code propagate_entity_load_avg} and {@code update_tg_cfs_util/runnable/load}.
 */
public final class LoadTransfer {
    private final PeltRelease release;
    private final PeltRelease.Sums sums;
    private final Pelt pelt;
    private final long minDivider;

    /** Creates the arithmetic of a release; {@code pelt} carries the half-life. */
    public LoadTransfer(PeltRelease release, Pelt pelt) {
        this.release = release;
        this.sums = release.sums;
        this.pelt = pelt;
        this.minDivider = pelt.halfLife().minDivider();
    }

    /** Returns the release whose rules are followed. */
    public PeltRelease release() {
        return release;
    }

    private long divider(SchedAvg queue) {
        return release.scalesContributions() ? pelt.halfLife().loadAvgMax() : pelt.divider(queue);
    }

    /**
     * Adds an entity's averages to a queue ({@code attach_entity_load_avg}); the entity takes over the queue's time and remakes its sums, its
     * {@code load_sum} being at least 1.
     */
    public void attach(CfsLoad queue, SchedAvg se, long fullWeight) {
        SchedAvg cfs = queue.avg;
        long divider = divider(cfs);
        long weight = Weights.scaleLoadDown(fullWeight);
        se.lastUpdateTimeNs = cfs.lastUpdateTimeNs;
        se.periodContrib = cfs.periodContrib;
        se.utilSum = (int) (se.utilAvg * divider);
        se.loadSum = entityLoadSum(se.loadAvg * divider, weight);
        enqueueLoad(cfs, se, weight);
        cfs.utilAvg += se.utilAvg;
        cfs.addUtilSum(se.utilSum());
        if (!release.scalesContributions()) {
            se.runnableSum = se.runnableAvg * divider;
            cfs.runnableAvg += se.runnableAvg;
            cfs.runnableSum += se.runnableSum;
        }
        if (sums == PeltRelease.Sums.FLOOR_OWN) {
            floorUtil(cfs);
            floorRunnable(cfs);
        }
        addPropagate(queue, se.loadSum);
    }

    private long entityLoadSum(long weightedSum, long weight) {
        if (release.scalesContributions()) {
            return weight == 0 ? weightedSum : Long.divideUnsigned(weightedSum, weight);
        }
        return Long.compareUnsigned(weight, weightedSum) < 0 ? Long.divideUnsigned(weightedSum, weight) : 1;
    }

    /** Takes an entity's averages off a queue ({@code detach_entity_load_avg}); the entity keeps its own values. */
    public void detach(CfsLoad queue, SchedAvg se, long fullWeight) {
        SchedAvg cfs = queue.avg;
        dequeueLoad(cfs, se, Weights.scaleLoadDown(fullWeight));
        cfs.utilAvg = Unsigned.subPositive(cfs.utilAvg, se.utilAvg);
        cfs.utilSum = (int) Unsigned.subPositiveU32(cfs.utilSum(), se.utilSum());
        settleUtil(cfs);
        if (!release.scalesContributions()) {
            cfs.runnableAvg = Unsigned.subPositive(cfs.runnableAvg, se.runnableAvg);
            cfs.runnableSum = Unsigned.subPositive(cfs.runnableSum, se.runnableSum);
            settleRunnable(cfs);
        }
        addPropagate(queue, -se.loadSum);
    }

    /**
     * Changes the weight that an entity's load is counted with ({@code reweight_entity}): off the queue's averages, remade, on again.
     *
     * @param oldFullWeight weight so far
     * @param newFullWeight weight from now on; the caller stores it
     */
    public void reweight(CfsLoad queue, SchedAvg se, long oldFullWeight, long newFullWeight) {
        dequeueLoad(queue.avg, se, Weights.scaleLoadDown(oldFullWeight));
        long weight = Weights.scaleLoadDown(newFullWeight);
        long divider = release == PeltRelease.V4_12 ? pelt.halfLife().loadAvgMax() : pelt.divider(se);
        se.loadAvg = Long.divideUnsigned(weight * se.loadSum, divider);
        enqueueLoad(queue.avg, se, weight);
    }

    private void enqueueLoad(SchedAvg cfs, SchedAvg se, long weight) {
        cfs.loadAvg += se.loadAvg;
        cfs.loadSum += weight * se.loadSum;
        if (sums == PeltRelease.Sums.FLOOR_OWN) {
            floorLoad(cfs);
        }
    }

    private void dequeueLoad(SchedAvg cfs, SchedAvg se, long weight) {
        cfs.loadAvg = Unsigned.subPositive(cfs.loadAvg, se.loadAvg);
        cfs.loadSum = Unsigned.subPositive(cfs.loadSum, weight * se.loadSum);
        if (sums != PeltRelease.Sums.FROM_AVERAGE) {
            floorLoad(cfs);
        }
    }

    /**
     * A sleeping entity leaves a queue whose lock is not held, by waking elsewhere or exiting ({@code remove_entity_load_avg}): it ages to the
     * queue's time, and its averages wait to be subtracted. The caller then marks it detached.
     */
    public void remove(CfsLoad queue, SchedAvg se, long fullWeight) {
        pelt.updateBlockedSe(queue.avg.lastUpdateTimeNs, se, fullWeight);
        queue.removedNr++;
        queue.removedLoad += se.loadAvg;
        queue.removedRunnable += se.runnableAvg;
        queue.removedUtil += se.utilAvg;
    }

    /**
     * The first half of {@code update_cfs_rq_load_avg}: subtracts what was removed. The second half is {@link Pelt#updateCfsRq}; the queue has
     * decayed if either says so.
     */
    public boolean applyRemoved(CfsLoad queue) {
        if (queue.removedNr == 0) {
            return false;
        }
        SchedAvg cfs = queue.avg;
        long divider = divider(cfs);
        long load = queue.removedLoad;
        long runnable = queue.removedRunnable;
        long util = queue.removedUtil;
        queue.removedNr = 0;
        queue.removedLoad = 0;
        queue.removedRunnable = 0;
        queue.removedUtil = 0;
        cfs.loadAvg = Unsigned.subPositive(cfs.loadAvg, load);
        cfs.loadSum = Unsigned.subPositive(cfs.loadSum, load * divider);
        if (sums == PeltRelease.Sums.FROM_AVERAGE) {
            cfs.loadSum = cfs.loadAvg * divider;
        } else {
            floorLoad(cfs);
        }
        cfs.utilAvg = Unsigned.subPositive(cfs.utilAvg, util);
        cfs.utilSum = (int) Unsigned.subPositiveU32(cfs.utilSum(), util * divider);
        floorUtil(cfs);
        if (!release.scalesContributions()) {
            cfs.runnableAvg = Unsigned.subPositive(cfs.runnableAvg, runnable);
            cfs.runnableSum = Unsigned.subPositive(cfs.runnableSum, runnable * divider);
            settleRunnable(cfs);
            // The negated product is shifted, so the result rounds away from zero.
            addPropagate(queue, -(runnable * divider) >> Pelt.UNIT_SHIFT);
        } else {
            addPropagate(queue, -(load * divider) >> Pelt.UNIT_SHIFT);
        }
        return true;
    }

    /** Notes runnable time, signed units, that is still to be passed up ({@code add_tg_cfs_propagate}). */
    public void addPropagate(CfsLoad queue, long runnableSum) {
        queue.propagate = true;
        queue.propRunnableSum += runnableSum;
    }

    /**
     * Passes the changes of a group's queue to its entity and the queue that this is on ({@code propagate_entity_load_avg}).
     *
     * @param parent queue that the group entity is on
     * @param se the group entity's averages
     * @param own queue that the group entity owns
     * @param seFullWeight weight of the group entity
     * @param ownFullLoadWeight weight of all entities queued on {@code own}
     * @return whether there was anything to pass
     */
    public boolean propagate(CfsLoad parent, SchedAvg se, CfsLoad own, long seFullWeight, long ownFullLoadWeight) {
        if (!own.propagate) {
            return false;
        }
        own.propagate = false;
        addPropagate(parent, own.propRunnableSum);
        propagateUtil(parent, se, own);
        if (!release.scalesContributions()) {
            propagateRunnable(parent, se, own);
        }
        propagateLoad(parent, se, own, seFullWeight, ownFullLoadWeight);
        return true;
    }

    /** {@code update_tg_cfs_util}: the group entity's utilisation becomes its queue's; the parent queue follows by the difference. */
    public void propagateUtil(CfsLoad parent, SchedAvg se, CfsLoad own) {
        SchedAvg cfs = parent.avg;
        long deltaAvg = own.avg.utilAvg - se.utilAvg;
        if (deltaAvg == 0) {
            return;
        }
        long newSum = Unsigned.u32(own.avg.utilAvg * divider(cfs));
        long deltaSum = newSum - se.utilSum();
        se.utilAvg = own.avg.utilAvg;
        se.utilSum = (int) newSum;
        cfs.utilAvg = Unsigned.addPositive(cfs.utilAvg, deltaAvg);
        cfs.utilSum = (int) Unsigned.addPositiveU32(cfs.utilSum(), deltaSum);
        settleUtil(cfs);
    }

    /** {@code update_tg_cfs_runnable}: the same for the runnable average. */
    public void propagateRunnable(CfsLoad parent, SchedAvg se, CfsLoad own) {
        SchedAvg cfs = parent.avg;
        long deltaAvg = own.avg.runnableAvg - se.runnableAvg;
        if (deltaAvg == 0) {
            return;
        }
        long newSum = own.avg.runnableAvg * divider(cfs);
        if (release.runnableSumCut32) {
            newSum = Unsigned.u32(newSum);
        }
        long deltaSum = newSum - se.runnableSum;
        se.runnableAvg = own.avg.runnableAvg;
        se.runnableSum = newSum;
        cfs.runnableAvg = Unsigned.addPositive(cfs.runnableAvg, deltaAvg);
        cfs.runnableSum = Unsigned.addPositive(cfs.runnableSum, deltaSum);
        settleRunnable(cfs);
    }

    /** {@code update_tg_cfs_load}: the group entity's load follows the runnable time that waits on its queue. */
    public void propagateLoad(CfsLoad parent, SchedAvg se, CfsLoad own, long seFullWeight, long ownFullLoadWeight) {
        long change = own.propRunnableSum;
        if (change == 0) {
            return;
        }
        own.propRunnableSum = 0;
        SchedAvg cfs = parent.avg;
        long divider = divider(cfs);
        long runnableSum;
        if (change >= 0) {
            runnableSum = Math.min(change + se.loadSum, divider);
        } else {
            // Who left cannot be told from how long the others ran: estimate from the load per weight that is left.
            long ownWeight = Weights.scaleLoadDown(ownFullLoadWeight);
            long left = ownWeight == 0 ? 0 : Long.divideUnsigned(own.avg.loadSum, ownWeight);
            runnableSum = Math.min(se.loadSum, left);
        }
        runnableSum = Math.max(runnableSum, se.utilSum() >> Pelt.UNIT_SHIFT);
        long weight = Weights.scaleLoadDown(seFullWeight);
        long loadSum = weight * runnableSum;
        long loadAvg = loadSum / divider;
        long deltaAvg = loadAvg - se.loadAvg;
        boolean fromAverage = sums == PeltRelease.Sums.FROM_AVERAGE;
        if (deltaAvg == 0 && !fromAverage) {
            return;
        }
        long deltaSum = loadSum - weight * se.loadSum;
        se.loadSum = runnableSum;
        se.loadAvg = loadAvg;
        cfs.loadAvg = Unsigned.addPositive(cfs.loadAvg, deltaAvg);
        if (fromAverage) {
            cfs.loadSum = cfs.loadAvg * divider;
        } else {
            cfs.loadSum = Unsigned.addPositive(cfs.loadSum, deltaSum);
            floorLoad(cfs);
        }
    }

    private void settleUtil(SchedAvg cfs) {
        if (sums == PeltRelease.Sums.FROM_AVERAGE) {
            cfs.utilSum = (int) (cfs.utilAvg * divider(cfs));
        } else {
            floorUtil(cfs);
        }
    }

    private void settleRunnable(SchedAvg cfs) {
        if (sums == PeltRelease.Sums.FROM_AVERAGE) {
            cfs.runnableSum = cfs.runnableAvg * divider(cfs);
        } else {
            floorRunnable(cfs);
        }
    }

    private void floorUtil(SchedAvg cfs) {
        cfs.utilSum = (int) Unsigned.maxU32(cfs.utilSum(), cfs.utilAvg * minDivider);
    }

    private void floorRunnable(SchedAvg cfs) {
        cfs.runnableSum = floor(cfs.runnableSum, cfs.runnableAvg);
    }

    private void floorLoad(SchedAvg cfs) {
        cfs.loadSum = floor(cfs.loadSum, cfs.loadAvg);
    }

    private long floor(long sum, long average) {
        long least = average * minDivider;
        return sums == PeltRelease.Sums.FLOOR_OWN ? Unsigned.max(sum, least) : Unsigned.maxU32(sum, least);
    }
}
