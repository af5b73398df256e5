package org.schedlab.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.schedlab.mechanism.CpuRunQueue;
import org.schedlab.mechanism.Task;
import org.schedlab.spi.RandomStream;

/** A driver may commit another task than the mechanism answers; nothing is lost or counted twice. */
class OtherChoiceTest {

    @Test
    void runsTheTaskThatTheDriverCommits() {
        Machine machine = new Machine("1c", "6.12");
        Task a = machine.task("a", 0);
        Task b = machine.task("b", 0);
        machine.advance(1_000_000);
        machine.mechanism.fork(a, null, 0);
        machine.mechanism.fork(b, null, 0);

        Task answer = machine.mechanism.pickNext(0);
        Task other = answer == a ? b : a;
        machine.mechanism.switchTo(0, other);
        machine.advance(2_000_000);
        machine.mechanism.charge(0);

        assertThat(machine.mechanism.cpu(0).current()).isSameAs(other);
        assertThat(other.sumExec()).isEqualTo(2_000_000);
        assertThat(answer).isNotNull();
        assertThat(answer.sumExec()).isZero();
        // The neglected task is owed time, so the next answer is it.
        assertThat(machine.mechanism.pickNext(0)).isSameAs(answer);
    }

    @Test
    void refusesATaskThatIsNotRunnableThere() {
        Machine machine = new Machine("2c", "6.12");
        Task a = machine.task("a", 0);
        assertThatThrownBy(() -> machine.mechanism.switchTo(0, a)).hasMessageContaining("a (task 0)");
        machine.mechanism.fork(a, null, 1);
        assertThatThrownBy(() -> machine.mechanism.switchTo(0, a)).hasMessageContaining("not runnable on cpu 0");
    }

    @Test
    void keepsCountsAndTimeUnderRandomChoices() {
        long seed = 20_261_130L;
        RandomStream random = new RandomStream(seed, "other-choice");
        Machine machine = new Machine("1c", "6.12");
        List<Task> tasks = new ArrayList<>();
        machine.advance(1_000_000);
        for (int i = 0; i < 6; i++) {
            Task task = machine.task("t" + i, random.nextInt(40) - 20);
            machine.mechanism.fork(task, null, 0);
            tasks.add(task);
        }
        long busyNs = 0;
        for (int step = 0; step < 20_000; step++) {
            long ns = 1 + random.nextLong(3_000_000);
            if (machine.mechanism.cpu(0).current() != null) {
                busyNs += ns;
            }
            machine.advance(ns);
            operate(machine, tasks, random);
            check(machine, tasks, busyNs, "seed " + seed + " step " + step);
        }
    }

    private static void operate(Machine machine, List<Task> tasks, RandomStream random) {
        CpuRunQueue rq = machine.mechanism.cpu(0);
        Task any = tasks.get(random.nextInt(tasks.size()));
        switch (random.nextInt(4)) {
            case 0 -> {
                if (rq.current() != null) {
                    machine.mechanism.block(0);
                }
            }
            case 1 -> {
                if (!any.onRq() || any.delayed()) {
                    machine.mechanism.wake(any, 0);
                }
            }
            case 2 -> machine.mechanism.tick(0);
            default -> {}
        }
        Task answer = machine.mechanism.pickNext(0);
        Task committed = any.onRq() && !any.delayed() ? any : answer;
        machine.mechanism.switchTo(0, committed);
    }

    private static void check(Machine machine, List<Task> tasks, long busyNs, String place) {
        CpuRunQueue rq = machine.mechanism.cpu(0);
        machine.mechanism.charge(0);
        long load = 0;
        int queued = 0;
        int delayed = 0;
        long execNs = 0;
        for (Task task : tasks) {
            execNs += task.sumExec();
            if (task.onRq()) {
                queued++;
                load += task.weight();
                delayed += task.delayed() ? 1 : 0;
            }
        }
        assertThat(rq.root().nr()).as(place).isEqualTo(queued);
        assertThat(rq.root().load()).as(place).isEqualTo(load);
        assertThat(rq.hNrDelayed()).as(place).isEqualTo(delayed);
        assertThat(rq.root().hNrRunnable()).as(place).isEqualTo(queued - delayed);
        assertThat(rq.nrRunning()).as(place).isEqualTo(queued);
        assertThat(execNs).as(place).isEqualTo(busyNs);
        assertThat(rq.utilAvg()).as(place).isBetween(0L, 1024L);
    }
}
