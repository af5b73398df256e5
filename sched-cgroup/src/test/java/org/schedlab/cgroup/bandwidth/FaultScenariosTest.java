package org.schedlab.cgroup.bandwidth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.schedlab.cgroup.hierarchy.LeafListException;
import org.schedlab.cgroup.hierarchy.TaskGroup;
import org.schedlab.mechanism.BandwidthStat;
import org.schedlab.mechanism.CfsRunQueue;
import org.schedlab.mechanism.GroupEntity;
import org.schedlab.mechanism.Task;

/** Faults of past releases, each wrong with its switch and right without. */
class FaultScenariosTest {

    private static final long MS = BandwidthMachine.MS;

    /** What {@code cpu.stat} counted, and the usage, while workers on 16 CPUs wake in turn for 50 us each; together they need half of the quota. */
    private record ShortWorkers(long periods, long throttledPeriods, double usedOfQuota) {}

    private static ShortWorkers shortWorkers(Object... switches) {
        int cpus = 16;
        long workNs = MS / 20;
        BandwidthMachine machine = new BandwidthMachine("4.16", cpus, switches);
        TaskGroup group = machine.group("a", null);
        machine.quotaMs(group, 10, 100, 0);
        Task[] workers = new Task[cpus];
        long[] untilNs = new long[cpus];
        for (int cpu = 0; cpu < cpus; cpu++) {
            workers[cpu] = machine.task("w" + cpu, group, cpu);
            untilNs[cpu] = workNs;
        }
        BandwidthStat warm = machine.pool(group).stat();
        long usedNs = 0;
        for (int ms = 0; ms < 7_000; ms++) {
            if (ms == 2_000) {
                warm = machine.pool(group).stat();
                usedNs = machine.usedNs(group);
            }
            int turn = ms % cpus;
            if (!workers[turn].onRq()) {
                untilNs[turn] += workNs;
                machine.wake(workers[turn], turn);
            }
            for (int step = 0; step < MS / workNs; step++) {
                machine.run(workNs);
                for (int cpu = 0; cpu < cpus; cpu++) {
                    machine.mechanism.charge(cpu);
                    if (machine.cpu(cpu).current() == workers[cpu] && workers[cpu].sumExec() >= untilNs[cpu]) {
                        machine.sleep(cpu);
                    }
                }
            }
        }
        machine.chargeAll();
        BandwidthStat stat = machine.pool(group).stat();
        long periods = stat.nrPeriods() - warm.nrPeriods();
        return new ShortWorkers(
                periods,
                stat.nrThrottled() - warm.nrThrottled(),
                (machine.usedNs(group) - usedNs) / (double) (periods * 10 * MS));
    }

    @Test
    void expiringSlicesThrottleFarBelowTheQuota() {
        ShortWorkers wrong = shortWorkers("SLICE_EXPIRY");
        ShortWorkers right = shortWorkers("NO_SLICE_EXPIRY");
        assertThat(wrong.throttledPeriods).isGreaterThan(wrong.periods * 9 / 10);
        assertThat(wrong.usedOfQuota).isLessThan(0.6);
        assertThat(right.throttledPeriods).isZero();
        assertThat(right.usedOfQuota).isBetween(0.2, 0.6);
    }

    /** root/level2/{level3a, level3b/worker3}, as in the change of 5.13-rc7. */
    private static BandwidthMachine decayedParent(Object... switches) {
        BandwidthMachine machine = new BandwidthMachine("6.1", 2, switches);
        TaskGroup level2 = machine.group("level2", null);
        TaskGroup level3a = machine.group("level3a", level2);
        TaskGroup level3b = machine.group("level3b", level2);
        TaskGroup worker3 = machine.group("worker3", level3b);
        machine.task("idler", null, 0);
        sleeper(machine, worker3, 2 * MS);
        Task work = machine.task("work", worker3, 0);
        machine.quotaMs(worker3, 1, 1000, 0);
        machine.run(10 * MS);
        assertThat(machine.hooks.throttleCount(queue(worker3, 0))).isEqualTo(1);
        // The task leaves its throttled queue, whose load stands still; level3b decays.
        machine.migrate(work, 1);
        age(machine, 0, 900);
        assertThat(machine.hooks.leaves().listed(queue(level3b, 0))).isFalse();
        assertThat(machine.hooks.throttleCount(queue(worker3, 0))).isEqualTo(1);
        Task hog = machine.task("hog", level3a, 0);
        machine.quotaMs(level2, 1, 1000, 0);
        machine.run(10 * MS);
        assertThat(machine.hooks.throttleCount(queue(level2, 0))).isEqualTo(1);
        assertThat(hog.onRq()).isTrue();
        machine.quota(worker3, CfsBandwidth.NO_QUOTA, 100 * MS, 0);
        machine.quota(level2, CfsBandwidth.NO_QUOTA, 100 * MS, 0);
        return machine;
    }

    /** A task of a group runs on CPU 0 and goes to sleep, so that its load stays there. */
    private static void sleeper(BandwidthMachine machine, TaskGroup group, long ns) {
        Task sleeper = machine.task("sleeper", group, 0);
        machine.run(ns);
        while (machine.cpu(0).current() != sleeper) {
            machine.run(MS);
        }
        machine.sleep(0);
    }

    private static CfsRunQueue queue(TaskGroup group, int cpu) {
        GroupEntity entity = group.entity(cpu);
        if (entity == null) {
            throw new AssertionError(group + " has not used cpu " + cpu);
        }
        return entity.own();
    }

    /** Time passes, in which the blocked load of a CPU is aged. */
    private static void age(BandwidthMachine machine, int cpu, int ms) {
        for (int i = 0; i < ms / 10; i++) {
            machine.run(10 * MS);
            machine.mechanism.updateBlocked(cpu);
        }
    }

    @Test
    void decayedParentOfAListedQueueIsSkippedOnUnthrottle() {
        assertThat(decayedParent("NO_LISTED_CHILD_STAYS").hooks.leaves().order(0))
                .extracting(String::valueOf)
                .contains("/level2/level3b/worker3")
                .doesNotContain("/level2/level3b");
        assertThat(decayedParent().hooks.leaves().order(0))
                .extracting(String::valueOf)
                .containsSubsequence("/level2/level3b/worker3", "/level2/level3b", "/level2", "null");
    }

    /** A group with a task on CPU 1 had one on CPU 0 too, which left while its queue was throttled. */
    private static BandwidthMachine forgotten(Object... switches) {
        BandwidthMachine machine = new BandwidthMachine("6.1", 2, switches);
        TaskGroup group = machine.group("a", null);
        machine.task("root0", null, 0);
        machine.task("root1", null, 1);
        Task leaves = machine.task("leaves", group, 0);
        Task stays = machine.task("stays", group, 1);
        machine.run(500 * MS);
        sleeper(machine, group, 100 * MS);
        machine.quotaMs(group, 1, 1000, 0);
        machine.run(60 * MS);
        machine.migrate(leaves, 1);
        machine.run(MS);
        machine.hooks.move(leaves, org.schedlab.mechanism.GroupQueues.ROOT);
        machine.quota(group, CfsBandwidth.NO_QUOTA, 100 * MS, 0);
        age(machine, 0, 5000);
        assertThat(stays.onRq()).isTrue();
        return machine;
    }

    @Test
    void undecayedQueueIsForgottenByUnthrottle() {
        BandwidthMachine wrong = forgotten("NO_UNTHROTTLE_LISTS_UNDECAYED");
        BandwidthMachine right = forgotten();
        TaskGroup wrongGroup = wrong.hooks.groups().iterator().next();
        TaskGroup rightGroup = right.hooks.groups().iterator().next();
        long wrongWeight = weight(wrongGroup);
        long rightWeight = weight(rightGroup);
        assertThat(queue(wrongGroup, 0).avg().loadAvg()).isPositive();
        assertThat(queue(rightGroup, 0).avg().loadAvg()).isZero();
        // What the group does not use on CPU 0 is missing on CPU 1, for ever.
        assertThat(wrongWeight).isLessThan(rightWeight * 2 / 3);
        assertThat(rightWeight).isBetween(rightGroup.shares() * 9 / 10, rightGroup.shares());
    }

    private static long weight(TaskGroup group) {
        GroupEntity entity = group.entity(1);
        return entity == null ? 0 : entity.weight();
    }

    /** A branch is left waiting at a throttled queue, whose deletion leaves the mark behind (4.13 to 4.20). */
    private static BandwidthMachine danglingMark(Object... switches) {
        BandwidthMachine machine = new BandwidthMachine("4.16", 2, switches);
        TaskGroup a = machine.group("a", null);
        TaskGroup b = machine.group("b", a);
        TaskGroup d = machine.group("d", machine.group("c", null));
        TaskGroup f = machine.group("f", machine.group("e", null));
        machine.task("root", null, 0);
        Task t = machine.task("t", b, 1);
        machine.quotaMs(b, 1, 1000, 0);
        Task x = machine.task("x", f, 0);
        machine.run(60 * MS);
        // The pool is empty: b is throttled as its first task comes, before a is listed.
        machine.migrate(t, 0);
        assertThat(machine.hooks.leaves().order(0))
                .extracting(String::valueOf)
                .containsExactly("/a/b", "/e/f", "/e", "null");
        machine.migrate(t, 1);
        machine.quota(b, CfsBandwidth.NO_QUOTA, 100 * MS, 0);
        age(machine, 0, 3000);
        assertThat(machine.hooks.leaves().order(0)).extracting(String::valueOf).containsExactly("/e/f", "/e", "null");
        // A new branch begins at the mark.
        machine.task("y", d, 0);
        machine.migrate(x, 1);
        age(machine, 0, 5000);
        machine.migrate(x, 0);
        return machine;
    }

    @Test
    void danglingMarkLocksTheLeafListUp() {
        BandwidthMachine wrong = danglingMark();
        assertThatThrownBy(() -> wrong.mechanism.updateBlocked(0))
                .isInstanceOf(LeafListException.class)
                .hasMessageContaining("runs in a circle")
                .hasMessageContaining("/e/f -> /e/f");
        BandwidthMachine right = danglingMark("LEAF_MARK_FOLLOWS_DELETE");
        right.mechanism.updateBlocked(0);
        assertThat(right.hooks.leaves().order(0))
                .extracting(String::valueOf)
                .containsSubsequence("/e/f", "/e", "null")
                .containsSubsequence("/c/d", "/c", "null");
    }
}
