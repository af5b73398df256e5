package org.schedlab.pelt;

import org.schedlab.arith.Unsigned;
import org.schedlab.arith.Weights;

/**
 * Load tracking of 4.12 and 4.16, which scales each contribution by frequency and CPU speed instead of scaling time.
 *
 * <p>The runnable pair of {@link SchedAvg} holds {@code runnable_load_sum} and {@code runnable_load_avg}. In 4.12 sums are weighted, averages
 * divide by {@code LOAD_AVG_MAX}, and only queues track runnable load; in 4.16 an entity's sums are weight-free and averages divide by the
 * running divider. Units, pending time and clocks are those of {@link Pelt}; scales are 1024-based.
 *
 * <p>Holds constants only, thread-safe; constant time, no allocation. Follows {@code ___update_load_avg}/{@code accumulate_sum} of 4.12.0 and
 * {@code ___update_load_sum}/{@code ___update_load_avg} of 4.16.13.
 */
public final class ScaledPelt {
    private static final int PERIOD_UNITS = HalfLife.PERIOD_UNITS;

    private final HalfLife halfLife;
    private final boolean weightedSums;

    /** Creates the arithmetic of {@link PeltRelease#V4_12} or {@link PeltRelease#V4_16}. */
    public ScaledPelt(PeltRelease release, HalfLife halfLife) {
        if (!release.scalesContributions()) {
            throw new IllegalArgumentException(
                    "Release (" + release
                            + ") does not scale contributions.\nMaybe use Pelt, which scales time by PeltClock, or V4_12 or V4_16.");
        }
        this.halfLife = halfLife;
        this.weightedSums = release == PeltRelease.V4_12;
    }

    /** An entity, or a blocked one with {@code onRq} and {@code running} false; returns whether a period border was crossed. */
    public boolean updateSe(
            long nowNs, SchedAvg sa, long fullWeight, boolean onRq, boolean running, long freqScale, long cpuScale) {
        long weight = Weights.scaleLoadDown(fullWeight);
        if (weightedSums) {
            return update412(nowNs, sa, onRq ? weight : 0, false, running, freqScale, cpuScale);
        }
        long load = onRq ? 1 : 0;
        if (!updateSum416(nowNs, sa, load, load, running, freqScale, cpuScale)) {
            return false;
        }
        average416(sa, weight, weight);
        return true;
    }

    /**
     * A queue; returns whether a period border was crossed.
     *
     * @param fullRunnableWeight {@code runnable_weight} of the queue, 4.16 only
     */
    public boolean updateCfsRq(
            long nowNs,
            SchedAvg sa,
            long fullLoadWeight,
            long fullRunnableWeight,
            boolean running,
            long freqScale,
            long cpuScale) {
        long load = Weights.scaleLoadDown(fullLoadWeight);
        if (weightedSums) {
            return update412(nowNs, sa, load, true, running, freqScale, cpuScale);
        }
        long runnable = Weights.scaleLoadDown(fullRunnableWeight);
        if (!updateSum416(nowNs, sa, load, runnable, running, freqScale, cpuScale)) {
            return false;
        }
        average416(sa, 1, 1);
        return true;
    }

    private boolean update412(
            long nowNs, SchedAvg sa, long load, boolean isQueue, boolean running, long freqScale, long cpuScale) {
        long delta = takeUnits(nowNs, sa);
        long entityRunnableSum = sa.runnableSum;
        boolean crossed = delta != 0 && accumulate(delta, sa, load, load, running, freqScale, cpuScale) != 0;
        if (!isQueue) {
            sa.runnableSum = entityRunnableSum;
        }
        if (!crossed) {
            return false;
        }
        sa.loadAvg = Long.divideUnsigned(sa.loadSum, halfLife.loadAvgMax());
        if (isQueue) {
            sa.runnableAvg = Long.divideUnsigned(sa.runnableSum, halfLife.loadAvgMax());
        }
        sa.utilAvg = sa.utilSum() / halfLife.loadAvgMax();
        return true;
    }

    private boolean updateSum416(
            long nowNs, SchedAvg sa, long load, long runnable, boolean running, long freqScale, long cpuScale) {
        long delta = takeUnits(nowNs, sa);
        if (delta == 0) {
            return false;
        }
        if (load == 0) {
            return accumulate(delta, sa, 0, 0, false, freqScale, cpuScale) != 0;
        }
        return accumulate(delta, sa, load, runnable, running, freqScale, cpuScale) != 0;
    }

    private void average416(SchedAvg sa, long weight, long runnableWeight) {
        long divider = halfLife.minDivider() + sa.periodContrib;
        sa.loadAvg = Long.divideUnsigned(weight * sa.loadSum, divider);
        sa.runnableAvg = Long.divideUnsigned(runnableWeight * sa.runnableSum, divider);
        sa.utilAvg = sa.utilSum() / divider;
    }

    /** Returns the whole units since the last update and moves its time on by them; 0 if there are none or the clock went back. */
    private static long takeUnits(long nowNs, SchedAvg sa) {
        long delta = nowNs - sa.lastUpdateTimeNs;
        if (delta < 0) {
            sa.lastUpdateTimeNs = nowNs;
            return 0;
        }
        delta >>= Pelt.UNIT_SHIFT;
        sa.lastUpdateTimeNs += delta << Pelt.UNIT_SHIFT;
        return delta;
    }

    private long accumulate(
            long delta, SchedAvg sa, long load, long runnable, boolean running, long freqScale, long cpuScale) {
        long contrib = Unsigned.u32(delta);
        long units = delta + sa.periodContrib;
        long periods = units >>> 10;
        if (periods != 0) {
            sa.loadSum = halfLife.decayLoad(sa.loadSum, periods);
            sa.runnableSum = halfLife.decayLoad(sa.runnableSum, periods);
            sa.utilSum = (int) halfLife.decayLoad(sa.utilSum(), periods);
            units &= PERIOD_UNITS - 1;
            contrib = halfLife.segments(periods, PERIOD_UNITS - sa.periodContrib, units);
        }
        sa.periodContrib = (int) units;
        contrib = Unsigned.u32((contrib * freqScale) >>> 10);
        sa.loadSum += load * contrib;
        sa.runnableSum += runnable * contrib;
        if (running) {
            sa.addUtilSum(contrib * cpuScale);
        }
        return periods;
    }
}
