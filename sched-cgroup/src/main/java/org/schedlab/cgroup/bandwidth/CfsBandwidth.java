package org.schedlab.cgroup.bandwidth;

import org.jspecify.annotations.Nullable;
import org.schedlab.mechanism.BandwidthStat;

/**
 * The runtime that a group may use in each period over all CPUs (cfs_bandwidth): refilled by the period timer, taken by queues in slices,
 * returned by queues that fall empty, handed to throttled queues in the order in which they were throttled. Times are ns. Mutable, confined to
 * one thread; no allocation but {@link #newQueue}. Follows __refill_cfs_bandwidth_runtime, do_sched_cfs_period_timer,
 * distribute_cfs_runtime, do_sched_cfs_slack_timer and tg_set_cfs_bandwidth.
 */
public final class CfsBandwidth {

    /** A quota without limit ({@code RUNTIME_INF}). */
    public static final long NO_QUOTA = -1;

    /** The period of a new group. */
    public static final long DEFAULT_PERIOD_NS = 100_000_000;

    /** Passes of the period timer in one expiry from which on its handler cannot keep up and the period is doubled. */
    private static final int LATE_PASSES = 3;

    private final BandwidthRules rules;
    private final BandwidthHost host;
    private final int group;
    private long quotaNs = NO_QUOTA;
    private long periodNs = DEFAULT_PERIOD_NS;
    private long burstNs;
    private long runtimeNs;
    private long runtimeSnapNs;
    private long expiresNs;
    private boolean idle;
    private boolean periodActive;
    private long periodEndNs;
    private boolean slackStarted;

    /** The ring of throttled queues in order of throttling; its own place is before the first. */
    private final QueueRuntime head;

    private long nrPeriods;
    private long nrThrottled;
    private long throttledTimeNs;
    private long nrBurst;
    private long burstTimeNs;
    private long lostNs;
    private int scalings;

    /**
     * A pool without quota.
     *
     * @param group the number of its group
     */
    public CfsBandwidth(int group, BandwidthRules rules, BandwidthHost host) {
        this.group = group;
        this.rules = rules;
        this.host = host;
        this.head = new QueueRuntime(this, "head");
        this.periodEndNs = rules.phaseNs();
    }

    /** Makes the part of a queue; without quota until the group has one. Allocates. */
    public QueueRuntime newQueue(Object queue) {
        QueueRuntime made = new QueueRuntime(this, queue);
        made.enabled = quotaNs != NO_QUOTA;
        return made;
    }

    BandwidthRules rules() {
        return rules;
    }

    BandwidthHost host() {
        return host;
    }

    /** The number of its group. */
    public int group() {
        return group;
    }

    /** Runtime per period, or {@link #NO_QUOTA}. */
    public long quotaNs() {
        return quotaNs;
    }

    /** Length of a period. */
    public long periodNs() {
        return periodNs;
    }

    /** What may be kept of unused quota. */
    public long burstNs() {
        return burstNs;
    }

    /** Runtime left in the pool. */
    public long runtimeNs() {
        return runtimeNs;
    }

    /** What the pool held at the last refill ({@code runtime_snap}). */
    public long runtimeSnapNs() {
        return runtimeSnapNs;
    }

    /** Nothing has been taken since the last period ended ({@code idle}). */
    public boolean idle() {
        return idle;
    }

    /** Whether the period timer runs. */
    public boolean periodActive() {
        return periodActive;
    }

    /** When the period ends, also while the timer does not run. */
    public long periodEndNs() {
        return periodEndNs;
    }

    /** Whether the slack timer runs. */
    public boolean slackStarted() {
        return slackStarted;
    }

    /** Whether some queue waits for runtime. */
    public boolean anyThrottled() {
        return head.next != head;
    }

    /** Queues that wait for runtime, in the order in which they will get it; null after the last. {@code after} null gives the first. */
    public @Nullable QueueRuntime throttledAfter(@Nullable QueueRuntime after) {
        QueueRuntime found = (after == null ? head : after).next;
        return found == head ? null : found;
    }

    /** The numbers of {@code cpu.stat}. */
    public BandwidthStat stat() {
        return new BandwidthStat(nrPeriods, nrThrottled, throttledTimeNs, nrBurst, burstTimeNs);
    }

    /** Runtime that expired unused on queues (before 5.4). */
    public long lostNs() {
        return lostNs;
    }

    /** How often the period timer could not keep up and was stretched. */
    public int scalings() {
        return scalings;
    }

    /** The end of the period in which runtime that is taken now expires; 0 where it never does. */
    long expiresNs() {
        return expiresNs;
    }

    void lost(long ns) {
        lostNs += ns;
    }

    /** Loads a saved state of the pool, its timers not running. */
    public void restore(State saved) {
        quotaNs = saved.quotaNs;
        periodNs = saved.periodNs;
        burstNs = saved.burstNs;
        runtimeNs = saved.runtimeNs;
        runtimeSnapNs = saved.runtimeSnapNs;
        periodEndNs = saved.periodEndNs;
    }

    /** A saved state of a pool. */
    public record State(
            long quotaNs, long periodNs, long burstNs, long runtimeNs, long runtimeSnapNs, long periodEndNs) {}

    /**
     * Gives the group another quota, period and burst and the pool what it is due; the caller then resets its queues
     * ({@link #reset}) (tg_set_cfs_bandwidth).
     *
     * @param newQuotaNs or {@link #NO_QUOTA}
     */
    public void set(long newQuotaNs, long newPeriodNs, long newBurstNs) {
        quotaNs = newQuotaNs;
        periodNs = newPeriodNs;
        burstNs = newBurstNs;
        refill();
        if (quotaNs != NO_QUOTA) {
            startPeriod();
        }
    }

    /** A queue begins anew after {@link #set}: nothing taken, not throttled. */
    public void reset(QueueRuntime queue) {
        queue.enabled = quotaNs != NO_QUOTA;
        queue.remainingNs = 0;
        if (queue.throttled) {
            queue.unthrottle();
        }
    }

    /** A queue's CPU goes away: it gets the little that lets its tasks run to where they are moved (unthrottle_offline_cfs_rqs). */
    public void offline(QueueRuntime queue) {
        if (!queue.enabled) {
            return;
        }
        queue.remainingNs = 1;
        queue.enabled = false;
        if (queue.throttled) {
            queue.unthrottle();
        }
    }

    /** A queue's CPU comes back (update_runtime_enabled). */
    public void online(QueueRuntime queue) {
        queue.enabled = quotaNs != NO_QUOTA;
    }

    private void refill() {
        if (quotaNs == NO_QUOTA) {
            return;
        }
        if (rules.sliceExpiry()) {
            expiresNs = host.nowNs() + periodNs;
        }
        if (!rules.burst()) {
            runtimeNs = quotaNs;
            return;
        }
        runtimeNs += quotaNs;
        long usedNs = runtimeSnapNs - runtimeNs;
        if (usedNs > 0) {
            burstTimeNs += usedNs;
            nrBurst++;
        }
        runtimeNs = Math.min(runtimeNs, quotaNs + burstNs);
        runtimeSnapNs = runtimeNs;
    }

    /** Takes up to {@code wantedNs}; the first to take anything starts the period timer. */
    long take(long wantedNs) {
        if (quotaNs == NO_QUOTA) {
            return wantedNs;
        }
        startPeriod();
        if (runtimeNs <= 0) {
            return 0;
        }
        long ns = Math.min(runtimeNs, wantedNs);
        runtimeNs -= ns;
        idle = false;
        return ns;
    }

    /** start_cfs_bandwidth. */
    private void startPeriod() {
        if (periodActive) {
            return;
        }
        periodActive = true;
        forward(host.nowNs());
        host.armPeriod(this, periodEndNs);
    }

    /** Moves the period's end beyond {@code nowNs}; returns by how many periods. */
    private int forward(long nowNs) {
        long lateNs = nowNs - periodEndNs;
        if (lateNs < 0) {
            return 0;
        }
        long periods = lateNs / periodNs + 1;
        periodEndNs += periods * periodNs;
        return (int) periods;
    }

    /** A queue that fell empty gives runtime back (__return_cfs_rq_runtime). */
    void giveBack(long ns) {
        if (quotaNs == NO_QUOTA) {
            return;
        }
        runtimeNs += ns;
        if (runtimeNs > rules.sliceNs() && anyThrottled()) {
            startSlack();
        }
    }

    /** start_cfs_slack_bandwidth. */
    private void startSlack() {
        if (slackStarted || endsWithin(BandwidthRules.SLACK_PERIOD_NS + BandwidthRules.MIN_EXPIRATION_NS)) {
            return;
        }
        slackStarted = true;
        host.armSlack(this, host.nowNs() + BandwidthRules.SLACK_PERIOD_NS);
    }

    private boolean endsWithin(long ns) {
        return periodEndNs - host.nowNs() < ns;
    }

    /** The slack timer fires (do_sched_cfs_slack_timer). */
    public void slackTimer() {
        slackStarted = false;
        if (!endsWithin(BandwidthRules.MIN_EXPIRATION_NS) && quotaNs != NO_QUOTA && runtimeNs > rules.sliceNs()) {
            distribute();
        }
    }

    /**
     * The period timer fires (sched_cfs_period_timer): passes until the period's end is ahead of the host's time. A handler that needs more
     * than three passes, because distributing takes longer than a period, doubles period, quota and burst, up to a second.
     *
     * @return whether the timer stops because nothing was taken for a whole period
     */
    public boolean periodTimer() {
        boolean stops = false;
        int passes = 0;
        for (int overrun = forward(host.nowNs()); overrun > 0; overrun = forward(host.nowNs())) {
            stops = periodEnd(overrun);
            if (++passes > LATE_PASSES) {
                stretch();
                passes = 0;
            }
        }
        if (stops) {
            periodActive = false;
        } else {
            host.armPeriod(this, periodEndNs);
        }
        return stops;
    }

    private void stretch() {
        if (periodNs * 2 < BandwidthRules.MAX_PERIOD_NS) {
            periodNs *= 2;
            quotaNs *= 2;
            burstNs *= 2;
            scalings++;
        }
    }

    /** One pass for {@code overrun} periods; whether the timer may stop (do_sched_cfs_period_timer). */
    private boolean periodEnd(int overrun) {
        if (quotaNs == NO_QUOTA) {
            return true;
        }
        boolean waiting = anyThrottled();
        nrPeriods += overrun;
        // Pinned: one refill, however many periods have passed.
        refill();
        if (!waiting) {
            boolean stops = idle;
            idle = true;
            return stops;
        }
        nrThrottled += overrun;
        while (waiting && runtimeNs > 0) {
            waiting = distribute();
        }
        idle = false;
        return false;
    }

    void addThrottled(QueueRuntime queue) {
        queue.prev = head.prev;
        queue.next = head;
        head.prev.next = queue;
        head.prev = queue;
    }

    void unthrottled(QueueRuntime queue, long waitedNs) {
        throttledTimeNs += waitedNs;
        queue.prev.next = queue.next;
        queue.next.prev = queue.prev;
        queue.next = queue;
        queue.prev = queue;
    }

    /** Hands the pool to throttled queues, each getting 1 ns more than it owes; whether some still wait (distribute_cfs_runtime). */
    private boolean distribute() {
        QueueRuntime local = null;
        QueueRuntime queue = head.next;
        while (queue != head) {
            if (runtimeNs <= 0) {
                break;
            }
            QueueRuntime after = queue.next;
            if (queue.throttled && queue.remainingNs <= 0) {
                long neededNs = Math.min(1 - queue.remainingNs, runtimeNs);
                runtimeNs -= neededNs;
                queue.remainingNs += neededNs;
                if (queue.remainingNs > 0) {
                    if (rules.remoteUnthrottle() && host.local(queue)) {
                        local = queue;
                    } else {
                        queue.unthrottle();
                    }
                }
            }
            queue = after;
        }
        if (local != null) {
            local.unthrottle();
        }
        return anyThrottled();
    }
}
