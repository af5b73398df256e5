package org.schedlab.engine;

import java.util.ArrayList;
import java.util.List;
import org.schedlab.metrics.Blocked;
import org.schedlab.workload.Interpreter;
import org.schedlab.workload.ThreadState;

/** Looks at all threads at the end of a run: who never ran, who waits for what, who starved. */
final class Audit {

    /** Waiting runnable for a CPU for longer than this at the end is a finding. */
    static final long STARVED_NS = 1_000_000_000L;

    private Audit() {}

    static List<Blocked> findings(SimState sim, Interpreter interpreter, long[] offCpuSinceNs) {
        List<Blocked> found = new ArrayList<>();
        for (int i = 0; i < sim.taskCount; i++) {
            SimTask task = sim.tasks[i];
            ThreadState program = task.program;
            switch (task.state) {
                case RUNNABLE -> {
                    boolean running = sim.cpu(task.task.cpu()).running == task;
                    if (!task.everRan) {
                        found.add(new Blocked(task.name, Blocked.State.NEVER_RAN, "", task.stateSinceNs));
                    } else if (!running && sim.nowNs - offCpuSinceNs[i] >= STARVED_NS) {
                        found.add(new Blocked(task.name, Blocked.State.STARVED, "", offCpuSinceNs[i]));
                    }
                }
                case WAITS -> {
                    if (program != null) {
                        String on = interpreter.waitsFor(program, thread -> sim.tasks[thread].name);
                        found.add(new Blocked(task.name, Blocked.State.WAITS, on, task.stateSinceNs));
                    }
                }
                case SLEEPS, ENDED -> {}
            }
        }
        return found;
    }
}
