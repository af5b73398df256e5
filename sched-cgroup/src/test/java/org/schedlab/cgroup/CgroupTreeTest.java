package org.schedlab.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schedlab.cgroup.hierarchy.TaskGroup;
import org.schedlab.cgroup.testkit.GroupMachine;
import org.schedlab.cgroup.testkit.Kernels;
import org.schedlab.mechanism.CpuRunQueue;
import org.schedlab.mechanism.GroupEntity;
import org.schedlab.mechanism.Task;
import org.schedlab.topology.input.InvalidInputException;

/** Groups by path: control files, moves, removal, sessions. */
class CgroupTreeTest {

    private static final int TASKS = 5;

    private static void run(GroupMachine machine, long ns) {
        for (long at = 0; at < ns; at += 4_000_000) {
            machine.advance(4_000_000);
            for (int cpu = 0; cpu < machine.cpus(); cpu++) {
                machine.mechanism().tick(cpu);
                machine.mechanism().updateBlocked(cpu);
            }
            machine.serve();
        }
    }

    private static void runUntil(GroupMachine machine, Task task) {
        for (int i = 0; i < 1000 && machine.mechanism().cpu(0).current() != task; i++) {
            run(machine, 4_000_000);
        }
        assertThat(machine.mechanism().cpu(0).current()).isSameAs(task);
    }

    private static double share(GroupMachine machine, int task, long ns) {
        long before = machine.tasks().get(task).sumExec();
        run(machine, ns);
        machine.mechanism().charge(0);
        return (machine.tasks().get(task).sumExec() - before) / (double) ns;
    }

    private static GroupMachine twoHogs(String kernel, String... features) {
        GroupMachine machine = Kernels.machine(kernel, 1, 2, TASKS, features);
        machine.tree().create("/g0");
        machine.tree().create("/g1");
        machine.tree().move(machine.tasks().get(0), "/g0");
        machine.tree().move(machine.tasks().get(1), "/g1");
        machine.wake(machine.tasks().get(0), 0, true);
        machine.wake(machine.tasks().get(1), 0, true);
        machine.serve();
        return machine;
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.0", "4.12", "4.16", "5.10", "6.1", "6.8", "6.12", "7.3"})
    void weightsShareACpu(String kernel) {
        GroupMachine machine = twoHogs(kernel);
        machine.tree().write("/g1", "cpu.weight", "300");
        assertThat(machine.tree().read("/g1", "cpu.weight")).isEqualTo("300");
        run(machine, 500_000_000);
        assertThat(share(machine, 0, 8_000_000_000L)).isCloseTo(0.25, within(0.01));
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.1", "6.8", "6.12", "7.3"})
    void anIdleGroupGetsWhatIsLeft(String kernel) {
        GroupMachine machine = twoHogs(kernel);
        machine.tree().write("/g0", "cpu.idle", "1");
        CpuRunQueue rq = machine.mechanism().cpu(0);
        assertThat(rq.root().hNrIdle()).isEqualTo(1);
        assertThatThrownBy(() -> machine.tree().write("/g0", "cpu.weight", "100"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("idle");
        assertThat(share(machine, 0, 4_000_000_000L)).isLessThan(0.02);
        machine.tree().write("/g0", "cpu.idle", "0");
        assertThat(rq.root().hNrIdle()).isZero();
        assertThat(machine.tree().read("/g0", "cpu.weight"))
                .as("not the former weight")
                .isEqualTo("100");
        // 7.3 does not reweight who waits: the deadline of an idle weight, most of a second away, still counts once.
        run(machine, 2_000_000_000);
        assertThat(share(machine, 0, 8_000_000_000L)).isCloseTo(0.5, within(0.02));
    }

    @ParameterizedTest
    @CsvSource({"0, 0.5", "1, 0.5", "2, 0.5", "3, 0.5", "4, 0.75"})
    void modesOf73SizeAGroup(int mode, double expected) {
        GroupMachine machine = twoHogs("7.3", "cgroup_mode=" + mode);
        for (int i = 2; i < TASKS; i++) {
            machine.tree().move(machine.tasks().get(i), "/g0");
            machine.wake(machine.tasks().get(i), 0, true);
        }
        run(machine, 2_000_000_000);
        // On one CPU only the mode that counts tasks gives the group of four more: as three, since the average stays
        // below 4 * 1024.
        assertThat(share(machine, 1, 6_000_000_000L)).isCloseTo(1 - expected, within(0.03));
    }

    @Test
    void refusalsNameThePath() {
        GroupMachine machine = Kernels.machine("6.12", 1, 1, 1);
        assertThatThrownBy(() -> machine.tree().create("/a/b"))
                .hasMessageContaining("group (/a) is refused with ENOENT");
        machine.tree().create("/a");
        assertThatThrownBy(() -> machine.tree().create("/a")).hasMessageContaining("exists already");
        assertThatThrownBy(() -> machine.tree().write("/a", "cpu.weight", "0"))
                .isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> machine.tree().write("/a", "cpu.wieght", "1"))
                .hasMessageContaining("(cpu.wieght)")
                .hasMessageContaining("cpu.weight");
        machine.tree().move(machine.tasks().get(0), "/a");
        assertThatThrownBy(() -> machine.tree().remove("/a")).hasMessageContaining("busy");
        machine.tree().move(machine.tasks().get(0), "/");
        machine.tree().remove("/a");
        assertThat(machine.tree().paths()).containsExactly("/");
    }

    @ParameterizedTest
    @ValueSource(strings = {"5.10", "6.1", "6.8", "6.12", "7.3"})
    void loadOfARemovedGroupFlowsOff(String kernel) {
        GroupMachine machine = twoHogs(kernel);
        run(machine, 400_000_000);
        TaskGroup group = Objects.requireNonNull(machine.tree().group("/g0"));
        GroupEntity entity = Objects.requireNonNull(group.entity(0));
        runUntil(machine, machine.tasks().get(0));
        machine.exit(0);
        machine.tree().move(machine.tasks().get(0), "/");
        long rootLoad = machine.mechanism().cpu(0).root().avg().loadAvg();
        long leaving = entity.avg().loadAvg();
        assertThat(leaving).isPositive();
        machine.tree().remove("/g0");
        assertThat(machine.tree().listed(0)).doesNotContain("/g0");
        run(machine, 4_000_000);
        assertThat(machine.mechanism().cpu(0).root().avg().loadAvg())
                .isLessThanOrEqualTo(rootLoad - leaving + leaving / 4);
    }

    @Test
    void delayedTasksMoveBetweenGroups() {
        GroupMachine machine = twoHogs("6.12");
        // Beside another task of its group, since a task alone on its queue is always eligible.
        machine.tree().move(machine.tasks().get(2), "/g0");
        machine.wake(machine.tasks().get(2), 0, true);
        Task task = machine.tasks().get(0);
        run(machine, 20_000_000);
        for (int i = 0; i < 50 && !task.delayed(); i++) {
            machine.wake(task, 0, true);
            runUntil(machine, task);
            machine.advance(3_000_000);
            machine.mechanism().block(0);
            machine.schedule(0);
        }
        assertThat(task.delayed()).isTrue();
        machine.tree().move(task, "/g1");
        assertThat(machine.tree().pathOf(task)).isEqualTo("/g1");
        assertThat(task.delayed()).isTrue();
        run(machine, 400_000_000);
        assertThat(task.onRq()).as("it has left since").isFalse();
        machine.wake(task, 0, true);
        assertThat(machine.mechanism().cpu(0).root().hNr()).isEqualTo(3);
    }

    @Test
    void sessionsAreGroupsOfTheirOwnWithAutogroup() {
        for (boolean on : new boolean[] {false, true}) {
            GroupMachine machine = Kernels.machine("6.1", 1, 1, 3, on ? "AUTOGROUP" : "NO_AUTOGROUP");
            machine.tree().create("/g0");
            machine.tree().session(machine.tasks().get(0), 1);
            machine.tree().session(machine.tasks().get(1), 2);
            machine.tree().session(machine.tasks().get(2), 2);
            machine.tree().move(machine.tasks().get(0), "/g0");
            machine.tree().move(machine.tasks().get(0), "/");
            for (Task task : machine.tasks()) {
                assertThat(machine.tree().pathOf(task)).isEqualTo("/");
                machine.mechanism().setPolicy(task, task.policy(), 0, 0);
                machine.wake(task, 0, true);
            }
            machine.serve();
            assertThat(share(machine, 0, 6_000_000_000L)).isCloseTo(on ? 0.5 : 1.0 / 3, within(0.02));
        }
    }
}
