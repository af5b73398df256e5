package org.schedlab.cgroup.hierarchy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.arith.Shares;
import org.schedlab.arith.Weights;
import org.schedlab.mechanism.CfsRunQueue;
import org.schedlab.mechanism.CpuRunQueue;
import org.schedlab.mechanism.GroupEntity;
import org.schedlab.mechanism.LoadTracking;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.mechanism.SchedEntity;
import org.schedlab.mechanism.Task;
import org.schedlab.pelt.PeltRelease;
import org.schedlab.spi.Settings;
import org.schedlab.spi.Switch;

/**
 * Task groups on top of load tracking: each group entity weighs as much as its queue contributes to the group's load, queues with load stand on
 * a leaf list that is walked bottom-up when blocked load ages, and decayed queues are pruned from it. Follows update_cfs_group,
 * update_tg_load_avg, update_blocked_averages and cfs_rq_is_decayed.
 */
public final class GroupHooks extends LoadTracking {

    /** The switches that this class reads besides those of load tracking. */
    public static final List<Switch> SWITCHES = List.of(
            new Switch("LEAF_PRUNING", true, "4.13+", "decayed queues leave the leaf list"),
            new Switch(
                    "SKIP_BLOCKED_UPDATE", true, "4.11+", "group entities without load are not aged in the leaf walk"));

    private final List<TaskGroup> groups = new ArrayList<>();
    private final boolean pruning;
    private final boolean skipBlocked;
    private final long tickNs;
    private @Nullable Mechanism mechanism;
    private LeafList[] leafLists = new LeafList[0];
    private int cpuCapacity;
    private long queuesVisited;

    /** Reads the switches LEAF_PRUNING and SKIP_BLOCKED_UPDATE besides those of load tracking. */
    public GroupHooks(Settings settings) {
        super(settings);
        pruning = settings.isOn("LEAF_PRUNING");
        skipBlocked = settings.isOn("SKIP_BLOCKED_UPDATE");
        tickNs = settings.tunable("tick_ns");
    }

    @Override
    public void attachedTo(Mechanism made) {
        mechanism = made;
        cpuCapacity = made.cpuCapacity();
        leafLists = new LeafList[cpuCapacity];
        for (int cpu = 0; cpu < cpuCapacity; cpu++) {
            leafLists[cpu] = new LeafList();
        }
    }

    private Mechanism mechanism() {
        if (mechanism == null) {
            throw new IllegalStateException("these hooks have not been given to a mechanism");
        }
        return mechanism;
    }

    /** Makes a group below {@code parent}, or below the root for null. Nothing exists on a CPU until it is used. */
    public TaskGroup newGroup(String name, @Nullable TaskGroup parent) {
        TaskGroup group = new TaskGroup(groups.size(), name, parent, this, cpuCapacity);
        groups.add(group);
        return group;
    }

    /** All groups in order of creation. */
    public List<TaskGroup> groups() {
        return Collections.unmodifiableList(groups);
    }

    /** Queues looked at by {@link #updateBlockedFair} so far. */
    public long queuesVisited() {
        return queuesVisited;
    }

    /** Queues on the leaf list of a CPU. */
    public int leafLength(int cpu) {
        return leafLists[cpu].size();
    }

    /** The queues on the leaf list of a CPU in list order, null standing for the root's; allocates, for listings. */
    public List<@Nullable TaskGroup> leafOrder(int cpu) {
        List<@Nullable TaskGroup> order = new ArrayList<>();
        LeafList list = leafLists[cpu];
        for (LeafList.Node n = list.first(); n != null; n = list.after(n)) {
            order.add(n.queue == null ? null : groupOf(n.queue));
        }
        return order;
    }

    /** Whether the queue is on its CPU's leaf list. */
    public boolean listed(CfsRunQueue queue) {
        return state(queue).node.onList();
    }

    /** What this design keeps of a queue. */
    private record QueueState(@Nullable TaskGroup group, LeafList.Node node) {}

    private QueueState state(CfsRunQueue queue) {
        Object kept = queue.designState();
        if (kept instanceof QueueState found) {
            return found;
        }
        QueueState root = new QueueState(null, LeafList.node(queue, null));
        queue.designState(root);
        return root;
    }

    private @Nullable TaskGroup groupOf(CfsRunQueue queue) {
        return state(queue).group;
    }

    /**
     * Makes a group's entity and queue on one CPU and attaches it (online_fair_sched_group): the entity's load sum becomes 1, and the parent
     * queues are listed.
     */
    GroupEntity bringOnline(TaskGroup group, CfsRunQueue parentQueue) {
        GroupEntity entity = mechanism().newGroupEntity(parentQueue, Weights.NICE_0_LOAD);
        entity.own().designState(new QueueState(group, LeafList.node(entity.own(), state(parentQueue).node)));
        update(parentQueue, entity, DO_ATTACH | UPDATE_TG);
        list(parentQueue);
        for (GroupEntity e = parentQueue.owner(); e != null; e = e.parent()) {
            update(e.queue(), e, UPDATE_TG);
            list(e.queue());
        }
        return entity;
    }

    private void list(CfsRunQueue queue) {
        leafLists[queue.cpu()].add(state(queue).node);
    }

    @Override
    public void firstQueued(CfsRunQueue queue) {
        list(queue);
    }

    @Override
    protected void loadChanged(CfsRunQueue queue) {
        TaskGroup group = groupOf(queue);
        if (group == null) {
            return;
        }
        switch (release) {
            case V4_12, V4_16 -> group.load.update412(queue.cfsLoad(), false);
            case V5_10, V6_1 -> group.load.update510(queue.cfsLoad());
            case V6_8, V6_12 -> group.load.update68(queue.cfsLoad(), queue.rq().clock(), true);
            case V7_3 -> group.load.update73(queue.cfsLoad(), queue.rq().clock(), true);
        }
    }

    @Override
    public void shares(SchedEntity entity) {
        if (!(entity instanceof GroupEntity groupEntity)) {
            return;
        }
        CfsRunQueue own = groupEntity.own();
        TaskGroup group = groupOf(own);
        if (group == null || (own.load() == 0 && release.compareTo(PeltRelease.V6_12) >= 0)) {
            return;
        }
        long weight = release == PeltRelease.V4_12
                ? Shares.group412(
                        group.shares, own.load(), group.loadAvg(), own.cfsLoad().tgLoadAvgContrib())
                : Shares.group415(
                        group.shares,
                        own.load(),
                        own.avg().loadAvg(),
                        group.loadAvg(),
                        own.cfsLoad().tgLoadAvgContrib());
        if (weight != entity.weight()) {
            mechanism().reweight(groupEntity, weight);
        }
    }

    /** Gives a group other shares; every CPU that it uses follows, level by level (sched_group_set_shares). */
    public void setShares(TaskGroup group, long shares) {
        group.shares = Shares.clampSettable(shares);
        for (int cpu = 0; cpu < cpuCapacity; cpu++) {
            for (GroupEntity e = group.entity(cpu); e != null; e = e.parent()) {
                update(e.queue(), e, UPDATE_TG);
                shares(e);
            }
        }
    }

    @Override
    protected int updateBlockedFair(CpuRunQueue rq) {
        LeafList list = leafLists[rq.cpu()];
        int result = 0;
        LeafList.Node node = list.first();
        while (node != null) {
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
        queuesVisited++;
        int result = 0;
        if (updateQueue(queue, pelt(queue))) {
            loadChanged(queue);
            if (queue.owner() == null) {
                result |= DECAYED;
            }
        }
        GroupEntity owner = queue.owner();
        if (owner != null && !(skipBlocked && nothingToAge(owner))) {
            update(owner.queue(), owner, UPDATE_TG);
        }
        if (pruning && isDecayed(list, node, queue)) {
            list.delete(node);
        }
        return hasBlocked(queue) ? result | BLOCKED_LEFT : result;
    }

    /** skip_blocked_update: nothing of the group entity is left to age, and nothing waits to be passed up. */
    private static boolean nothingToAge(GroupEntity entity) {
        return entity.avg().loadAvg() == 0
                && entity.avg().utilAvg() == 0
                && !entity.own().cfsLoad().propagate();
    }

    /** cfs_rq_is_decayed: empty, without sums, without a listed child (6.1 and later), without a published share (6.12 and later). */
    private boolean isDecayed(LeafList list, LeafList.Node node, CfsRunQueue queue) {
        if (queue.load() != 0 || !queue.avg().sumsAreZero()) {
            return false;
        }
        if (release.compareTo(PeltRelease.V6_1) >= 0) {
            LeafList.Node before = list.before(node);
            if (before != null && before.parent() == node) {
                return false;
            }
        }
        return release.compareTo(PeltRelease.V6_12) < 0 || queue.cfsLoad().tgLoadAvgContrib() == 0;
    }

    @Override
    public long hLoad(Task task) {
        CfsRunQueue queue = task.queue();
        refreshHLoad(queue, Long.divideUnsigned(queue.rq().clock(), tickNs) + 1);
        return Long.divideUnsigned(task.loadAvg() * queue.hLoad(), queue.avg().loadAvg() + 1);
    }

    /** update_cfs_rq_h_load: from the root down, once a tick. */
    private static void refreshHLoad(CfsRunQueue queue, long jiffy) {
        if (queue.hLoadAsOf(jiffy)) {
            return;
        }
        GroupEntity owner = queue.owner();
        if (owner == null) {
            queue.hLoad(queue.avg().loadAvg(), jiffy);
            return;
        }
        CfsRunQueue above = owner.queue();
        refreshHLoad(above, jiffy);
        queue.hLoad(
                Long.divideUnsigned(
                        above.hLoad() * owner.avg().loadAvg(), above.avg().loadAvg() + 1),
                jiffy);
    }
}
