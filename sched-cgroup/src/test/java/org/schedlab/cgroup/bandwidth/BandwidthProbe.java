package org.schedlab.cgroup.bandwidth;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.schedlab.cgroup.hierarchy.TaskGroup;
import org.schedlab.cgroup.testkit.GroupProbes;
import org.schedlab.mechanism.CfsRunQueue;
import org.schedlab.mechanism.GroupEntity;
import org.schedlab.mechanism.Task;

/** What must hold of bandwidth between operations; each check returns nothing or throws with the place. */
final class BandwidthProbe {

    private final BandwidthMachine machine;
    private final boolean perTask;
    private final boolean listsFollowThrottling;
    private final boolean throttledStayOff;
    private final Map<Integer, Long> usedAtBoundary = new HashMap<>();
    private final Map<Integer, Long> worstExcessNs = new HashMap<>();

    private long parentsMissing;

    BandwidthProbe(BandwidthMachine machine) {
        this.machine = machine;
        this.perTask = machine.hooks.bandwidthRules().taskThrottle();
        this.listsFollowThrottling = machine.settings.tunable("group_generation") >= 510;
        this.throttledStayOff = machine.settings.tunable("group_generation") >= 601;
        machine.beforeTimer = this::beforeTimer;
    }

    /** The group begins a new account, because its quota was changed. */
    void forget(TaskGroup group) {
        usedAtBoundary.remove(group.id());
    }

    /** Usage of a period is bounded by what the pool could hand out, a slice on each CPU left from before, and a tick on each CPU. */
    private void beforeTimer(int timer) {
        if (timer % 2 != 0) {
            return;
        }
        for (TaskGroup group : machine.hooks.groups()) {
            if (group.id() != timer / 2) {
                continue;
            }
            CfsBandwidth pool = machine.pool(group);
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
        if (listsFollowThrottling) {
            boolean listed = machine.hooks.listed(queue);
            if (!perTask && throttledStayOff && expected > 0) {
                require(!listed, where + " is throttled and on the leaf list");
            }
            if (expected == 0 && !machine.hooks.decayed(queue) && !GroupProbes.holdsRemainder(queue)) {
                require(listed, where + " has load and is not on the leaf list");
            }
        }
    }

    private void checkLeaves(int cpu) {
        require(machine.hooks.leafConnected(cpu), "a branch of cpu " + cpu + " is not connected");
        List<@Nullable TaskGroup> order = machine.hooks.leafOrder(cpu);
        List<@Nullable TaskGroup> seen = new ArrayList<>();
        for (int i = 0; i < order.size(); i++) {
            TaskGroup group = order.get(i);
            require(!seen.contains(group), "cpu " + cpu + " lists " + group + " twice: " + order);
            seen.add(group);
            if (group == null) {
                require(i == order.size() - 1, "the root of cpu " + cpu + " is not last: " + order);
                continue;
            }
            require(machine.hooks.groups().contains(group), "cpu " + cpu + " lists the removed group " + group);
            int parent = order.indexOf(group.parent());
            if (parent < 0) {
                // The kernel's test for a listed child looks at the direct predecessor alone, and unthrottling parts a
                // branch.
                parentsMissing++;
            }
            require(parent < 0 || parent > i, group + " stands on cpu " + cpu + " behind its parent: " + order);
        }
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
