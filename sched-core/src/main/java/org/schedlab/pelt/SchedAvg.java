package org.schedlab.pelt;

import java.util.List;
import org.schedlab.arith.CpuUtil;
import org.schedlab.arith.Unsigned;
import org.schedlab.arith.Weights;

/**
 * The load-tracking state of one entity, queue or other signal: {@code struct sched_avg}.
 *
 * <p>Time is counted in units of 1024 ns, 1024 units to a period. Sums decay by half in {@link HalfLife#periods()} periods; averages are
 * sums over the divider ({@code PELT_MIN_DIVIDER} + {@code period_contrib}) and are recomputed only on a period border. Bounds: {@code util_avg}
 * and a task's {@code runnable_avg} ≤ 1024, {@code util_sum} ≤ 1024 · (divider + half-life): full periods are rounded up, so a sum may pass the
 * divider by a few units, and {@code load_avg} its plain weight by as many parts. An entity's {@code load_sum} is weight-free time; a queue's is
 * weight · time and has no fixed bound. In 4.12 and 4.16 the runnable pair holds {@code runnable_load_sum/avg} instead.
 *
 * <p>Mutable, confined to one thread; changed only by {@link Pelt}, {@link ScaledPelt}, {@link LoadTransfer} and {@link UtilEst}, and by
 * {@link #set} when a saved state is loaded. 72 bytes.
 */
public final class SchedAvg {
    /** Names of the saved fields, in the order of {@link #get}. */
    public static final List<String> FIELDS = List.of(
            "last_update_time",
            "period_contrib",
            "load_sum",
            "runnable_sum",
            "util_sum",
            "load_avg",
            "runnable_avg",
            "util_avg",
            "util_est",
            "util_est_enqueued");

    long lastUpdateTimeNs;
    long loadSum;
    long runnableSum;
    long loadAvg;
    long runnableAvg;
    long utilAvg;
    /** u32 in an int. */
    int utilSum;

    int periodContrib;
    /** u32 in an int: the estimate from 6.8, {@code ewma} before. */
    int utilEst;
    /** u32 in an int: {@code enqueued} before 6.8. */
    int utilEstEnqueued;

    /** Returns the time, in ns of the signal's clock, up to which time has been accounted; 0 marks an entity that is attached nowhere. */
    public long lastUpdateTimeNs() {
        return lastUpdateTimeNs;
    }

    /** Returns the filled part of the current period, 0 to 1023 units of 1024 ns. */
    public int periodContrib() {
        return periodContrib;
    }

    /** Returns the load sum, u64. */
    public long loadSum() {
        return loadSum;
    }

    /** Returns the runnable sum, u64, scaled by 1024. */
    public long runnableSum() {
        return runnableSum;
    }

    /** Returns the utilisation sum, u32, scaled by 1024. */
    public long utilSum() {
        return Integer.toUnsignedLong(utilSum);
    }

    /** Returns the load average: plain weight × the share of time runnable. */
    public long loadAvg() {
        return loadAvg;
    }

    /** Returns the runnable average: 1024 per always-runnable task. */
    public long runnableAvg() {
        return runnableAvg;
    }

    /** Returns the utilisation average, 0 to 1024 per entity. */
    public long utilAvg() {
        return utilAvg;
    }

    /** Returns the raw utilisation estimate with its flag bit ({@link CpuUtil#UTIL_AVG_UNCHANGED}, 6.8 and later); {@code ewma} before 6.8. */
    public long utilEst() {
        return Integer.toUnsignedLong(utilEst);
    }

    /** Returns {@code util_est.enqueued} with its flag bit; releases before 6.8. */
    public long utilEstEnqueued() {
        return Integer.toUnsignedLong(utilEstEnqueued);
    }

    /** Whether the entity is attached to a queue; an unattached one is attached at its next enqueue. */
    public boolean isAttached() {
        return lastUpdateTimeNs != 0;
    }

    /** Marks the entity as attached nowhere, as a migration does after taking its load off. */
    public void markDetached() {
        lastUpdateTimeNs = 0;
    }

    /** Starts accounting at a time without any history: a new queue, or a task that is not in the fair class. */
    public void startAt(long nowNs) {
        lastUpdateTimeNs = nowNs;
    }

    /** Gives a new task the load of a task that always ran ({@code init_entity_runnable_average}); sums stay 0 until it is attached. */
    public void initTask(long fullWeight) {
        loadAvg = Weights.scaleLoadDown(fullWeight);
    }

    /** Whether all sums have decayed to zero; averages may lag behind. */
    public boolean sumsAreZero() {
        return (loadSum | runnableSum | utilSum) == 0;
    }

    /** Returns a field by its index in {@link #FIELDS}, unsigned in a long. */
    public long get(int field) {
        return switch (field) {
            case 0 -> lastUpdateTimeNs;
            case 1 -> periodContrib;
            case 2 -> loadSum;
            case 3 -> runnableSum;
            case 4 -> utilSum();
            case 5 -> loadAvg;
            case 6 -> runnableAvg;
            case 7 -> utilAvg;
            case 8 -> utilEst();
            case 9 -> utilEstEnqueued();
            default -> throw noField(field);
        };
    }

    /** Sets a field by its index in {@link #FIELDS}: loads a saved state. */
    public void set(int field, long value) {
        switch (field) {
            case 0 -> lastUpdateTimeNs = value;
            case 1 -> periodContrib = (int) value;
            case 2 -> loadSum = value;
            case 3 -> runnableSum = value;
            case 4 -> utilSum = (int) value;
            case 5 -> loadAvg = value;
            case 6 -> runnableAvg = value;
            case 7 -> utilAvg = value;
            case 8 -> utilEst = (int) value;
            case 9 -> utilEstEnqueued = (int) value;
            default -> throw noField(field);
        }
    }

    /** Takes over the whole state of another one. */
    public void copyFrom(SchedAvg other) {
        for (int field = 0; field < FIELDS.size(); field++) {
            set(field, other.get(field));
        }
    }

    private static IndexOutOfBoundsException noField(int field) {
        return new IndexOutOfBoundsException("Field (" + field + ") of a load average does not exist.\nMaybe use 0 to "
                + (FIELDS.size() - 1) + ", see SchedAvg.FIELDS.");
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("SchedAvg[");
        for (int field = 0; field < FIELDS.size(); field++) {
            text.append(field == 0 ? "" : ", ")
                    .append(FIELDS.get(field))
                    .append('=')
                    .append(Long.toUnsignedString(get(field)));
        }
        return text.append(']').toString();
    }

    void addUtilSum(long units) {
        utilSum = (int) Unsigned.u32(utilSum + units);
    }
}
