package org.schedlab.pelt;

import org.schedlab.arith.Unsigned;
import org.schedlab.arith.Weights;

/**
 * Accumulates time into {@link SchedAvg} and makes averages of it, for every kind of signal of 5.10 to 7.3.
 *
 * <p>Units: {@code now} is ns of the clock named at each method (see {@link PeltClock}); sums count units of 1024 ns; weights are
 * full-resolution. Time below one unit is not lost but stays pending; a clock that went back only re-bases. Every update returns whether a
 * period border was crossed, which is when averages are recomputed.
 *
 * <p>Holds constants only: one instance may serve all threads, each {@link SchedAvg} one at a time. Constant time, no allocation. Follows
 * {@code ___update_load_sum}, {@code ___update_load_avg} and {@code __update_load_avg_*} of kernel/sched/pelt.c; the arithmetic is identical
 * in 5.10.223, 6.1.192, 6.8.0, 6.12.117 and 7.3.4.
 */
public final class Pelt {
    /** Units of 1024 ns: the shift between the two. */
    public static final int UNIT_SHIFT = 10;

    /**
     * Below 2^47 the quotient is the high half of a product: with r = 2^63/d rounded up, s·r/2^63 exceeds s/d by less than s/2^63, which
     * does not reach the next multiple of 1/d while s·d is below 2^63.
     */
    private static final int EXACT_BITS = 47;

    private static final int PERIOD_UNITS = HalfLife.PERIOD_UNITS;

    private final HalfLife halfLife;
    private final long minDivider;
    // The tables of the half-life at hand, one indirection less for each of the hot path's look-ups.
    private final int shift;
    private final int mask;
    private final long maxPeriods;
    private final long[] inverse;
    private final long[] fullPeriods;
    private final long[] reciprocals;

    /** Creates the arithmetic for a half-life. */
    public Pelt(HalfLife halfLife) {
        this.halfLife = halfLife;
        this.minDivider = halfLife.minDivider();
        this.shift = Integer.numberOfTrailingZeros(halfLife.periods());
        this.mask = halfLife.periods() - 1;
        this.maxPeriods = halfLife.maxPeriods();
        this.inverse = halfLife.inverses();
        this.fullPeriods = halfLife.fullPeriodSums();
        this.reciprocals = halfLife.reciprocals();
    }

    /** Returns the half-life with its tables. */
    public HalfLife halfLife() {
        return halfLife;
    }

    /** Returns what a sum is divided by to give an average at the current place in the period ({@code get_pelt_divider}). */
    public long divider(SchedAvg sa) {
        return minDivider + sa.periodContrib;
    }

    /**
     * {@code accumulate_sum}: decays the sums over the borders that a span crosses and adds its contribution.
     *
     * @param delta span in units of 1024 ns, u64
     * @param load 0 contributes nothing; a queue passes its plain weight, an entity 1
     * @param runnable number of runnable tasks, or pressure
     * @param running whether utilisation grows
     * @return borders crossed
     */
    public long accumulateSum(long delta, SchedAvg sa, long load, long runnable, boolean running) {
        long contrib = Unsigned.u32(delta);
        long units = delta + sa.periodContrib;
        long periods = units >>> 10;
        if (periods != 0) {
            units &= PERIOD_UNITS - 1;
            contrib = decay(sa, periods, units);
        }
        sa.periodContrib = (int) units;
        contribute(sa, contrib, load, runnable, running);
        return periods;
    }

    private static void contribute(SchedAvg sa, long contrib, long load, long runnable, boolean running) {
        // A product with 0 adds nothing: no branches, which a task's comings and goings would mispredict.
        sa.loadSum += load * contrib;
        sa.runnableSum += (runnable * contrib) << 10;
        sa.utilSum += running ? (int) contrib << 10 : 0;
    }

    /** Decays the three sums, sharing the look-up, and returns the contribution of a span that ends {@code units} into the new period. */
    private long decay(SchedAvg sa, long periods, long units) {
        if (Long.compareUnsigned(periods, maxPeriods) > 0) {
            sa.loadSum = 0;
            sa.runnableSum = 0;
            sa.utilSum = 0;
            return Unsigned.u32(fullPeriods[fullPeriods.length - 1] + units);
        }
        int n = (int) periods;
        int halvings = n >>> shift;
        long factor = inverse[n & mask];
        decaySums(sa, halvings, factor);
        return Unsigned.u32(firstPart(sa, halvings, factor) + fullPeriods[Math.min(n, fullPeriods.length - 1)] + units);
    }

    private static void decaySums(SchedAvg sa, int halvings, long factor) {
        sa.loadSum = HalfLife.scale(sa.loadSum >>> halvings, factor);
        sa.runnableSum = HalfLife.scale(sa.runnableSum >>> halvings, factor);
        sa.utilSum = (int) (((sa.utilSum() >>> halvings) * factor) >>> 32);
    }

    /** What was left of the period that ended, decayed to now. */
    private static long firstPart(SchedAvg sa, int halvings, long factor) {
        // In 64 bits: an int would be shifted by the remainder of 32.
        long left = (long) PERIOD_UNITS - sa.periodContrib;
        return ((left >>> halvings) * factor) >>> 32;
    }

    /** {@code ___update_load_sum}: accounts the time up to {@code nowNs}; returns whether a period border was crossed. */
    public boolean updateLoadSum(long nowNs, SchedAvg sa, long load, long runnable, boolean running) {
        long delta = nowNs - sa.lastUpdateTimeNs;
        if (delta < 0) {
            sa.lastUpdateTimeNs = nowNs;
            return false;
        }
        delta >>= UNIT_SHIFT;
        if (delta == 0) {
            return false;
        }
        sa.lastUpdateTimeNs += delta << UNIT_SHIFT;
        // Dequeued but still current, as while it looks for other work: neither runnable nor running counts.
        boolean counts = load != 0;
        return accumulateSum(delta, sa, load, counts ? runnable : 0, counts && running) != 0;
    }

    /** {@code ___update_load_avg}: makes the averages from the sums; {@code weight} is a plain multiplier of the load. */
    public void updateLoadAvg(SchedAvg sa, long weight) {
        average(sa, weight, reciprocals[sa.periodContrib]);
    }

    private void average(SchedAvg sa, long weight, long reciprocal) {
        long loadSum = weight * sa.loadSum;
        long runnableSum = sa.runnableSum;
        long utilSum = sa.utilSum();
        if ((loadSum | runnableSum) >>> EXACT_BITS != 0) {
            long divider = divider(sa);
            sa.loadAvg = Long.divideUnsigned(loadSum, divider);
            sa.runnableAvg = Long.divideUnsigned(runnableSum, divider);
            sa.utilAvg = utilSum / divider;
            return;
        }
        sa.loadAvg = Math.multiplyHigh(loadSum << 1, reciprocal);
        sa.runnableAvg = Math.multiplyHigh(runnableSum << 1, reciprocal);
        sa.utilAvg = Math.multiplyHigh(utilSum << 1, reciprocal);
    }

    /** A blocked entity ages ({@code __update_load_avg_blocked_se}). */
    public boolean updateBlockedSe(long nowNs, SchedAvg sa, long fullWeight) {
        if (!updateLoadSum(nowNs, sa, 0, 0, false)) {
            return false;
        }
        updateLoadAvg(sa, Weights.scaleLoadDown(fullWeight));
        return true;
    }

    /**
     * An entity on its queue's PELT clock ({@code __update_load_avg_se}).
     *
     * @param onRq whether it is queued
     * @param runnable 1 for a queued task, the cached count of runnable tasks for a group, 0 while delayed (6.12 and later)
     * @param running whether it is the current of its queue
     */
    public boolean updateSe(long nowNs, SchedAvg sa, long fullWeight, boolean onRq, long runnable, boolean running) {
        if (!updateLoadSum(nowNs, sa, onRq ? 1 : 0, runnable, running)) {
            return false;
        }
        updateLoadAvg(sa, Weights.scaleLoadDown(fullWeight));
        UtilEst.utilChanged(sa);
        return true;
    }

    /**
     * A queue on its own PELT clock ({@code __update_load_avg_cfs_rq}).
     *
     * @param fullLoadWeight weight of all queued entities
     * @param runnable number of runnable tasks below
     * @param running whether it has a current
     */
    public boolean updateCfsRq(long nowNs, SchedAvg sa, long fullLoadWeight, long runnable, boolean running) {
        if (!updateLoadSum(nowNs, sa, Weights.scaleLoadDown(fullLoadWeight), runnable, running)) {
            return false;
        }
        updateLoadAvg(sa, 1);
        return true;
    }

    /**
     * {@link #updateSe} and then {@link #updateCfsRq}, which an attached entity and its queue go through on the same clock in nearly every
     * operation: where both have accounted time to the same point, spans and factors are looked up once. (More parameters than are good, but
     * this is the hottest call of a simulation.)
     *
     * @param seRunnable as at {@link #updateSe}
     * @param nrRunnable number of runnable tasks below the queue
     * @param hasCurrent whether the queue has a current
     * @return whether the queue crossed a period border
     */
    public boolean updateSeAndCfsRq(
            long nowNs,
            SchedAvg se,
            long seFullWeight,
            boolean onRq,
            long seRunnable,
            boolean running,
            SchedAvg cfs,
            long fullLoadWeight,
            long nrRunnable,
            boolean hasCurrent) {
        long since = cfs.lastUpdateTimeNs;
        int filled = cfs.periodContrib;
        long delta = (nowNs - since) >> UNIT_SHIFT;
        long units = delta + filled;
        long periods = units >>> UNIT_SHIFT;
        boolean together = ((se.lastUpdateTimeNs ^ since) | (se.periodContrib ^ filled)) == 0;
        if (!together || delta < 0 || periods > maxPeriods) {
            updateSe(nowNs, se, seFullWeight, onRq, seRunnable, running);
            return updateCfsRq(nowNs, cfs, fullLoadWeight, nrRunnable, hasCurrent);
        }
        since += delta << UNIT_SHIFT;
        se.lastUpdateTimeNs = since;
        cfs.lastUpdateTimeNs = since;
        long contrib = periods == 0 ? delta : decayBoth(se, cfs, (int) periods, units);
        int rest = (int) units & (PERIOD_UNITS - 1);
        se.periodContrib = rest;
        cfs.periodContrib = rest;
        if (onRq) {
            contribute(se, contrib, 1, seRunnable, running);
        }
        if (fullLoadWeight != 0) {
            contribute(cfs, contrib, Weights.scaleLoadDown(fullLoadWeight), nrRunnable, hasCurrent);
        }
        if (periods == 0) {
            return false;
        }
        average(se, Weights.scaleLoadDown(seFullWeight), reciprocals[rest]);
        average(cfs, 1, reciprocals[rest]);
        UtilEst.utilChanged(se);
        return true;
    }

    private long decayBoth(SchedAvg se, SchedAvg cfs, int periods, long units) {
        int halvings = periods >>> shift;
        long factor = inverse[periods & mask];
        decaySums(se, halvings, factor);
        decaySums(cfs, halvings, factor);
        long full = fullPeriods[Math.min(periods, fullPeriods.length - 1)];
        return firstPart(cfs, halvings, factor) + full + (units & (PERIOD_UNITS - 1));
    }

    /** The realtime or deadline class on the CPU's PELT clock ({@code update_rt_rq_load_avg}, {@code update_dl_rq_load_avg}; 4.19 and later). */
    public boolean updateClass(long nowNs, SchedAvg sa, boolean running) {
        long input = running ? 1 : 0;
        if (!updateLoadSum(nowNs, sa, input, input, running)) {
            return false;
        }
        updateLoadAvg(sa, 1);
        return true;
    }

    /**
     * Thermal or hardware pressure on the task clock ({@code update_thermal_load_avg}, 5.7; {@code update_hw_load_avg}, 6.10 and later). Its
     * meaningful output is {@code load_avg}.
     *
     * @param pressure capacity lost
     */
    public boolean updateHw(long nowNs, SchedAvg sa, long pressure) {
        if (!updateLoadSum(nowNs, sa, pressure, pressure, pressure != 0)) {
            return false;
        }
        updateLoadAvg(sa, 1);
        return true;
    }

    /**
     * Interrupt time on the CPU's wall clock ({@code update_irq_load_avg}, 4.19 and later): idle up to {@code clock − running}, then running.
     * Its meaningful output is {@code util_avg}.
     *
     * @param runningNs interrupt time since the last update
     * @param freqScale current over maximum frequency, scale 1024
     * @param cpuScale capacity of this CPU, scale 1024
     * @return how many of the two steps crossed a border
     */
    public int updateIrq(long rqClockNs, SchedAvg sa, long runningNs, long freqScale, long cpuScale) {
        long running = (runningNs * freqScale) >>> 10;
        running = (running * cpuScale) >>> 10;
        int crossed = updateLoadSum(rqClockNs - running, sa, 0, 0, false) ? 1 : 0;
        crossed += updateLoadSum(rqClockNs, sa, 1, 1, true) ? 1 : 0;
        if (crossed != 0) {
            updateLoadAvg(sa, 1);
        }
        return crossed;
    }
}
