package org.schedlab.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schedlab.cgroup.hierarchy.TaskGroup;
import org.schedlab.cgroup.testkit.GroupMachine;
import org.schedlab.cgroup.testkit.Kernels;
import org.schedlab.mechanism.GroupEntity;
import org.schedlab.mechanism.Task;

/** Groups on a CPU that goes offline and comes back. */
class HotplugTest {

    private static final long TICK_NS = 4_000_000;
    private static final int CPU = 1;

    private static void run(GroupMachine machine, long ns) {
        for (long at = 0; at < ns; at += TICK_NS) {
            machine.advance(TICK_NS);
            for (int cpu = 0; cpu < machine.cpus(); cpu++) {
                machine.tick(cpu);
                machine.updateBlocked(cpu);
            }
            machine.serve();
        }
    }

    private static GroupEntity entity(GroupMachine machine) {
        TaskGroup group = Objects.requireNonNull(machine.tree().group("/g0"));
        return Objects.requireNonNull(group.entity(CPU));
    }

    /** A group's only task has run on CPU 1 for 100 ms and then slept. */
    private static GroupMachine ranAndSlept(String kernel, long sleepNs, String... features) {
        GroupMachine machine = Kernels.machine(kernel, 2, 2, 2, features);
        machine.tree().create("/g0");
        Task task = machine.tasks().get(0);
        machine.tree().move(task, "/g0");
        machine.wake(task, CPU, true);
        machine.serve();
        run(machine, 100_000_000);
        machine.mechanism().block(CPU);
        machine.schedule(CPU);
        run(machine, sleepNs);
        return machine;
    }

    /**
     * The group gets 20 of 100 ms while CPU 1 is offline; the walk when it comes back is what puts the group's queue there under the quota.
     *
     * @return part of CPU 1 that the task gets afterwards
     */
    private static double shareUnderAQuotaSetWhileOffline(String... features) {
        GroupMachine machine = ranAndSlept("4.16", 3_000_000_000L, features);
        machine.hotplug(CPU, false);
        machine.tree().write("/g0", "cpu.max", "20000 100000");
        machine.hotplug(CPU, true);
        Task task = machine.tasks().get(0);
        long before = task.sumExec();
        machine.wake(task, CPU, true);
        machine.serve();
        run(machine, 2_000_000_000L);
        machine.mechanism().charge(CPU);
        return (task.sumExec() - before) / 2e9;
    }

    @Test
    void aWalkOverTheLeafListMissesPrunedQueues() {
        double allGroups = shareUnderAQuotaSetWhileOffline();
        double listMisses = shareUnderAQuotaSetWhileOffline("NO_HOTPLUG_WALKS_GROUPS");
        double listUnpruned = shareUnderAQuotaSetWhileOffline("NO_HOTPLUG_WALKS_GROUPS", "NO_LEAF_PRUNING");
        System.out.printf(
                "20 of 100 ms set while the CPU was offline: %.3f of it used; with a walk over the pruned list %.3f, over"
                        + " the list of 4.12 %.3f%n",
                allGroups, listMisses, listUnpruned);
        assertThat(allGroups).isCloseTo(0.20, within(0.01));
        assertThat(listMisses).as("the queue is not on the list").isCloseTo(1.0, within(0.001));
        assertThat(listUnpruned).as("nothing leaves the list").isCloseTo(0.20, within(0.01));
    }

    @Test
    void theWalkReachesEveryQueueOrTheListedOnesOnly() {
        GroupMachine groups = ranAndSlept("4.16", 3_000_000_000L);
        GroupMachine list = ranAndSlept("4.16", 3_000_000_000L, "NO_HOTPLUG_WALKS_GROUPS");
        assertThat(groups.hooks().leaves().listed(entity(groups).own())).isFalse();
        assertThat(groups.hooks().hotplugWalk(CPU))
                .containsExactly(entity(groups).own());
        assertThat(list.hooks().hotplugWalk(CPU)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"4.16, true", "5.10, true", "6.1, true", "6.8, false", "6.12, false", "7.3, false"})
    void from68OnAnOfflineCpuShowsNoLoad(String kernel, boolean stays) {
        GroupMachine machine = ranAndSlept(kernel, 20_000_000);
        TaskGroup group = Objects.requireNonNull(machine.tree().group("/g0"));
        long shown = group.loadAvg();
        assertThat(shown).isGreaterThan(300);
        machine.hotplug(CPU, false);
        assertThat(group.loadAvg()).isEqualTo(stays ? shown : 0);
        run(machine, 2_000_000_000L);
        assertThat(group.loadAvg()).as("nobody ages it").isEqualTo(stays ? shown : 0);
        machine.hotplug(CPU, true);
        run(machine, 2_000_000_000L);
        assertThat(group.loadAvg()).as("it has decayed").isZero();
    }
}
