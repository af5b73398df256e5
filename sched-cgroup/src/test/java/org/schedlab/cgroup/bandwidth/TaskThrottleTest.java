package org.schedlab.cgroup.bandwidth;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.schedlab.cgroup.hierarchy.TaskGroup;
import org.schedlab.mechanism.CfsRunQueue;
import org.schedlab.mechanism.GroupEntity;
import org.schedlab.mechanism.GroupQueues;
import org.schedlab.mechanism.Task;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.topology.CpuMask;

/** Throttling per task at the return to user mode (7.3), from the specification; no vectors have it. */
class TaskThrottleTest {

    private static final long MS = BandwidthMachine.MS;

    private final BandwidthMachine machine = new BandwidthMachine("7.3", 2);
    private final TaskGroup top = machine.group("top", null);
    private final TaskGroup group = machine.group("sub", top);

    private static GroupEntity entity(TaskGroup of, int cpu) {
        GroupEntity entity = of.entity(cpu);
        if (entity == null) {
            throw new AssertionError(of + " has not used cpu " + cpu);
        }
        return entity;
    }

    private static CfsRunQueue queue(TaskGroup of, int cpu) {
        return entity(of, cpu).own();
    }

    private QueueRuntime runtime(int cpu) {
        QueueRuntime runtime = machine.hooks.runtime(top, cpu);
        if (runtime == null) {
            throw new AssertionError("no runtime on cpu " + cpu);
        }
        return runtime;
    }

    @Test
    void aTaskInUserModeLeavesAndComesBackWithTheNextPeriod() {
        machine.quotaMs(top, 5, 100, 0);
        Task hog = machine.task("hog", group, 0);
        machine.run(20 * MS);
        assertThat(hog.inLimbo()).isTrue();
        assertThat(hog.onRq()).isFalse();
        assertThat(machine.hooks.inLimbo(queue(group, 0))).isEqualTo(1);
        assertThat(machine.cpu(0).nrRunning()).isZero();
        assertThat(runtime(0).throttled()).isTrue();
        machine.run(90 * MS);
        assertThat(machine.pool(top).stat().nrThrottled()).isPositive();
        machine.run(100 * MS);
        machine.chargeAll();
        assertThat(machine.usedNs(top)).isBetween(10 * MS, 20 * MS);
    }

    @Test
    void theGroupEntityStaysWhileATaskHasNotReturnedToUserMode() {
        machine.quotaMs(top, 5, 100, 0);
        Task hog = machine.mechanism.newTask("hog", SchedulingPolicy.NORMAL, 0, 0, CpuMask.firstCpus(2), 0);
        machine.hooks.move(hog, group);
        machine.mechanism.fork(hog, null, 0);
        machine.mechanism.switchTo(0, machine.mechanism.pickNext(0));
        // In the kernel for 30 ms: ticks pass and nobody calls returnToUser.
        for (int ms = 1; ms <= 30; ms++) {
            machine.mechanism.clock(0, machine.nowNs() + ms * MS);
            machine.mechanism.tick(0);
        }
        assertThat(runtime(0).throttled()).isTrue();
        assertThat(runtime(0).remainingNs()).isLessThan(-20 * MS);
        assertThat(hog.onRq()).isTrue();
        assertThat(entity(top, 0).onRq()).isTrue();
        assertThat(machine.hooks.frozen(queue(group, 0))).isFalse();
        assertThat(machine.mechanism.returnToUser(0)).isTrue();
        assertThat(hog.inLimbo()).isTrue();
        assertThat(machine.hooks.frozen(queue(group, 0))).isTrue();
        assertThat(machine.hooks.frozen(queue(top, 0))).isTrue();
        assertThat(entity(top, 0).onRq()).isFalse();
        machine.mechanism.switchTo(0, machine.mechanism.pickNext(0));
        assertThat(machine.cpu(0).current()).isNull();
    }

    @Test
    void aTaskThatWakesInAThrottledGroupRunsUntilItReturnsToUserMode() {
        machine.quotaMs(top, 5, 100, 0);
        Task sleeper = machine.task("sleeper", group, 0);
        machine.sleep(0);
        Task hog = machine.task("hog", group, 0);
        machine.run(20 * MS);
        assertThat(hog.inLimbo()).isTrue();
        machine.mechanism.wake(sleeper, 0);
        assertThat(sleeper.onRq()).isTrue();
        assertThat(machine.hooks.frozen(queue(group, 0))).isFalse();
        machine.mechanism.switchTo(0, machine.mechanism.pickNext(0));
        assertThat(machine.cpu(0).current()).isSameAs(sleeper);
        assertThat(machine.mechanism.returnToUser(0)).isTrue();
        assertThat(machine.hooks.inLimbo(queue(group, 0))).isEqualTo(2);
    }

    @Test
    void aWaitingTaskTakesItsPlaceInAnotherGroup() {
        machine.quotaMs(top, 5, 100, 0);
        Task hog = machine.task("hog", group, 0);
        machine.run(20 * MS);
        assertThat(hog.inLimbo()).isTrue();
        machine.hooks.move(hog, GroupQueues.ROOT);
        machine.settle();
        assertThat(hog.inLimbo()).isFalse();
        assertThat(machine.cpu(0).current()).isSameAs(hog);
        machine.run(5 * MS);
        machine.hooks.move(hog, group);
        machine.settle();
        assertThat(hog.inLimbo()).isTrue();
        assertThat(machine.cpu(0).current()).isNull();
    }

    @Test
    void aWaitingTaskMovesToAnotherCpu() {
        machine.quotaMs(top, 5, 100, 0);
        Task hog = machine.task("hog", group, 0);
        machine.task("other", group, 1);
        machine.run(20 * MS);
        assertThat(hog.inLimbo()).isTrue();
        machine.migrate(hog, 1);
        assertThat(hog.cpu()).isEqualTo(1);
        assertThat(machine.hooks.inLimbo(queue(group, 0))).isZero();
        machine.quota(top, CfsBandwidth.NO_QUOTA, 100 * MS, 0);
        assertThat(hog.onRq()).isTrue();
        machine.run(50 * MS);
        machine.chargeAll();
        assertThat(hog.sumExec()).isGreaterThan(20 * MS);
    }

    @Test
    void timeCountsFromTheFirstTaskThatWaits() {
        machine.quotaMs(top, 5, 100, 0);
        machine.task("hog", group, 0);
        machine.run(20 * MS);
        machine.quota(top, CfsBandwidth.NO_QUOTA, 100 * MS, 0);
        assertThat(machine.pool(top).stat().throttledNs()).isBetween(14 * MS, 16 * MS);
    }
}
