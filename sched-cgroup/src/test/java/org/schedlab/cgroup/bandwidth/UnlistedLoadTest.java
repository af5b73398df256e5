package org.schedlab.cgroup.bandwidth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schedlab.arith.Shares;
import org.schedlab.cgroup.hierarchy.TaskGroup;
import org.schedlab.mechanism.CfsRunQueue;
import org.schedlab.mechanism.GroupEntity;
import org.schedlab.mechanism.Task;

/**
 * How load comes to a queue that is off the leaf list, by the kernel's own rules: what random operations shrank to, made plain. {@link
 * BandwidthProbe#writeShares} lets exactly this pass.
 */
class UnlistedLoadTest {

    private static final long MS = BandwidthMachine.MS;

    /** Groups top/above/below, the last throttled with a hog on it, the others decayed and off the list; and a sleeper that is about to join. */
    private static final class Waiting {
        final BandwidthMachine machine;
        final BandwidthProbe probe;
        final TaskGroup top;
        final TaskGroup above;
        final TaskGroup below;
        final Task joins;
        final Task hog;

        Waiting(String release) {
            machine = new BandwidthMachine(release, 2);
            probe = new BandwidthProbe(machine);
            top = machine.group("top", null);
            above = machine.group("above", top);
            below = machine.group("below", above);
            joins = machine.task("joins", null, 0);
            machine.run(20 * MS);
            machine.sleep(0);
            machine.quotaMs(below, 1, 1_000, 0);
            hog = machine.task("hog", below, 0);
            for (int i = 0; i < 93; i++) {
                machine.run(10 * MS);
                machine.mechanism.updateBlocked(0);
            }
            // It has load when it joins, which up to 4.x is what is passed up, not the sum below.
            machine.wake(joins, 0);
            machine.run(20 * MS);
            machine.sleep(0);
            assertThat(machine.hooks.throttleCount(queue(below))).isEqualTo(1);
            assertThat(machine.hooks.leaves().listed(queue(above))).isFalse();
            assertThat(machine.hooks.leaves().listed(queue(top))).isFalse();
            machine.hooks.move(joins, below);
            assertThat(machine.hooks.decayed(queue(above))).isTrue();
            assertThat(machine.hooks.decayed(queue(top))).isTrue();
            probe.check();
        }

        void expectLoadOffTheList() {
            for (TaskGroup group : new TaskGroup[] {above, top}) {
                assertThat(queue(group).avg().loadSum()).as(group.path()).isPositive();
                assertThat(machine.hooks.decayed(queue(group))).as(group.path()).isFalse();
                assertThat(machine.hooks.leaves().listed(queue(group)))
                        .as(group.path())
                        .isFalse();
                assertThat(machine.hooks.leaves().attachedUnlisted(queue(group)))
                        .as(group.path())
                        .isFalse();
            }
        }
    }

    private static CfsRunQueue queue(TaskGroup group) {
        return queue(group, 0);
    }

    private static CfsRunQueue queue(TaskGroup group, int cpu) {
        GroupEntity entity = group.entity(cpu);
        if (entity == null) {
            throw new AssertionError(group + " has not used cpu " + cpu);
        }
        return entity.own();
    }

    /** Passing up ends at a throttled queue; a write of shares passes up what waits there and lists nothing, unthrottling lists the levels above. */
    @ParameterizedTest
    @ValueSource(strings = {"4.0", "4.16", "5.10", "6.1", "6.8", "6.12"})
    void writeOfSharesPassesUpWhatWaitedAtAThrottledQueue(String release) {
        Waiting w = new Waiting(release);
        w.probe.writeShares(w.below, 3 * Shares.DEFAULT_SHARES);
        w.expectLoadOffTheList();
        w.probe.check();
        w.machine.run(40 * MS);
        assertThat(w.machine.hooks.leaves().listed(queue(w.above))).isTrue();
        assertThat(w.machine.hooks.leaves().listed(queue(w.top))).isTrue();
        w.probe.check();
    }

    /** The same state is a fault when no such write made it, and when the queue was listed in between. */
    @ParameterizedTest
    @ValueSource(strings = {"4.0", "4.16", "5.10", "6.1", "6.8", "6.12"})
    void onlyThatWriteExcusesLoadOffTheList(String release) {
        Waiting unseen = new Waiting(release);
        unseen.machine.hooks.setShares(unseen.below, 3 * Shares.DEFAULT_SHARES);
        unseen.expectLoadOffTheList();
        assertThatThrownBy(unseen.probe::check)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("is not on the leaf list");

        Waiting w = new Waiting(release);
        w.probe.writeShares(w.below, 3 * Shares.DEFAULT_SHARES);
        w.probe.check();
        w.machine.run(40 * MS);
        w.probe.check();
        w.machine.hooks.unlist(queue(w.above));
        assertThatThrownBy(w.probe::check)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("/top/above on cpu 0 has load")
                .hasMessageContaining("is not on the leaf list");
    }

    /** In 4.x unthrottling a queue whose tasks have left lists nothing: what was passed up stays until something is queued there. */
    @ParameterizedTest
    @ValueSource(strings = {"4.0", "4.16"})
    void beforeUnthrottlingListsBranchesTheLoadStaysUntilSomethingIsQueued(String release) {
        Waiting w = new Waiting(release);
        w.probe.writeShares(w.below, 3 * Shares.DEFAULT_SHARES);
        w.machine.migrate(w.hog, 1);
        w.machine.run(40 * MS);
        assertThat(w.machine.hooks.throttleCount(queue(w.below))).isZero();
        w.expectLoadOffTheList();
        w.probe.check();
        w.machine.wake(w.joins, 0);
        assertThat(w.machine.hooks.leaves().listed(queue(w.top))).isTrue();
        w.probe.check();
    }

    /**
     * A queue that is throttled as its first task comes is listed, its parent is not. In 4.0, which lists each queue alone, no branch waits; from 4.10
     * on one does, which the probe lets pass for that.
     */
    @ParameterizedTest
    @CsvSource({"4.0, true", "4.12, false", "4.16, false"})
    void aQueueThrottledAsItsFirstTaskComesIsListedWithoutItsParent(String release, boolean connected) {
        BandwidthMachine machine = new BandwidthMachine(release, 2);
        BandwidthProbe probe = new BandwidthProbe(machine);
        TaskGroup above = machine.group("above", null);
        TaskGroup below = machine.group("below", above);
        machine.quotaMs(below, 1, 1_000, 0);
        machine.task("hog", below, 0);
        machine.run(20 * MS);
        Task late = machine.task("late", null, 1);
        machine.run(5 * MS);
        machine.hooks.move(late, below);
        machine.settle();
        assertThat(machine.hooks.throttleCount(queue(below, 1))).isEqualTo(1);
        assertThat(machine.hooks.leaves().listed(queue(below, 1))).isTrue();
        assertThat(machine.hooks.leaves().listed(queue(above, 1))).isFalse();
        assertThat(machine.hooks.leaves().connected(1)).isEqualTo(connected);
        probe.check();
        probe.writeShares(below, 3 * Shares.DEFAULT_SHARES);
        assertThat(queue(above, 1).avg().loadSum()).isPositive();
        assertThat(machine.hooks.leaves().listed(queue(above, 1))).isFalse();
        probe.check();
    }
}
