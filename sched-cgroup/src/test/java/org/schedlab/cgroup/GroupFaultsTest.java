package org.schedlab.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.schedlab.cgroup.hierarchy.TaskGroup;
import org.schedlab.cgroup.testkit.GroupMachine;
import org.schedlab.cgroup.testkit.Kernels;
import org.schedlab.mechanism.GroupEntity;
import org.schedlab.mechanism.Task;

/** Faults of the kernel's task groups that have been mended: wrong with the mend switched off, right with it. */
class GroupFaultsTest {

    private static final long TICK_NS = 4_000_000;

    /** Runs what is queued for a while; both CPUs tick and age their averages. */
    private static void run(GroupMachine machine, long ns) {
        for (long at = 0; at < ns; at += TICK_NS) {
            machine.advance(TICK_NS);
            for (int cpu = 0; cpu < machine.cpus(); cpu++) {
                machine.mechanism().tick(cpu);
                machine.mechanism().updateBlocked(cpu);
            }
            machine.serve();
        }
    }

    private static void sleep(GroupMachine machine, int cpu) {
        machine.mechanism().block(cpu);
        machine.schedule(cpu);
    }

    /** The part of CPU 0 that the first task gets when both hog it for 4 s. */
    private static double shareOfFirst(GroupMachine machine) {
        Task first = machine.tasks().get(0);
        Task second = machine.tasks().get(1);
        long firstBefore = first.sumExec();
        long secondBefore = second.sumExec();
        machine.wake(first, 0, true);
        machine.wake(second, 0, true);
        machine.serve();
        run(machine, 4_000_000_000L);
        machine.mechanism().charge(0);
        double mine = first.sumExec() - firstBefore;
        return mine / (mine + second.sumExec() - secondBefore);
    }

    /**
     * A task whose load is half of a hog's is moved into a group while it sleeps on CPU 1 and wakes on CPU 0, as a cpuset makes it. Before 5.13 the
     * group's queue on CPU 1, never listed, keeps its load for ever. "sched/fair: Fix unfairness caused by missing load decay", 2021.
     */
    private static double shareAfterMovingASleeper(String... features) {
        GroupMachine machine = Kernels.machine("5.10", 2, 2, 3, features);
        machine.tree().create("/g0");
        machine.tree().create("/g1");
        Task first = machine.tasks().get(0);
        Task other = machine.tasks().get(2);
        machine.tree().move(machine.tasks().get(1), "/g1");
        machine.wake(first, 1, true);
        machine.wake(other, 1, true);
        machine.serve();
        run(machine, 400_000_000);
        // Asleep long enough for the load to halve and a bit more.
        while (machine.mechanism().cpu(1).current() != null) {
            sleep(machine, 1);
        }
        run(machine, 20_000_000);
        machine.tree().move(first, "/g0");
        return shareOfFirst(machine);
    }

    @Test
    void loadOfAQueueThatIsNotListedNeverDecays() {
        double before = shareAfterMovingASleeper("NO_LIST_ON_ATTACH");
        double after = shareAfterMovingASleeper();
        System.out.printf("sleeper moved between groups: %.3f of the CPU before 5.13, %.3f after%n", before, after);
        assertThat(before).as("before 5.13").isBetween(0.35, 0.43);
        assertThat(after).as("after").isCloseTo(0.5, within(0.01));
    }

    /**
     * Nested queues decay in one pass after a long idle time. Before 5.13 ageing the child's entity updates the parent's queue without publishing,
     * so that the parent finds nothing to publish. "sched/fair: Make sure to update tg contrib for blocked load", 2021.
     */
    private static GroupMachine afterOneLongPause(String... features) {
        GroupMachine machine = Kernels.machine("5.10", 2, 4, 2, features);
        machine.tree().create("/g0");
        machine.tree().create("/g0/g2");
        machine.tree().create("/g1");
        machine.tree().move(machine.tasks().get(0), "/g0/g2");
        machine.tree().move(machine.tasks().get(1), "/g1");
        machine.wake(machine.tasks().get(0), 1, true);
        machine.serve();
        run(machine, 200_000_000);
        sleep(machine, 1);
        machine.advance(3_000_000_000L);
        machine.mechanism().updateBlocked(1);
        return machine;
    }

    @Test
    void contributionOfAPrunedQueueStaysWithItsGroup() {
        GroupMachine before = afterOneLongPause("NO_BLOCKED_UPDATES_TG");
        GroupMachine after = afterOneLongPause();
        TaskGroup stale = group(before, "/g0");
        assertThat(stale.loadAvg()).as("before 5.13").isGreaterThan(900);
        assertThat(before.hooks().leaves().listed(entity(stale, 1).own())).isFalse();
        assertThat(group(after, "/g0").loadAvg()).as("after").isZero();
        double beforeShare = shareOfFirst(before);
        double afterShare = shareOfFirst(after);
        System.out.printf("nested sleeper: %.3f of the CPU before 5.13, %.3f after%n", beforeShare, afterShare);
        assertThat(beforeShare).isBetween(0.30, 0.40);
        assertThat(afterShare).isCloseTo(0.5, within(0.01));
    }

    /**
     * A group's only task runs shortly after a long sleep beside a hog and sleeps again: its entity is not eligible and stays queued, without
     * anything below it. 6.12 before its fix gave it the weight of an empty queue.
     */
    private static long weightOfEmptyDelayedGroup(String... features) {
        GroupMachine machine = Kernels.machine("6.12", 2, 2, 2, features);
        machine.tree().create("/g0");
        Task task = machine.tasks().get(0);
        machine.tree().move(task, "/g0");
        machine.wake(task, 0, true);
        machine.serve();
        machine.advance(100_000);
        sleep(machine, 0);
        machine.wake(machine.tasks().get(1), 0, true);
        machine.serve();
        run(machine, 1_200_000_000);
        machine.wake(task, 0, true);
        while (machine.mechanism().cpu(0).current() != task) {
            machine.schedule(0);
            if (machine.mechanism().cpu(0).current() != task) {
                run(machine, TICK_NS);
            }
        }
        machine.advance(20_000);
        sleep(machine, 0);
        GroupEntity entity = entity(group(machine, "/g0"), 0);
        assertThat(entity.delayed()).isTrue();
        assertThat(entity.own().load()).isZero();
        return entity.weight();
    }

    @Test
    void emptyDelayedGroupIsReweightedToTwo() {
        assertThat(weightOfEmptyDelayedGroup("NO_EMPTY_GROUP_KEEPS_WEIGHT"))
                .as("6.12 before its fix")
                .isEqualTo(2);
        assertThat(weightOfEmptyDelayedGroup()).as("after").isEqualTo(1 << 20);
    }

    private static TaskGroup group(GroupMachine machine, String path) {
        return Objects.requireNonNull(machine.tree().group(path));
    }

    private static GroupEntity entity(TaskGroup group, int cpu) {
        return Objects.requireNonNull(group.entity(cpu));
    }
}
