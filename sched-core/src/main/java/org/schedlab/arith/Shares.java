package org.schedlab.arith;

/**
 * What part of a task group's shares its queue on one CPU gets, and when a queue's load is published to its group.
 *
 * <p>Shares and queue weights are full-resolution, load averages plain; everything is a signed 64-bit number that wraps, divisions
 * truncate. Stateless and thread-safe, constant time. Follows {@code calc_group_shares} (4.0 {@code calc_cfs_shares}), the hierarchical
 * weight product of 7.3 and the publication test of {@code update_tg_load_avg}.
 */
public final class Shares {
    /** Lower clamp of a group entity's weight: in full resolution, so far below one plain unit. */
    public static final long MIN_SHARES = 2;
    /** Smallest and largest settable shares, plain: {@code sched_group_set_shares} clamps to these. */
    public static final long MAX_SHARES = 1L << 18;
    /** Shares of a new group. */
    public static final long DEFAULT_SHARES = Weights.NICE_0_LOAD;
    /** Upper clamp in mode {@link GroupMode#MAX}: the weight of nice −20. */
    public static final long MAX_MODE_CLAMP = 88_761L << Weights.LOAD_SHIFT;
    /** 6.8 and later publish a queue's load at most once in this time. */
    public static final long PUBLISH_INTERVAL_NS = 1_000_000;

    private Shares() {}

    /** How 7.3 sizes a group against its tasks and CPUs (debugfs {@code cgroup_mode}); numbers are the kernel's. */
    public enum GroupMode {
        /** Every queue gets the full shares. */
        UP,
        /** The division of earlier releases. */
        SMP,
        /** Shares times min(tasks, CPUs): the default. */
        CONCUR,
        /** Shares times CPUs, capped at nice −20. */
        MAX,
        /** Shares times tasks. */
        TASKS
    }

    /** Clamps shares that a user sets to what the kernel accepts (2 to 262144, full resolution). */
    public static long clampSettable(long shares) {
        return Unsigned.clamp(shares, Weights.scaleLoad(MIN_SHARES), Weights.scaleLoad(MAX_SHARES));
    }

    /** 4.0: {@code queueWeight} and the group's load are plain. */
    public static long group40(long tgShares, long queueWeight, long tgLoadAvg, long contrib) {
        return divide(tgShares, queueWeight, tgLoadAvg - contrib + queueWeight, tgShares);
    }

    /** 4.12: the queue counts with its weight alone. */
    public static long group412(long tgShares, long queueWeight, long tgLoadAvg, long contrib) {
        long load = Weights.scaleLoadDown(queueWeight);
        return divide(tgShares, load, tgLoadAvg - contrib + load, tgShares);
    }

    /**
     * 4.15 to 6.12: the queue counts with the larger of its weight and its load average.
     *
     * @param tgLoadAvg the group's published load
     * @param contrib this queue's part of {@code tgLoadAvg}
     */
    public static long group415(long tgShares, long queueWeight, long queueLoadAvg, long tgLoadAvg, long contrib) {
        long load = queueLoad(queueWeight, queueLoadAvg);
        return divide(tgShares, load, tgLoadAvg - contrib + load, tgShares);
    }

    /**
     * 7.3, by mode.
     *
     * @param tgRunnableAvg the group's published {@code runnable_avg}; tasks = max(1, tgRunnableAvg / 1024)
     * @param tgCpus CPUs of the group's cpuset
     */
    public static long group73(
            GroupMode mode,
            long tgShares,
            long queueWeight,
            long queueLoadAvg,
            long tgLoadAvg,
            long contrib,
            long tgRunnableAvg,
            long tgCpus) {
        long tasks = Math.max(1, tgRunnableAvg >> Weights.LOAD_SHIFT);
        long cpus = Math.max(1, tgCpus);
        long load = queueLoad(queueWeight, queueLoadAvg);
        long total = tgLoadAvg - contrib + load;
        return switch (mode) {
            case UP -> tgShares;
            case SMP -> divide(tgShares, load, total, tgShares);
            case CONCUR -> {
                long sized = tgShares * Math.min(tasks, cpus);
                yield divide(sized, load, total, sized);
            }
            case MAX -> divide(tgShares * cpus, load, total, MAX_MODE_CLAMP);
            case TASKS -> divide(tgShares * tasks, load, total, tgShares * tasks);
        };
    }

    private static long queueLoad(long queueWeight, long queueLoadAvg) {
        return Math.max(Weights.scaleLoadDown(queueWeight), queueLoadAvg);
    }

    private static long divide(long shares, long load, long total, long upper) {
        long part = shares * load;
        if (total != 0) {
            part /= total;
        }
        return Unsigned.clamp(part, MIN_SHARES, upper);
    }

    /**
     * One level of 7.3's hierarchical weight: start with {@link Weights#NICE_0_LOAD} at the task and call once per level.
     *
     * @param entityWeight full-resolution load weight of the entity of that level
     * @param queueWeight load weight of the queue it is on, or {@link Weights#NICE_0_LOAD} on the root queue
     */
    public static long propagateWeight(long weight, long entityWeight, long queueWeight) {
        return Unsigned.max(MIN_SHARES, Long.divideUnsigned(weight * entityWeight, queueWeight));
    }

    /**
     * A part of a hierarchical load, floor: {@code task_h_load} with a task's {@code load_avg}, or one step down of a queue's
     * {@code h_load} with the group entity's.
     *
     * @param hLoad hierarchical load of the queue that the entity is on; the root queue's is its {@code load_avg}
     * @param entityLoadAvg the entity's average
     * @param queueLoadAvg average of the queue that the entity is on
     */
    public static long hLoad(long hLoad, long entityLoadAvg, long queueLoadAvg) {
        return Long.divideUnsigned(hLoad * entityLoadAvg, queueLoadAvg + 1);
    }

    /** Whether an average has moved far enough from what was published, more than 1/64, to publish it again (4.12 and later). */
    public static boolean publishDue(long average, long contrib) {
        return Long.compareUnsigned(Math.abs(average - contrib), Long.divideUnsigned(contrib, 64)) > 0;
    }

    /** {@link #publishDue} of 4.0: more than 1/8. */
    public static boolean publishDue40(long average, long contrib) {
        return Long.compareUnsigned(Math.abs(average - contrib), Long.divideUnsigned(contrib, 8)) > 0;
    }
}
