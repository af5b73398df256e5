package org.schedlab.pelt;

import java.util.List;
import org.schedlab.arith.Unsigned;

/**
 * Load tracking of an entity in 4.0: a decaying sum of runnable time over a decaying sum of all time, whose ratio weighs the entity's load.
 *
 * <p>Differences to later releases: time below 1024 ns is lost at each update, decay by no period is exact, full periods are summed from a
 * table in steps of 32, and the load of sleeping entities is aged by a counter of 2^20-ns steps instead of by their own clock. Weights are plain
 * (nice 0 = 1024). No golden vectors; follows the description in the specification.
 *
 * <p>Mutable, confined to one thread; constant time, no allocation. Follows {@code __update_entity_runnable_avg},
 * {@code __compute_runnable_contrib}, {@code __update_task_entity_contrib}, {@code __synchronize_entity_decay} of 4.0.
 */
public final class RunnableAvg40 {
    /** Names of the saved fields, in the order of {@link #get}. */
    public static final List<String> FIELDS = List.of(
            "last_runnable_update", "runnable_avg_sum", "runnable_avg_period", "decay_count", "load_avg_contrib");
    /** Periods after which the sum of full periods has reached its maximum ({@code LOAD_AVG_MAX_N}). */
    public static final int MAX_PERIODS = 345;
    /** Shift from ns to steps of the decay counter. */
    public static final int DECAY_STEP_SHIFT = 20;

    private static final HalfLife HALF_LIFE = HalfLife.MS_32;
    private static final int[] FULL_PERIODS = fullPeriods();

    private long lastUpdateNs;
    private long sum;
    private long period;
    private long decayCount;
    private long loadAvgContrib;

    /** Creates an entity without history, accounted from {@code nowNs} on. */
    public RunnableAvg40(long nowNs) {
        lastUpdateNs = nowNs;
    }

    private static int[] fullPeriods() {
        int[] sums = new int[HALF_LIFE.periods() + 1];
        for (int n = 1; n < sums.length; n++) {
            sums[n] = (int) decay(sums[n - 1] + HalfLife.PERIOD_UNITS, 1);
        }
        return sums;
    }

    /** Decay that is exact for no period. */
    static long decay(long value, long periods) {
        return periods == 0 ? value : HALF_LIFE.decayLoad(value, periods);
    }

    /** Returns the contribution of n full periods that have just passed. */
    static long fullPeriods(long n) {
        int step = HALF_LIFE.periods();
        if (n <= step) {
            return FULL_PERIODS[(int) n];
        }
        if (n >= MAX_PERIODS) {
            return HALF_LIFE.loadAvgMax();
        }
        long contrib = 0;
        int left = (int) n;
        do {
            contrib = contrib / 2 + FULL_PERIODS[step];
            left -= step;
        } while (left > step);
        return decay(contrib, left) + FULL_PERIODS[left];
    }

    /** Returns the decayed units spent runnable, u32. */
    public long runnableAvgSum() {
        return sum;
    }

    /** Returns the decayed units of all time, u32. */
    public long runnableAvgPeriod() {
        return period;
    }

    /** Returns the load that the entity adds to its queue, plain weight × share of time runnable. */
    public long loadAvgContrib() {
        return loadAvgContrib;
    }

    /** Accounts the time up to {@code nowNs} of the task clock; returns whether a period border was crossed. */
    public boolean update(long nowNs, boolean runnable) {
        long delta = nowNs - lastUpdateNs;
        if (delta < 0) {
            lastUpdateNs = nowNs;
            return false;
        }
        delta >>= Pelt.UNIT_SHIFT;
        if (delta == 0) {
            return false;
        }
        lastUpdateNs = nowNs;
        long filled = period % HalfLife.PERIOD_UNITS;
        boolean crossed = delta + filled >= HalfLife.PERIOD_UNITS;
        if (crossed) {
            long rest = HalfLife.PERIOD_UNITS - filled;
            add(rest, runnable);
            delta -= rest;
            long periods = delta / HalfLife.PERIOD_UNITS;
            delta %= HalfLife.PERIOD_UNITS;
            sum = decay(sum, periods + 1);
            period = decay(period, periods + 1);
            add(fullPeriods(periods), runnable);
        }
        add(delta, runnable);
        return crossed;
    }

    private void add(long units, boolean runnable) {
        period = Unsigned.u32(period + units);
        if (runnable) {
            sum = Unsigned.u32(sum + units);
        }
    }

    /** Remakes the load contribution from the sums and returns by how much it changed, signed. */
    public long updateContrib(long plainWeight) {
        long old = loadAvgContrib;
        loadAvgContrib = Long.divideUnsigned(sum * plainWeight, period + 1);
        return loadAvgContrib - old;
    }

    /** Notes the queue's decay counter as the entity blocks. */
    public void block(long queueDecayCounter) {
        decayCount = queueDecayCounter;
    }

    /** Ages the contribution by the steps that the queue has counted since {@link #block} and returns how many those were. */
    public long synchronizeDecay(long queueDecayCounter) {
        long steps = queueDecayCounter - decayCount;
        decayCount = 0;
        if (steps != 0) {
            loadAvgContrib = decay(loadAvgContrib, steps);
        }
        return steps;
    }

    /** Returns a field by its index in {@link #FIELDS}. */
    public long get(int field) {
        return switch (field) {
            case 0 -> lastUpdateNs;
            case 1 -> sum;
            case 2 -> period;
            case 3 -> decayCount;
            case 4 -> loadAvgContrib;
            default -> throw noField(field);
        };
    }

    /** Sets a field by its index in {@link #FIELDS}: loads a saved state. */
    public void set(int field, long value) {
        switch (field) {
            case 0 -> lastUpdateNs = value;
            case 1 -> sum = value;
            case 2 -> period = value;
            case 3 -> decayCount = value;
            case 4 -> loadAvgContrib = value;
            default -> throw noField(field);
        }
    }

    private static IndexOutOfBoundsException noField(int field) {
        return new IndexOutOfBoundsException("Field (" + field + ") of a 4.0 average does not exist.\nMaybe use 0 to "
                + (FIELDS.size() - 1) + ", see RunnableAvg40.FIELDS.");
    }
}
