package org.schedlab.pelt;

import java.util.List;
import org.schedlab.arith.Unsigned;

/**
 * The clocks of one CPU: wall time, time of tasks (without interrupts and steal), and PELT time, which runs slower the less a CPU gets done.
 *
 * <p>While a task runs, PELT time advances by the task time scaled by CPU capacity and frequency; as soon as the CPU idles it snaps forward to
 * task time, because waiting costs no work. A CPU that was saturated before it idled had no idle time to give away: what it skips is kept as
 * lost and never decays its signals. All times are ns, scales are 1024-based.
 *
 * <p>Mutable, confined to one thread; constant time. Follows {@code update_rq_clock_task}, {@code update_rq_clock_pelt},
 * {@code update_idle_rq_clock_pelt}, {@code rq_clock_pelt} (5.1 and later).
 */
public final class PeltClock {
    /** Names of the saved fields, in the order of {@link #get}. */
    public static final List<String> FIELDS = List.of(
            "clock", "clock_task", "clock_pelt", "lost_idle_time", "clock_idle", "clock_pelt_idle", "prev_irq_time");

    private long clockNs;
    private long clockTaskNs;
    private long clockPeltNs;
    private long lostIdleTimeNs;
    private long clockIdleNs;
    private long clockPeltIdleNs;
    private long pendingIrqNs;
    /** A sum of utilisation sums from which on a CPU counts as saturated. */
    private final long saturatedUtilSum;

    /** Creates clocks that all stand at 0. */
    public PeltClock(HalfLife halfLife) {
        this.saturatedUtilSum = (halfLife.minDivider() << Pelt.UNIT_SHIFT) - halfLife.loadAvgMax();
    }

    /** Returns wall time. */
    public long clockNs() {
        return clockNs;
    }

    /** Returns task time. */
    public long clockTaskNs() {
        return clockTaskNs;
    }

    /** Returns the raw PELT time, with what was lost. */
    public long clockPeltNs() {
        return clockPeltNs;
    }

    /** Returns what has been lost so far. */
    public long lostIdleTimeNs() {
        return lostIdleTimeNs;
    }

    /** Returns the PELT time that signals of the CPU are updated with ({@code rq_clock_pelt}). */
    public long rqClockPeltNs() {
        return clockPeltNs - lostIdleTimeNs;
    }

    /**
     * Advances all clocks.
     *
     * @param deltaNs wall time since the last update
     * @param irqNs interrupt time that fell due; more than {@code deltaNs} is carried over
     * @param stealNs time stolen by the hypervisor, at most the rest counts
     * @param currIsIdle whether the CPU's current is the idle task
     * @return interrupt and steal time taken out, the input of {@link Pelt#updateIrq}
     */
    public long advance(long deltaNs, long irqNs, long stealNs, boolean currIsIdle, long cpuScale, long freqScale) {
        clockNs += deltaNs;
        pendingIrqNs += irqNs;
        long irq = Math.min(pendingIrqNs, deltaNs);
        pendingIrqNs -= irq;
        long steal = Math.min(stealNs, deltaNs - irq);
        advanceTask(deltaNs - irq - steal, currIsIdle, cpuScale, freqScale);
        return irq + steal;
    }

    /** Advances task and PELT time only ({@code update_rq_clock_pelt}). */
    public void advanceTask(long deltaTaskNs, boolean currIsIdle, long cpuScale, long freqScale) {
        clockTaskNs += deltaTaskNs;
        if (currIsIdle) {
            synchronise();
            return;
        }
        long delta = (deltaTaskNs * cpuScale) >> 10;
        delta = (delta * freqScale) >> 10;
        clockPeltNs += delta;
    }

    /**
     * The CPU goes idle ({@code update_idle_rq_clock_pelt}): PELT time catches up, and the gap is lost if the CPU was saturated.
     *
     * @param cfsUtilSum utilisation sum of the root queue
     * @param rtUtilSum of the realtime class
     * @param dlUtilSum of the deadline class
     */
    public void goIdle(long cfsUtilSum, long rtUtilSum, long dlUtilSum) {
        if (Unsigned.u32(cfsUtilSum + rtUtilSum + dlUtilSum) >= saturatedUtilSum) {
            lostIdleTimeNs += clockTaskNs - clockPeltNs;
        }
        synchronise();
    }

    private void synchronise() {
        clockPeltNs = clockTaskNs;
        clockIdleNs = clockNs;
        clockPeltIdleNs = rqClockPeltNs();
    }

    /**
     * Returns an estimate of the PELT time of an idle CPU whose clocks are not being updated, to age an entity that leaves it
     * ({@code migrate_se_pelt_lag}, 6.1 and later).
     *
     * @param nowNs wall time
     */
    public long estimateIdlePeltNs(long nowNs) {
        return clockPeltIdleNs + (nowNs - clockIdleNs);
    }

    /** Returns a field by its index in {@link #FIELDS}. */
    public long get(int field) {
        return switch (field) {
            case 0 -> clockNs;
            case 1 -> clockTaskNs;
            case 2 -> clockPeltNs;
            case 3 -> lostIdleTimeNs;
            case 4 -> clockIdleNs;
            case 5 -> clockPeltIdleNs;
            case 6 -> pendingIrqNs;
            default -> throw noField(field);
        };
    }

    /** Sets a field by its index in {@link #FIELDS}: loads a saved state. */
    public void set(int field, long value) {
        switch (field) {
            case 0 -> clockNs = value;
            case 1 -> clockTaskNs = value;
            case 2 -> clockPeltNs = value;
            case 3 -> lostIdleTimeNs = value;
            case 4 -> clockIdleNs = value;
            case 5 -> clockPeltIdleNs = value;
            case 6 -> pendingIrqNs = value;
            default -> throw noField(field);
        }
    }

    private static IndexOutOfBoundsException noField(int field) {
        return new IndexOutOfBoundsException("Field (" + field + ") of a clock does not exist.\nMaybe use 0 to "
                + (FIELDS.size() - 1) + ", see PeltClock.FIELDS.");
    }
}
