package org.schedlab.cgroup;

import java.util.ArrayList;
import java.util.List;
import org.schedlab.cgroup.testkit.GroupMachine;
import org.schedlab.cgroup.testkit.Kernels;
import org.schedlab.mechanism.Task;

/** One CPU with many groups that ran once and some that go on running. */
final class ManyGroups {

    static final long TICK_NS = 4_000_000;

    final GroupMachine machine;
    private final int active;

    /**
     * @param idle groups in which a task ran for 0.1 ms, long ago
     * @param active groups with a task that always runs
     */
    ManyGroups(String kernel, int idle, int active, String... features) {
        this.machine = Kernels.machine(kernel, 1, 0, 1 + active, features);
        this.active = active;
        Task leaker = machine.tasks().get(0);
        for (int i = 0; i < idle; i++) {
            machine.tree().create("/idle-" + i);
            machine.tree().move(leaker, "/idle-" + i);
            machine.wake(leaker, 0, true);
            machine.schedule(0);
            machine.advance(100_000);
            machine.mechanism().block(0);
            machine.schedule(0);
        }
        machine.tree().move(leaker, "/");
        machine.advance(3_000_000_000L);
        machine.mechanism().updateBlocked(0);
        for (int i = 0; i < active; i++) {
            machine.tree().create("/active-" + i);
            machine.tree().move(machine.tasks().get(1 + i), "/active-" + i);
            machine.wake(machine.tasks().get(1 + i), 0, false);
        }
        machine.schedule(0);
    }

    int active() {
        return active;
    }

    /** Ticks with a pass over the leaf list each. */
    void run(int ticks) {
        for (int i = 0; i < ticks; i++) {
            machine.advance(TICK_NS);
            machine.mechanism().tick(0);
            pass();
            machine.serve();
        }
    }

    void pass() {
        machine.mechanism().updateBlocked(0);
    }

    long visited() {
        return machine.tree().leafStatistics().queuesVisited();
    }

    /** Queues that one more pass looks at. */
    long visitedByOnePass() {
        long before = visited();
        machine.advance(TICK_NS);
        pass();
        return visited() - before;
    }

    List<String> listing() {
        List<String> lines = new ArrayList<>();
        machine.hooks().leaves().order(0).forEach(group -> lines.add(group == null ? "/" : group.path()));
        return lines;
    }
}
