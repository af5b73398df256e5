package org.schedlab.pelt;

import java.util.List;

/**
 * The load tracking that a queue ({@code cfs_rq}) has beyond its own averages: load taken off remotely and still to be subtracted, load
 * changes still to be passed up, and what has been published to the task group.
 *
 * <p>Mutable, confined to one thread; changed by {@link LoadTransfer} and {@link GroupLoad}, and by {@link #set} when a saved state is loaded.
 */
public final class CfsLoad {
    /** Names of the saved fields besides {@link #avg()}, in the order of {@link #get}. */
    public static final List<String> FIELDS = List.of(
            "removed_nr",
            "removed_load",
            "removed_runnable",
            "removed_util",
            "propagate",
            "prop_runnable_sum",
            "tg_load_avg_contrib",
            "tg_runnable_avg_contrib",
            "last_update_tg_load_avg");

    final SchedAvg avg = new SchedAvg();
    long removedNr;
    long removedLoad;
    long removedRunnable;
    long removedUtil;
    boolean propagate;
    long propRunnableSum;
    long tgLoadAvgContrib;
    long tgRunnableAvgContrib;
    long lastUpdateTgLoadAvgNs;

    /** Returns the queue's averages. */
    public SchedAvg avg() {
        return avg;
    }

    /** Returns how many entities have been removed since the last update. */
    public long removedNr() {
        return removedNr;
    }

    /** Whether a load change waits to be passed to the parent queue. */
    public boolean propagate() {
        return propagate;
    }

    /** Returns the runnable time, signed units, that waits to be passed to the parent queue. */
    public long propRunnableSum() {
        return propRunnableSum;
    }

    /** Returns the part of the group's {@code load_avg} that is this queue's. */
    public long tgLoadAvgContrib() {
        return tgLoadAvgContrib;
    }

    /** Returns a field by its index in {@link #FIELDS}. */
    public long get(int field) {
        return switch (field) {
            case 0 -> removedNr;
            case 1 -> removedLoad;
            case 2 -> removedRunnable;
            case 3 -> removedUtil;
            case 4 -> propagate ? 1 : 0;
            case 5 -> propRunnableSum;
            case 6 -> tgLoadAvgContrib;
            case 7 -> tgRunnableAvgContrib;
            case 8 -> lastUpdateTgLoadAvgNs;
            default -> throw noField(field);
        };
    }

    /** Sets a field by its index in {@link #FIELDS}: loads a saved state. */
    public void set(int field, long value) {
        switch (field) {
            case 0 -> removedNr = value;
            case 1 -> removedLoad = value;
            case 2 -> removedRunnable = value;
            case 3 -> removedUtil = value;
            case 4 -> propagate = value != 0;
            case 5 -> propRunnableSum = value;
            case 6 -> tgLoadAvgContrib = value;
            case 7 -> tgRunnableAvgContrib = value;
            case 8 -> lastUpdateTgLoadAvgNs = value;
            default -> throw noField(field);
        }
    }

    private static IndexOutOfBoundsException noField(int field) {
        return new IndexOutOfBoundsException("Field (" + field + ") of a queue's load does not exist.\nMaybe use 0 to "
                + (FIELDS.size() - 1) + ", see CfsLoad.FIELDS.");
    }
}
