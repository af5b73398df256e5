package org.schedlab.cgroup.hierarchy;

import java.util.List;
import org.schedlab.arith.Shares;
import org.schedlab.arith.Shares.GroupMode;
import org.schedlab.arith.Weights;
import org.schedlab.mechanism.CfsRunQueue;
import org.schedlab.spi.Settings;
import org.schedlab.spi.Switch;
import org.schedlab.spi.Tunable;

/**
 * Where task groups differ between releases, and the faults that can be switched on or off by themselves.
 *
 * @param release the generation
 * @param mode how 7.x sizes a group's shares
 * @param pruning decayed queues leave the leaf list
 * @param skipBlockedUpdate group entities without load are passed over in the leaf walk
 * @param listOnAttach a queue to which load is attached outside of an enqueue is listed
 * @param blockedUpdatesTg ageing a group entity publishes the load of the queue that it is on
 * @param listedChildStays a queue behind a listed child of its own stays listed
 * @param listedChildExact that child is looked for everywhere, not only directly before the queue
 * @param markFollowsDelete deleting the queue at the mark of a waiting branch moves the mark
 * @param emptyKeepsWeight the entity of an empty queue is not reweighted
 * @param hotplugWalksGroups walks at CPU hotplug look at all groups, not at the leaf list
 * @param tickNs length of a tick
 */
public record GroupRules(
        GroupRelease release,
        GroupMode mode,
        boolean pruning,
        boolean skipBlockedUpdate,
        boolean listOnAttach,
        boolean blockedUpdatesTg,
        boolean listedChildStays,
        boolean listedChildExact,
        boolean markFollowsDelete,
        boolean emptyKeepsWeight,
        boolean hotplugWalksGroups,
        long tickNs) {

    /** The switches that {@link #of} reads. */
    public static final List<Switch> SWITCHES = List.of(
            new Switch("LEAF_PRUNING", true, "to 4.0, 4.13+", "decayed queues leave the leaf list"),
            new Switch(
                    "SKIP_BLOCKED_UPDATE", true, "4.11+", "group entities without load are not aged in the leaf walk"),
            new Switch(
                    "LIST_ON_ATTACH",
                    true,
                    "5.13+, stable 5.10",
                    "a queue to which load is attached without an enqueue is listed, so that the load decays"),
            new Switch(
                    "BLOCKED_UPDATES_TG",
                    true,
                    "5.13+, stable 5.10",
                    "the leaf walk publishes the load of a queue that a child changed"),
            new Switch(
                    "LISTED_CHILD_STAYS",
                    true,
                    "5.13+",
                    "a decayed queue behind a listed child stays listed, so that a branch is never torn"),
            new Switch(
                    "LISTED_CHILD_EXACT",
                    false,
                    "none",
                    "with LISTED_CHILD_STAYS: the listed child may stand anywhere, not only directly before its parent"),
            new Switch(
                    "LEAF_MARK_FOLLOWS_DELETE",
                    true,
                    "5.1+",
                    "deleting a queue moves the mark of a branch that waits there (tmp_alone_branch); off: it stays on the deleted queue"),
            new Switch(
                    "EMPTY_GROUP_KEEPS_WEIGHT",
                    true,
                    "stable 6.12, 7.x",
                    "the entity of an empty queue, delayed perhaps, is not reweighted"),
            new Switch(
                    "HOTPLUG_WALKS_GROUPS",
                    true,
                    "4.13+",
                    "walks at CPU hotplug look at all groups; off: at the leaf list, which misses pruned queues"));

    /** The tunables that {@link #of} reads. */
    public static final List<Tunable> TUNABLES = List.of(
            Tunable.oneOf(
                    "group_generation",
                    612,
                    "all",
                    "rules of task groups: 400, 412, 416, 510, 601, 608, 612, 703",
                    GroupRelease.generations()),
            new Tunable(
                    "cgroup_mode", 2, 0, 4, false, "7.x", "shares of a group: 0 up, 1 smp, 2 concur, 3 max, 4 tasks"));

    private static final List<GroupMode> MODES =
            List.of(GroupMode.UP, GroupMode.SMP, GroupMode.CONCUR, GroupMode.MAX, GroupMode.TASKS);

    /** The rules that the settings of a run name. */
    public static GroupRules of(Settings settings) {
        return new GroupRules(
                GroupRelease.of(settings.tunable("group_generation")),
                MODES.get((int) settings.tunable("cgroup_mode")),
                settings.isOn("LEAF_PRUNING"),
                settings.isOn("SKIP_BLOCKED_UPDATE"),
                settings.isOn("LIST_ON_ATTACH"),
                settings.isOn("BLOCKED_UPDATES_TG"),
                settings.isOn("LISTED_CHILD_STAYS"),
                settings.isOn("LISTED_CHILD_EXACT"),
                settings.isOn("LEAF_MARK_FOLLOWS_DELETE"),
                settings.isOn("EMPTY_GROUP_KEEPS_WEIGHT"),
                settings.isOn("HOTPLUG_WALKS_GROUPS"),
                settings.tunable("tick_ns"));
    }

    /** Queues below a throttled one are not listed when tasks join them (6.1 to 6.12). */
    boolean throttledStayOff() {
        return release.from(GroupRelease.V6_1) && !release.from(GroupRelease.V7_3);
    }

    /** Group entities below a throttled queue keep their weight (to 6.12). */
    boolean throttledKeepWeight() {
        return !release.from(GroupRelease.V7_3);
    }

    /** The leaf walk passes over queues below a throttled one (4.x). */
    boolean throttledNotAged() {
        return !release.from(GroupRelease.V5_10);
    }

    /** The weight of a group's entity whose queue is {@code own}: its part of the group's shares (calc_group_shares), full resolution. */
    long weight(TaskGroup group, CfsRunQueue own) {
        long contrib = own.cfsLoad().tgLoadAvgContrib();
        return switch (release) {
            // Weights had no extra resolution on any machine of that release.
            case V4_0 ->
                Weights.scaleLoad(Shares.group40(
                        Weights.scaleLoadDown(group.shares),
                        Weights.scaleLoadDown(own.load()),
                        group.loadAvg(),
                        contrib));
            case V4_12 -> Shares.group412(group.shares, own.load(), group.loadAvg(), contrib);
            case V4_16, V5_10, V6_1, V6_8, V6_12 ->
                Shares.group415(group.shares, own.load(), own.avg().loadAvg(), group.loadAvg(), contrib);
            case V7_3 ->
                Shares.group73(
                        mode,
                        group.shares,
                        own.load(),
                        own.avg().loadAvg(),
                        group.loadAvg(),
                        contrib,
                        group.runnableAvg(),
                        group.cpus);
        };
    }
}
