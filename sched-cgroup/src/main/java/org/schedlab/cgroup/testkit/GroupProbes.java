package org.schedlab.cgroup.testkit;

import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.schedlab.cgroup.hierarchy.GroupHooks;
import org.schedlab.cgroup.hierarchy.LeafLists;
import org.schedlab.cgroup.hierarchy.TaskGroup;
import org.schedlab.mechanism.CfsRunQueue;
import org.schedlab.mechanism.GroupEntity;
import org.schedlab.mechanism.Task;
import org.schedlab.pelt.SchedAvg;

/** The invariants of task groups. Stateless; each look is O(CPUs · groups) and allocates: for tests. */
public final class GroupProbes {

    /** All that hold in every release. */
    public static final List<GroupProbe> ALWAYS =
            List.of(GroupProbes::noRemovedGroup, GroupProbes::contributions, GroupProbes::counters);

    /** The order of the leaf lists, from 4.10 on: {@link #connected}, {@link #childrenFirst} and {@link #rootLast}. */
    public static final List<GroupProbe> LEAF_ORDER =
            List.of(GroupProbes::connected, GroupProbes::childrenFirst, GroupProbes::rootLast);

    /** PELT_MIN_DIVIDER. */
    private static final long SMALLEST_DIVIDER = 46_718;

    private GroupProbes() {}

    /** No branch waits to be connected: tmp_alone_branch is the head of each list. */
    public static @Nullable String connected(GroupMachine machine) {
        for (int cpu = 0; cpu < machine.cpus(); cpu++) {
            if (!machine.hooks().leaves().connected(cpu)) {
                return "tmp_alone_branch of cpu " + cpu + " is not the head of the list";
            }
        }
        return null;
    }

    /**
     * Children stand before parents. A child may stand behind a parent that was pruned while the child was listed and has come back: no release
     * prevents that altogether ({@link LeafLists#leftChildren}).
     */
    public static @Nullable String childrenFirst(GroupMachine machine) {
        GroupHooks hooks = machine.hooks();
        for (int cpu = 0; cpu < machine.cpus(); cpu++) {
            List<@Nullable TaskGroup> order = hooks.leaves().order(cpu);
            for (int i = 0; i < order.size(); i++) {
                TaskGroup group = order.get(i);
                if (group != null
                        && group.parent() != null
                        && behindParent(order, i, group)
                        && !leftChildren(hooks, group.parent(), cpu)) {
                    return group + " stands behind its parent on cpu " + cpu + ": " + order;
                }
            }
        }
        return null;
    }

    /** The root is last, without exemption: it comes back at the end. */
    public static @Nullable String rootLast(GroupMachine machine) {
        for (int cpu = 0; cpu < machine.cpus(); cpu++) {
            List<@Nullable TaskGroup> order = machine.hooks().leaves().order(cpu);
            int root = order.indexOf(null);
            if (root >= 0 && root != order.size() - 1) {
                return "the root is not last on cpu " + cpu + ": " + order;
            }
        }
        return null;
    }

    private static boolean behindParent(List<@Nullable TaskGroup> order, int at, TaskGroup group) {
        return order.subList(0, at).contains(group.parent());
    }

    private static boolean leftChildren(GroupHooks hooks, @Nullable TaskGroup parent, int cpu) {
        GroupEntity entity = parent == null ? null : parent.entity(cpu);
        return entity != null && hooks.leaves().leftChildren(entity.own());
    }

    /** No queue of a group that was removed is listed. */
    public static @Nullable String noRemovedGroup(GroupMachine machine) {
        for (int cpu = 0; cpu < machine.cpus(); cpu++) {
            for (TaskGroup group : machine.hooks().leaves().order(cpu)) {
                if (group != null && group.removed()) {
                    return group + " was removed and is listed on cpu " + cpu;
                }
            }
        }
        return null;
    }

    /**
     * A queue with weight or with a sum that is not zero is listed; holds from 5.13 on. A load sum too small for an average is let pass: a write
     * of shares leaves it on the parent queues of a group that is asleep, since it reweights the entity, whose own sum is never zero, and lists
     * nothing.
     *
     * @param exempt queues that may be off the list for another reason, such as throttling
     */
    public static GroupProbe listed(BiPredicate<GroupMachine, CfsRunQueue> exempt) {
        return machine -> {
            for (int cpu = 0; cpu < machine.cpus(); cpu++) {
                String fault = unlisted(machine, machine.mechanism().cpu(cpu).root(), "/", exempt);
                for (TaskGroup group : machine.hooks().groups()) {
                    GroupEntity entity = group.entity(cpu);
                    if (fault == null && entity != null) {
                        fault = unlisted(machine, entity.own(), group.path(), exempt);
                    }
                }
                if (fault != null) {
                    return fault;
                }
            }
            return null;
        };
    }

    /**
     * What {@link #listed} lets pass up to 5.12: an empty queue to which load was attached without an enqueue since it was listed last. Nothing lists
     * it, or decays that load, until something is queued there.
     */
    public static boolean attachedUnlisted(GroupMachine machine, CfsRunQueue queue) {
        return queue.load() == 0 && machine.hooks().leaves().attachedUnlisted(queue);
    }

    /** As {@link #attachedUnlisted}, and 4.0 prunes an empty queue when its group's entity has no load sum, whatever the queue itself has left. */
    public static boolean unlistedIn40(GroupMachine machine, CfsRunQueue queue) {
        GroupEntity owner = queue.owner();
        boolean pruned = owner != null && queue.load() == 0 && owner.avg().loadSum() == 0;
        return pruned || attachedUnlisted(machine, queue);
    }

    /** Whether a queue has nothing, or no more than a load sum too small for an average (see {@link #listed}). */
    public static boolean holdsRemainder(CfsRunQueue queue) {
        SchedAvg avg = queue.avg();
        // Up to 5.13 an average can outlive its sum by a unit; pruning looks at sums.
        boolean small = avg.loadSum() == 0 || (avg.loadAvg() == 0 && avg.loadSum() < SMALLEST_DIVIDER);
        return small && queue.load() == 0 && (avg.runnableSum() | avg.utilSum()) == 0;
    }

    private static @Nullable String unlisted(
            GroupMachine machine, CfsRunQueue queue, String path, BiPredicate<GroupMachine, CfsRunQueue> exempt) {
        if (holdsRemainder(queue) || machine.hooks().leaves().listed(queue) || exempt.test(machine, queue)) {
            return null;
        }
        return path + " on cpu " + queue.cpu() + " has weight " + queue.load() + " and " + queue.avg()
                + ", and is not listed";
    }

    /** What a group shows is the sum of what its queues have published. */
    public static @Nullable String contributions(GroupMachine machine) {
        for (TaskGroup group : machine.hooks().groups()) {
            long sum = 0;
            for (int cpu = 0; cpu < machine.cpus(); cpu++) {
                GroupEntity entity = group.entity(cpu);
                if (entity != null) {
                    sum += entity.own().cfsLoad().tgLoadAvgContrib();
                }
            }
            if (sum != group.loadAvg()) {
                return group + " shows load " + group.loadAvg() + ", its queues published " + sum;
            }
        }
        return null;
    }

    /** Each queue's weight and counters are those of what is queued on and below it. */
    public static @Nullable String counters(GroupMachine machine) {
        for (int cpu = 0; cpu < machine.cpus(); cpu++) {
            String fault = counters(machine, machine.mechanism().cpu(cpu).root(), null);
            if (fault != null) {
                return fault;
            }
            for (TaskGroup group : machine.hooks().groups()) {
                GroupEntity entity = group.entity(cpu);
                fault = entity == null ? null : counters(machine, entity.own(), group);
                if (fault != null) {
                    return fault;
                }
            }
        }
        return null;
    }

    private static @Nullable String counters(GroupMachine machine, CfsRunQueue queue, @Nullable TaskGroup owner) {
        long load = 0;
        int nr = 0;
        int queued = 0;
        int idle = 0;
        for (Task task : machine.tasks()) {
            if (task.onRq() && task.queue() == queue) {
                load += task.weight();
                nr++;
                queued++;
                idle += task.idle() ? 1 : 0;
            }
        }
        for (TaskGroup group : machine.hooks().groups()) {
            GroupEntity entity = group.parent() == owner ? group.entity(queue.cpu()) : null;
            if (entity != null && entity.onRq()) {
                load += entity.weight();
                nr++;
                queued += entity.own().hNr();
                idle += group.idle() ? entity.own().hNr() : entity.own().hNrIdle();
            }
        }
        String want = "weight " + load + ", " + nr + " entities, " + queued + " tasks, " + idle + " idle";
        String got = "weight " + queue.load() + ", " + queue.nr() + " entities, " + queue.hNr() + " tasks, "
                + queue.hNrIdle() + " idle";
        return want.equals(got)
                ? null
                : (owner == null ? "/" : owner) + " on cpu " + queue.cpu() + " counts " + got + " but has " + want;
    }
}
