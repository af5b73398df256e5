package org.schedlab.cgroup.bandwidth;

/**
 * The runtime that one queue of a group has taken from the group's pool on its CPU (the bandwidth fields of cfs_rq). Times are ns. A charge
 * that uses it up asks the pool for the next slice; when the pool is empty the queue is throttled at the next check. Mutable, confined to the
 * thread of its pool; constant time, no allocation. Follows account_cfs_rq_runtime, check_cfs_rq_runtime, check_enqueue_throttle,
 * throttle_cfs_rq and return_cfs_rq_runtime.
 */
public final class QueueRuntime {

    private static final long NOBODY_WAITS = Long.MIN_VALUE;

    /** A single ns beyond what is owed saves a queue from being throttled. */
    private static final long RESCUE_NS = 1;

    private final CfsBandwidth pool;
    private final BandwidthRules rules;
    private final Object queue;
    boolean enabled;
    long remainingNs;
    private long expiresNs;
    boolean throttled;

    /** Since when its tasks wait, or {@link #NOBODY_WAITS}. */
    private long waitsSinceNs = NOBODY_WAITS;

    /** Neighbours on the pool's list of throttled queues, itself while it is not listed. */
    QueueRuntime prev = this;

    QueueRuntime next = this;

    /**
     * Made by {@link CfsBandwidth#newQueue}.
     *
     * @param queue what the host knows it by
     */
    QueueRuntime(CfsBandwidth pool, Object queue) {
        this.pool = pool;
        this.rules = pool.rules();
        this.queue = queue;
    }

    /** The pool of the group. */
    public CfsBandwidth pool() {
        return pool;
    }

    /** What the host knows it by. */
    public Object queue() {
        return queue;
    }

    /** Whether the queue is under a quota ({@code runtime_enabled}). */
    public boolean enabled() {
        return enabled;
    }

    /** Runtime left; negative when more was used than granted ({@code runtime_remaining}). */
    public long remainingNs() {
        return remainingNs;
    }

    /** Whether the queue itself is throttled; one below a throttled queue is not. */
    public boolean throttled() {
        return throttled;
    }

    /** Loads a saved state: whether the queue is under the quota. */
    public void enable(boolean saved) {
        enabled = saved;
    }

    /** Whether the queue waits on its pool's list. */
    public boolean waits() {
        return next != this;
    }

    /** Refills up to {@code targetNs} from the pool; whether runtime is left afterwards (assign_cfs_rq_runtime). */
    private boolean assign(long targetNs) {
        remainingNs += pool.take(targetNs - remainingNs);
        if (pool.expiresNs() - expiresNs > 0) {
            expiresNs = pool.expiresNs();
        }
        return remainingNs > 0;
    }

    /**
     * Charges the queue (account_cfs_rq_runtime).
     *
     * @param ns 0 only asks for runtime when there is none
     * @param running whether a task of the queue runs and can be told to give way
     */
    public void account(long ns, boolean running) {
        if (!enabled) {
            return;
        }
        remainingNs -= ns;
        if (rules.sliceExpiry()) {
            expire();
        }
        if (remainingNs > 0 || throttled) {
            return;
        }
        if (rules.taskThrottle()) {
            throttle(running ? rules.sliceNs() : RESCUE_NS);
        } else if (!assign(rules.sliceNs()) && running) {
            pool.host().resched(this);
        }
    }

    /** Before 5.4 a slice outlives neither its period nor, on a CPU whose clock is ahead, the refill of the pool (expire_cfs_rq_runtime). */
    private void expire() {
        if (remainingNs < 0 || pool.host().clockNs(this) - expiresNs < 0) {
            return;
        }
        if (expiresNs != pool.expiresNs()) {
            pool.lost(remainingNs);
            remainingNs = 0;
        }
    }

    /** Throttles the queue when its runtime is used up; whether it is throttled now (check_cfs_rq_runtime). */
    public boolean check() {
        if (!enabled || remainingNs > 0 || rules.taskThrottle()) {
            return false;
        }
        return throttled || throttle(RESCUE_NS);
    }

    /**
     * The queue gets its first entity (check_enqueue_throttle).
     *
     * @param running whether a task of the queue runs already, whose own check will come
     */
    public void checkEnqueue(boolean running) {
        if (!enabled || running || throttled) {
            return;
        }
        account(0, false);
        if (remainingNs <= 0 && !throttled) {
            throttle(RESCUE_NS);
        }
    }

    /** The pool has a last chance; else the queue waits for it (throttle_cfs_rq). */
    private boolean throttle(long targetNs) {
        if (assign(targetNs)) {
            return false;
        }
        pool.addThrottled(this);
        pool.host().throttle(this);
        // Pinned last: while its tasks are taken off, the queue does not count as throttled.
        throttled = true;
        if (pool.host().someoneWaits(this)) {
            beginWait();
        }
        return true;
    }

    /** A throttled queue has tasks that wait, from now on if it was empty before. */
    void beginWait() {
        if (waitsSinceNs == NOBODY_WAITS) {
            waitsSinceNs = pool.host().clockNs(this);
        }
    }

    /** The queue is empty: it keeps a millisecond and gives back the rest (return_cfs_rq_runtime). */
    public void emptied() {
        long slackNs = remainingNs - BandwidthRules.MIN_QUEUE_RUNTIME_NS;
        if (!enabled || slackNs <= 0) {
            return;
        }
        if (!rules.sliceExpiry() || expiresNs == pool.expiresNs()) {
            pool.giveBack(slackNs);
        } else {
            pool.lost(slackNs);
        }
        remainingNs -= slackNs;
    }

    /** The group is removed. */
    void leave() {
        enabled = false;
        if (throttled) {
            throttled = false;
            pool.unthrottled(this, 0);
        }
    }

    /** The queue is to run again: ends its wait and counts the time (unthrottle_cfs_rq). */
    void unthrottle() {
        throttled = false;
        long nowNs = pool.host().clockNs(this);
        pool.unthrottled(this, waitsSinceNs == NOBODY_WAITS ? 0 : nowNs - waitsSinceNs);
        waitsSinceNs = NOBODY_WAITS;
        pool.host().unthrottle(this);
    }
}
