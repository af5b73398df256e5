package org.schedlab.cgroup.hierarchy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.schedlab.arith.Shares;
import org.schedlab.arith.Weights;
import org.schedlab.mechanism.CfsRunQueue;
import org.schedlab.mechanism.CpuRunQueue;
import org.schedlab.mechanism.GroupEntity;
import org.schedlab.mechanism.GroupQueues;
import org.schedlab.mechanism.LoadTracking;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.mechanism.SchedEntity;
import org.schedlab.mechanism.Task;
import org.schedlab.spi.Settings;

/**
 * Task groups on top of load tracking: each group entity weighs as much as its queue contributes to the group's load, queues with load stand on
 * a leaf list that is walked bottom-up when blocked load ages, and decayed queues are pruned from it. Follows update_cfs_group,
 * update_tg_load_avg, update_blocked_averages, cfs_rq_is_decayed, online_fair_sched_group and unregister_fair_sched_group. Bandwidth builds on
 * it by overriding {@link #throttledHierarchy} and its neighbours.
 *
 * <p>A step of one level is O(1); a pass over the leaf list is O(queues listed). Only the first use of a group on a CPU allocates. One thread.
 */
public class GroupHooks extends LoadTracking {

    private final GroupRules rules;
    private final Set<TaskGroup> groups = new LinkedHashSet<>();
    private int nextGroupId;
    private @Nullable Mechanism mechanism;
    private LeafLists leaves;
    private boolean[] offline = {};
    private int cpuCapacity;
    private int possibleCpus;

    /** Reads {@link GroupRules#SWITCHES} and {@link GroupRules#TUNABLES} besides what load tracking reads. */
    public GroupHooks(Settings settings) {
        super(settings);
        rules = GroupRules.of(settings);
        leaves = new LeafLists(0, rules);
    }

    @Override
    public void attachedTo(Mechanism made) {
        mechanism = made;
        cpuCapacity = made.cpuCapacity();
        possibleCpus = made.possibleCpus();
        leaves = new LeafLists(cpuCapacity, rules);
        offline = new boolean[cpuCapacity];
        for (TaskGroup group : groups) {
            group.cpus = possibleCpus;
        }
    }

    /** The mechanism that these hooks were given to. */
    protected final Mechanism mechanism() {
        if (mechanism == null) {
            throw new IllegalStateException("these hooks have not been given to a mechanism");
        }
        return mechanism;
    }

    /** The rules of the release. */
    public final GroupRules rules() {
        return rules;
    }

    /** Makes a group below {@code parent}, or below the root for null. Nothing exists on a CPU until it is used. */
    public final TaskGroup newGroup(String name, @Nullable TaskGroup parent) {
        TaskGroup group = new TaskGroup(nextGroupId++, name, parent, this, possibleCpus);
        groups.add(group);
        return group;
    }

    /** All groups in order of creation. */
    public final Collection<TaskGroup> groups() {
        return Collections.unmodifiableSet(groups);
    }

    /** Moves a task to a group, whatever it does (sched_move_task); the clock of its CPU is up to date. */
    public final void move(Task task, GroupQueues to) {
        mechanism().moveToGroup(task, to);
    }

    /**
     * Removes a group without tasks and children: delayed entities leave for good, the load of the others waits to be taken off their parent
     * queues, and no queue of it stays listed (unregister_fair_sched_group). The clocks of the CPUs that it uses are up to date.
     */
    public final void removeGroup(TaskGroup group) {
        group.markRemoved();
        groups.remove(group);
        for (int cpu = 0; cpu < cpuCapacity; cpu++) {
            GroupEntity entity = group.entity(cpu);
            if (entity != null) {
                if (entity.delayed()) {
                    mechanism().finishDelayed(entity);
                }
                removeLoad(entity);
                removedQueue(entity.own());
                leaves.on(cpu).delete(QueueState.of(entity.own()).node());
            }
        }
        removed(group);
    }

    /** A group that is removed loses its queue on a CPU; for designs that build on this. */
    protected void removedQueue(CfsRunQueue queue) {}

    /** A group has been removed; for designs that build on this. */
    protected void removed(TaskGroup group) {}

    /** The leaf lists of the mechanism that these hooks were given to, with what they have cost. */
    public final LeafLists leaves() {
        return leaves;
    }

    /** The group whose queue it is, or null for a root queue. */
    protected static @Nullable TaskGroup groupOf(CfsRunQueue queue) {
        return QueueState.of(queue).group();
    }

    /**
     * Makes a group's entity and queue on one CPU and attaches it (online_fair_sched_group): the entity's load sum becomes 1, and the parent
     * queues are listed.
     */
    GroupEntity bringOnline(TaskGroup group, CfsRunQueue parentQueue) {
        GroupEntity entity = mechanism().newGroupEntity(parentQueue, Weights.NICE_0_LOAD);
        CfsRunQueue own = entity.own();
        LeafList.Node node =
                LeafList.node(own, group, QueueState.of(parentQueue).node());
        own.designState(new QueueState(group, node));
        group.use(own.cpu(), entity, cpuCapacity);
        if (group.idle) {
            mechanism().setIdle(entity, true);
        }
        madeQueue(group, own);
        update(parentQueue, entity, DO_ATTACH | UPDATE_TG);
        passUp(parentQueue);
        return entity;
    }

    /** A group's queue on a CPU was made; for designs that build on this. */
    protected void madeQueue(TaskGroup group, CfsRunQueue queue) {}

    /** Load was attached to or detached from a queue outside of an enqueue: the levels above follow at once (propagate_entity_cfs_rq). */
    private void passUp(CfsRunQueue from) {
        if (throttled(from)) {
            return;
        }
        listForLoad(from);
        for (GroupEntity e = from.owner(); e != null; e = e.parent()) {
            update(e.queue(), e, UPDATE_TG);
            if (throttled(e.queue())) {
                return;
            }
            listForLoad(e.queue());
        }
    }

    private void listForLoad(CfsRunQueue queue) {
        if (!rules.listOnAttach()) {
            QueueState.of(queue).node().attached();
        } else if (!throttledHierarchy(queue)) {
            addLeaf(queue);
        }
    }

    @Override
    public void leavesFair(Task task) {
        boolean attached = task.avg().isAttached();
        super.leavesFair(task);
        if (attached) {
            passUp(task.queue());
        }
    }

    @Override
    public void entersFair(Task task) {
        super.entersFair(task);
        passUp(task.queue());
    }

    @Override
    public void changedGroup(Task task, GroupQueues from, GroupQueues to) {
        if (from instanceof TaskGroup group) {
            group.taskLeft();
        }
        if (to instanceof TaskGroup group) {
            group.taskJoined();
        }
    }

    @Override
    public void dead(Task task) {
        super.dead(task);
        if (task.group() instanceof TaskGroup group) {
            group.taskLeft();
        }
    }

    /** Puts a queue on the leaf list of its CPU (list_add_leaf_cfs_rq); true when its branch is connected. */
    protected final boolean addLeaf(CfsRunQueue queue) {
        return leaves.on(queue.cpu()).add(QueueState.of(queue).node());
    }

    /** Takes a queue off the leaf list of its CPU (list_del_leaf_cfs_rq). */
    protected final void deleteLeaf(CfsRunQueue queue) {
        leaves.on(queue.cpu()).delete(QueueState.of(queue).node());
    }

    @Override
    public void firstQueued(CfsRunQueue queue) {
        if (!leaves.listed(queue) && !(rules.throttledStayOff() && throttledHierarchy(queue))) {
            leaves.addedByEnqueue++;
            addLeaf(queue);
        }
    }

    @Override
    protected void loadChanged(CfsRunQueue queue) {
        TaskGroup group = groupOf(queue);
        if (group == null) {
            return;
        }
        switch (rules.release()) {
            case V4_0 -> group.load.update40(queue.cfsLoad());
            case V4_12, V4_16 -> group.load.update412(queue.cfsLoad(), false);
            case V5_10, V6_1 -> group.load.update510(queue.cfsLoad());
            case V6_8, V6_12 -> group.load.update68(queue.cfsLoad(), queue.rq().clock(), !offline[queue.cpu()]);
            case V7_3 -> group.load.update73(queue.cfsLoad(), queue.rq().clock(), !offline[queue.cpu()]);
        }
    }

    @Override
    public void shares(SchedEntity entity) {
        if (!(entity instanceof GroupEntity groupEntity)) {
            return;
        }
        CfsRunQueue own = groupEntity.own();
        TaskGroup group = groupOf(own);
        if (group == null || (rules.emptyKeepsWeight() && own.load() == 0) || sharesStand(own)) {
            return;
        }
        long weight = rules.weight(group, own);
        if (weight != entity.weight()) {
            mechanism().reweight(groupEntity, weight);
        }
    }

    private boolean sharesStand(CfsRunQueue own) {
        return rules.throttledKeepWeight() && throttledHierarchy(own);
    }

    /**
     * Gives a group other shares; every CPU that it uses follows, level by level (sched_group_set_shares). Their clocks are up to date.
     *
     * @param shares full resolution; clamped to what the kernel takes
     */
    public final void setShares(TaskGroup group, long shares) {
        group.shares = Shares.clampSettable(shares);
        for (int cpu = 0; cpu < cpuCapacity; cpu++) {
            for (GroupEntity e = group.entity(cpu); e != null; e = e.parent()) {
                update(e.queue(), e, UPDATE_TG);
                shares(e);
            }
        }
    }

    /** Makes the tasks of a group count as SCHED_IDLE ones, or no longer; its weight becomes 3 or the default (sched_group_set_idle). */
    public final void setIdle(TaskGroup group, boolean idle) {
        if (group.idle == idle) {
            return;
        }
        group.idle = idle;
        for (int cpu = 0; cpu < cpuCapacity; cpu++) {
            GroupEntity entity = group.entity(cpu);
            if (entity != null) {
                mechanism().setIdle(entity, idle);
            }
        }
        setShares(group, idle ? Weights.scaleLoad(Weights.WEIGHT_IDLEPRIO) : Shares.DEFAULT_SHARES);
    }

    /** Tells how many CPUs the group may use; 7.x sizes shares by it. */
    public final void setCpus(TaskGroup group, int cpus) {
        group.cpus = cpus;
    }

    @Override
    protected int updateBlockedFair(CpuRunQueue rq) {
        LeafList list = leaves.on(rq.cpu());
        leaves.passes++;
        int result = 0;
        LeafList.Node node = list.first();
        int seen = 0;
        int expected = list.size();
        while (node != null) {
            if (++seen > expected) {
                list.passed(seen);
                expected *= 2;
            }
            LeafList.Node next = list.after(node);
            CfsRunQueue queue = node.queue;
            if (queue != null) {
                result |= ageQueue(list, node, queue);
            }
            node = next;
        }
        return result;
    }

    private int ageQueue(LeafList list, LeafList.Node node, CfsRunQueue queue) {
        leaves.queuesVisited++;
        if (rules.throttledNotAged() && throttledHierarchy(queue)) {
            return 0;
        }
        int result = 0;
        if (updateQueue(queue, pelt(queue))) {
            loadChanged(queue);
            if (queue.nr() == 0) {
                agedEmpty(queue);
            }
            if (queue.owner() == null) {
                result |= DECAYED;
            }
        }
        GroupEntity owner = queue.owner();
        if (owner != null && !(rules.skipBlockedUpdate() && nothingToAge(owner))) {
            update(owner.queue(), owner, rules.blockedUpdatesTg() ? UPDATE_TG : 0);
        }
        if (rules.pruning() && list.decayed(node)) {
            list.delete(node);
            leaves.pruned++;
        }
        return hasBlocked(queue) ? result | BLOCKED_LEFT : result;
    }

    /** A walk over the leaf list aged a queue on which nothing is queued; for designs that build on this. */
    protected void agedEmpty(CfsRunQueue queue) {}

    /** skip_blocked_update: nothing of the group entity is left to age, and nothing waits to be passed up. */
    private static boolean nothingToAge(GroupEntity entity) {
        return entity.avg().loadAvg() == 0
                && entity.avg().utilAvg() == 0
                && !entity.own().cfsLoad().propagate();
    }

    /** Whether nothing of a queue is left to age (cfs_rq_is_decayed). */
    protected final boolean isDecayed(CfsRunQueue queue) {
        return leaves.on(queue.cpu()).decayed(QueueState.of(queue).node());
    }

    /**
     * The queues of groups that a walk at CPU hotplug looks at, in its order: those of all groups, or, before 4.13, the listed ones alone, which
     * misses queues that were pruned (update_runtime_enabled, unthrottle_offline_cfs_rqs). Allocates.
     */
    public final List<CfsRunQueue> hotplugWalk(int cpu) {
        List<CfsRunQueue> queues = new ArrayList<>();
        if (rules.hotplugWalksGroups()) {
            for (TaskGroup group : groups) {
                GroupEntity entity = group.entity(cpu);
                if (entity != null) {
                    queues.add(entity.own());
                }
            }
        } else {
            LeafList list = leaves.on(cpu);
            int seen = 0;
            for (LeafList.Node n = list.first(); n != null; n = list.after(n)) {
                list.passed(++seen);
                if (n.queue != null && n.group() != null) {
                    queues.add(n.queue);
                }
            }
        }
        return queues;
    }

    /**
     * A CPU goes offline, its clock being up to date and its tasks still there. From 6.8 on it takes its part off the load of every group and adds
     * nothing more (clear_tg_offline_cfs_rqs); before, what it had published stays. O(groups).
     */
    public void cpuOffline(int cpu) {
        offline[cpu] = true;
        if (!rules.release().from(GroupRelease.V6_8)) {
            return;
        }
        for (TaskGroup group : groups) {
            GroupEntity entity = group.entity(cpu);
            if (entity != null) {
                group.load.withdraw(entity.own().cfsLoad(), entity.queue().rq().clock());
            }
        }
    }

    /** Whether a CPU has gone offline. */
    protected final boolean isOffline(int cpu) {
        return offline[cpu];
    }

    /** A CPU is online again. */
    public void cpuOnline(int cpu) {
        offline[cpu] = false;
    }

    @Override
    public long hLoad(Task task) {
        return HLoad.of(task, rules.tickNs());
    }
}
