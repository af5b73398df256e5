package org.schedlab.cgroup.bandwidth;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
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

    private static CfsRunQueue queue(TaskGroup group) {
        GroupEntity entity = group.entity(0);
        if (entity == null) {
            throw new AssertionError(group + " has not used cpu 0");
        }
        return entity.own();
    }

    /** Passing up ends at a throttled queue; a write of shares passes up what waits there and lists nothing, unthrottling lists the levels above. */
    @ParameterizedTest
    @ValueSource(strings = {"6.1", "6.8", "6.12"})
    void writeOfSharesPassesUpWhatWaitedAtAThrottledQueue(String release) {
        BandwidthMachine machine = new BandwidthMachine(release, 1);
        TaskGroup above = machine.group("above", null);
        TaskGroup below = machine.group("below", above);
        Task joins = machine.task("joins", null, 0);
        machine.run(20 * MS);
        machine.sleep(0);
        machine.quotaMs(below, 1, 1_000, 0);
        machine.task("hog", below, 0);
        for (int i = 0; i < 95; i++) {
            machine.run(10 * MS);
            machine.mechanism.updateBlocked(0);
        }
        CfsRunQueue throttled = queue(below);
        assertThat(machine.hooks.throttleCount(throttled)).isEqualTo(1);
        assertThat(machine.hooks.listed(queue(above))).isFalse();
        machine.hooks.move(joins, below);
        assertThat(machine.hooks.decayed(queue(above))).isTrue();
        machine.hooks.setShares(below, 3 * Shares.DEFAULT_SHARES);
        assertThat(machine.hooks.decayed(queue(above))).isFalse();
        assertThat(machine.hooks.listed(queue(above))).isFalse();
        machine.run(40 * MS);
        assertThat(machine.hooks.listed(queue(above))).isTrue();
    }
}
