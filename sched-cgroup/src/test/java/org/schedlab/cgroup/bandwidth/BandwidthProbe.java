package org.schedlab.cgroup.bandwidth;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.schedlab.arith.Weights;
import org.schedlab.cgroup.hierarchy.TaskGroup;
import org.schedlab.mechanism.CfsRunQueue;
import org.schedlab.mechanism.GroupEntity;
import org.schedlab.mechanism.Task;
import org.schedlab.pelt.SchedAvg;

/** What must hold of bandwidth between operations; each check returns nothing or throws with the place. */
final class BandwidthProbe {

    private final BandwidthMachine machine;
    private final boolean perTask;
    private final boolean listsFollowThrottling;
    private final boolean throttledStayOff;
    private final boolean orderHolds;
    private final boolean branchesMayWait;
    private final boolean prunesOverChildren;
    private final boolean prunesOverAnyChild;
    private final boolean forgetsUndecayed;
    private final Map<Integer, Long> usedAtBoundary = new HashMap<>();
    private final Map<Integer, Long> worstExcessNs = new HashMap<>();

    /** Before 5.13: queues that were throttled, or stood below one that was, since they were listed last; unthrottling lists only those with tasks. */
    private final Set<CfsRunQueue> leftByThrottling = new LinkedHashSet<>();

    /**
     * Before 5.13: queues that were pruned while a child was listed, since they were listed last; ageing the child passes its load up to them.
     */
    private final Set<CfsRunQueue> pruned = new LinkedHashSet<>();

    /** 5.10: see {@link #writeShares}. */
    private final Set<CfsRunQueue> restOfWrite = new LinkedHashSet<>();

    /** See {@link #writeShares}; the throttled queue below by the queue to which load was passed up. */
    private final Map<CfsRunQueue, CfsRunQueue> passedUp = new HashMap<>();

    /**
     * 4.x: CPUs where a branch was left waiting because its walk ended at a throttled queue. The order of their lists is lost, and what is deleted at
     * the mark can come back with what is added there.
     */
    private final BitSet torn = new BitSet();

    private final Map<Integer, Account> accounts = new HashMap<>();

    private long parentsMissing;
    private long throttledPeriods;
    private long handedOut;

    /** What a group may have used since its quota was set: what the pool was then filled with, and each refill since. */
    private static final class Account {
        final long usedBefore;
        long grantedNs;

        Account(long usedBefore, long grantedNs) {
            this.usedBefore = usedBefore;
            this.grantedNs = grantedNs;
        }
    }

    BandwidthProbe(BandwidthMachine machine) {
        this.machine = machine;
        this.perTask = machine.hooks.bandwidthRules().taskThrottle();
        long generation = machine.settings.tunable("group_generation");
        this.listsFollowThrottling = generation >= 510;
        this.throttledStayOff = generation >= 601;
        this.orderHolds = generation >= 412;
        this.branchesMayWait = generation < 510;
        this.prunesOverChildren = !machine.settings.isOn("LISTED_CHILD_EXACT");
        this.prunesOverAnyChild = !machine.settings.isOn("LISTED_CHILD_STAYS");
        this.forgetsUndecayed = !machine.settings.isOn("UNTHROTTLE_LISTS_UNDECAYED");
        machine.beforeTimer = this::beforeTimer;
    }

    /** The group is removed, or its quota is about to change, everything being charged. */
    void forget(TaskGroup group) {
        usedAtBoundary.remove(group.id());
        accounts.remove(group.id());
        noteThrottled();
    }

    /** The group's quota was changed, and with it its account begins. */
    void begin(TaskGroup group, long usedNs) {
        CfsBandwidth pool = machine.pool(group);
        if (pool.quotaNs() != CfsBandwidth.NO_QUOTA) {
            accounts.put(group.id(), new Account(usedNs, pool.quotaNs() + pool.burstNs()));
        }
    }

    private void noteThrottled() {
        if (!forgetsUndecayed) {
            return;
        }
        for (TaskGroup group : machine.hooks.groups()) {
            for (int cpu = 0; cpu < machine.cpus; cpu++) {
                GroupEntity entity = group.entity(cpu);
                if (entity != null && machine.hooks.throttleCount(entity.own()) > 0) {
                    leftByThrottling.add(entity.own());
                }
            }
        }
    }

    /** Over many periods usage goes to the quota: what was overrun at a tick is repaid. */
    private void checkAccount(TaskGroup group, CfsBandwidth pool) {
        Account account = accounts.get(group.id());
        if (account != null) {
            long usedNs = machine.usedNs(group) - account.usedBefore;
            require(
                    usedNs <= account.grantedNs + machine.cpus * BandwidthMachine.TICK_NS,
                    group + " used " + usedNs + " ns since its quota was set, granted " + account.grantedNs
                            + " and a tick on each CPU");
            account.grantedNs += pool.quotaNs();
        }
    }

    /** Usage of a period is bounded by what the pool could hand out, a slice on each CPU left from before, and a tick on each CPU. */
    private void beforeTimer(int timer) {
        noteThrottled();
        for (TaskGroup group : machine.hooks.groups()) {
            CfsBandwidth pool = machine.hooks.pool(group);
            if (group.id() == timer / 2 && pool != null && pool.anyThrottled()) {
                throttledPeriods += timer % 2 == 0 ? 1 : 0;
                handedOut++;
            }
        }
        if (timer % 2 != 0) {
            return;
        }
        for (TaskGroup group : machine.hooks.groups()) {
            if (group.id() != timer / 2) {
                continue;
            }
            CfsBandwidth pool = machine.pool(group);
            checkAccount(group, pool);
            long used = machine.usedNs(group);
            Long before = usedAtBoundary.put(group.id(), used);
            if (before == null || pool.quotaNs() == CfsBandwidth.NO_QUOTA) {
                continue;
            }
            long grantNs = pool.quotaNs() + pool.burstNs();
            long slackNs = machine.cpus * (machine.hooks.bandwidthRules().sliceNs() + BandwidthMachine.TICK_NS);
            worstExcessNs.merge(group.id(), used - before - grantNs, Math::max);
            if (used - before > grantNs + slackNs) {
                throw new AssertionError(group + " used " + (used - before) + " ns in a period, granted " + grantNs
                        + " and " + slackNs + " on top");
            }
        }
    }

    /**
     * Writes the shares of a group. Each level above is updated and reweighted, and none is listed (sched_group_set_shares), so that load can come
     * to an empty queue that is off the list. Two cases are let pass, each on the very queue and while its cause lasts:
     * <ul>
     *   <li>Tasks joined a throttled queue, where passing up ends; the write passes their load up, level by level. When the queue is throttled no longer,
     *       the levels above are listed; in 4.x only if it has tasks then, and else when something is queued there.
     *   <li>5.10 alone, which prunes parents over listed children: a queue has lost its load sum while a child's entity has some left, since what
     *       tasks take away is their average times the divider of the moment. The write leaves the weight times that sum, which no average shows.
     * </ul>
     */
    void writeShares(TaskGroup group, long shares) {
        List<GroupEntity> empty = new ArrayList<>();
        Map<GroupEntity, CfsRunQueue> waiting = new HashMap<>();
        for (int cpu = 0; cpu < machine.cpus; cpu++) {
            CfsRunQueue from = null;
            for (GroupEntity e = group.entity(cpu); e != null && e.parent() != null; e = e.parent()) {
                if (machine.hooks.throttleCount(e.own()) > 0
                        && e.own().cfsLoad().propagate()) {
                    from = e.own();
                }
                if (machine.hooks.leaves().listed(e.queue()) || !machine.hooks.decayed(e.queue())) {
                    continue;
                }
                empty.add(e);
                if (from != null) {
                    waiting.put(e, from);
                }
            }
        }
        machine.hooks.setShares(group, shares);
        for (GroupEntity e : empty) {
            SchedAvg above = e.queue().avg();
            long rest = Weights.scaleLoadDown(e.weight()) * e.avg().loadSum();
            boolean noAverage = (above.loadAvg() | above.runnableSum() | above.utilSum()) == 0;
            CfsRunQueue from = waiting.get(e);
            if (listsFollowThrottling && prunesOverAnyChild && noAverage && rest != 0 && above.loadSum() == rest) {
                restOfWrite.add(e.queue());
            } else if (from != null && !machine.hooks.decayed(e.queue())) {
                passedUp.put(e.queue(), from);
            }
        }
    }

    private boolean wrote(CfsRunQueue queue) {
        CfsRunQueue below = passedUp.get(queue);
        boolean waits = below != null && machine.hooks.throttleCount(below) > 0;
        return waits || (restOfWrite.contains(queue) && queue.avg().loadAvg() == 0);
    }

    /** Periods that ended with a throttled queue. */
    long throttledPeriods() {
        return throttledPeriods;
    }

    /** Timers that had somebody to hand runtime to. */
    long handedOut() {
        return handedOut;
    }

    /** How often a listed queue had a parent that was not listed. */
    long parentsMissing() {
        return parentsMissing;
    }

    /** The largest usage beyond quota and burst in one period, over all groups. */
    long worstExcessNs() {
        return worstExcessNs.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    void check() {
        for (TaskGroup group : machine.hooks.groups()) {
            CfsBandwidth pool = machine.hooks.pool(group);
            if (pool != null) {
                checkPool(group, pool);
            }
            for (int cpu = 0; cpu < machine.cpus; cpu++) {
                GroupEntity entity = group.entity(cpu);
                if (entity != null) {
                    checkQueue(group, entity);
                }
            }
        }
        for (int cpu = 0; cpu < machine.cpus; cpu++) {
            checkLeaves(cpu);
            checkCounts(cpu);
        }
        for (Task task : machine.tasks) {
            if (task.inLimbo() && (!perTask || !machine.hooks.throttledHierarchy(task.queue()))) {
                throw new AssertionError(task + " waits though nothing above is throttled");
            }
        }
    }

    private void checkPool(TaskGroup group, CfsBandwidth pool) {
        int waiting = 0;
        for (QueueRuntime q = pool.throttledAfter(null); q != null; q = pool.throttledAfter(q)) {
            waiting++;
            require(q.throttled(), group + " lists a queue that is not throttled");
            require(q.remainingNs() <= 0, group + " keeps a queue throttled that has " + q.remainingNs() + " ns");
        }
        for (int cpu = 0; cpu < machine.cpus; cpu++) {
            QueueRuntime q = machine.hooks.runtime(group, cpu);
            if (q != null && q.throttled()) {
                waiting--;
            }
        }
        require(waiting == 0, group + " has throttled queues beside its list");
        if (!pool.anyThrottled()) {
            return;
        }
        require(pool.quotaNs() != CfsBandwidth.NO_QUOTA, group + " is throttled without a quota");
        require(pool.periodActive(), group + " is throttled and its period timer stands");
        require(machine.armed(2 * group.id()), group + " is throttled and no timer is armed");
        // The kernel's own delays: the slack timer runs, or the period ends before it would be worth while, or a slice
        // is not complete.
        long leftNs = pool.periodEndNs() - machine.nowNs();
        boolean soon = leftNs < BandwidthRules.SLACK_PERIOD_NS + BandwidthRules.MIN_EXPIRATION_NS;
        require(
                pool.runtimeNs() <= machine.hooks.bandwidthRules().sliceNs() || pool.slackStarted() || soon,
                group + " is throttled while its pool holds " + pool.runtimeNs() + " ns");
    }

    private void checkQueue(TaskGroup group, GroupEntity entity) {
        CfsRunQueue queue = entity.own();
        QueueRuntime own = machine.hooks.runtime(queue);
        int throttled = own != null && own.throttled() ? 1 : 0;
        GroupEntity above = entity.parent();
        int expected = throttled + (above == null ? 0 : machine.hooks.throttleCount(above.own()));
        String where = group + " on cpu " + queue.cpu();
        require(machine.hooks.throttleCount(queue) == expected, where + " counts throttled queues wrongly");
        boolean stands = perTask ? expected > 0 && queue.nr() == 0 : expected > 0;
        require(machine.hooks.frozen(queue) == stands, where + ": its PELT clock " + (stands ? "runs" : "stands"));
        if (!perTask && throttled == 1) {
            require(!entity.onRq(), where + " is throttled and still queued");
        }
        if (!listsFollowThrottling) {
            // 4.x takes nothing off the list for throttling.
            boolean settled = machine.hooks.leaves().listed(queue) || machine.hooks.decayed(queue);
            if (settled) {
                passedUp.remove(queue);
            }
            boolean loose = queue.load() == 0
                    && (machine.hooks.leaves().attachedUnlisted(queue) || passedUp.containsKey(queue));
            require(
                    torn.get(queue.cpu()) || settled || loose,
                    where + " has load " + queue.load() + " " + queue.avg() + " and is not on the leaf list");
        } else {
            boolean listed = machine.hooks.leaves().listed(queue);
            if (listed) {
                pruned.remove(queue);
            } else if (prunesOverAnyChild && machine.hooks.leaves().leftChildren(queue)) {
                pruned.add(queue);
            }
            if (!perTask && throttledStayOff && expected > 0) {
                require(!listed, where + " is throttled and on the leaf list");
            }
            if (listed || machine.hooks.decayed(queue)) {
                leftByThrottling.remove(queue);
                restOfWrite.remove(queue);
                passedUp.remove(queue);
            } else if (expected == 0) {
                boolean known = leftByThrottling.contains(queue) || pruned.contains(queue) || wrote(queue);
                require(
                        queue.load() == 0 && known,
                        where + " has load " + queue.load() + " " + queue.avg() + " and is not on the leaf list");
            }
        }
    }

    private void checkLeaves(int cpu) {
        if (branchesMayWait && !machine.hooks.leaves().connected(cpu)) {
            torn.set(cpu);
        }
        boolean judgesOrder = orderHolds && !torn.get(cpu);
        require(torn.get(cpu) || machine.hooks.leaves().connected(cpu), "a branch of cpu " + cpu + " is not connected");
        List<@Nullable TaskGroup> order = machine.hooks.leaves().order(cpu);
        List<@Nullable TaskGroup> seen = new ArrayList<>();
        for (int i = 0; i < order.size(); i++) {
            TaskGroup group = order.get(i);
            require(!seen.contains(group), "cpu " + cpu + " lists " + group + " twice: " + order);
            seen.add(group);
            if (group == null) {
                require(!judgesOrder || i == order.size() - 1, "the root of cpu " + cpu + " is not last: " + order);
                continue;
            }
            require(
                    torn.get(cpu) || machine.hooks.groups().contains(group),
                    "cpu " + cpu + " lists the removed group " + group);
            int parent = order.indexOf(group.parent());
            if (parent < 0) {
                // The kernel's test for a listed child looks at the direct predecessor alone, and unthrottling parts a
                // branch.
                parentsMissing++;
            }
            boolean inOrder = parent < 0 || parent > i || (prunesOverChildren && leftChildren(group.parent(), cpu));
            require(!judgesOrder || inOrder, group + " stands on cpu " + cpu + " behind its parent: " + order);
        }
    }

    /** Whether the parent's queue was pruned while a child was listed, and came back; later releases look for such a child directly before the queue alone. */
    private boolean leftChildren(@Nullable TaskGroup parent, int cpu) {
        GroupEntity entity = parent == null ? null : parent.entity(cpu);
        return entity != null && machine.hooks.leaves().leftChildren(entity.own());
    }

    private void checkCounts(int cpu) {
        int queued = 0;
        for (Task task : machine.tasks) {
            if (task.cpu() != cpu || !task.onRq()) {
                continue;
            }
            boolean counted = true;
            for (GroupEntity e = task.parent(); e != null; e = e.parent()) {
                counted = counted && e.onRq();
            }
            queued += counted ? 1 : 0;
        }
        require(
                machine.cpu(cpu).root().hNr() == queued,
                "cpu " + cpu + " counts " + machine.cpu(cpu).root().hNr() + " tasks, " + queued + " are queued");
        require(
                machine.cpu(cpu).nrRunning() == queued,
                "cpu " + cpu + " counts " + machine.cpu(cpu).nrRunning() + " running, " + queued + " are queued");
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
