package org.schedlab.policies;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.schedlab.engine.Horizon;
import org.schedlab.engine.Simulation;
import org.schedlab.spi.RandomStream;
import org.schedlab.trace.SchedObserver;
import org.schedlab.workload.Step;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;

/** What a wakeup finds: the idle CPUs that the simulation offers are the idle ones, and none of them is left unused. */
class WakePlacementTest {

    private static final long S = 1_000_000_000;
    private static final int CPUS = 8;

    /** Remembers which CPUs were idle when a wakeup began, and looks where it ended. */
    private static final class Checker implements SchedObserver {
        private final int[] nr = new int[CPUS];
        private final int[] running = new int[CPUS];
        private final boolean[] idleBefore = new boolean[CPUS];
        private final List<String> wrong = new ArrayList<>();
        private Simulation simulation;
        private long busyTargets;
        private long wakeups;

        Checker() {
            Arrays.fill(running, IDLE);
        }

        @Override
        public void nrRunning(long ns, int cpu, int count) {
            nr[cpu] = count;
        }

        @Override
        public void switched(long ns, int cpu, int prev, int why, int next) {
            running[cpu] = next;
        }

        @Override
        public void waking(long ns, int cpu, int waker, int task, int prevCpu) {
            for (int i = 0; i < CPUS; i++) {
                idleBefore[i] = nr[i] == 0 && running[i] == IDLE;
            }
            wakeups++;
        }

        @Override
        public void wakeup(long ns, int task, int target) {
            if (simulation == null || idleBefore[target]) {
                return;
            }
            busyTargets++;
            for (int cpu = 0; cpu < CPUS; cpu++) {
                if (idleBefore[cpu] && simulation.mayRun(task, cpu)) {
                    wrong.add("task " + task + " on busy cpu " + target + " at " + ns + " although cpu " + cpu
                            + " is idle");
                }
            }
        }
    }

    private static Checker check(long seed, Simulations run) {
        Checker checker = new Checker();
        Simulation simulation = run.observer(checker).horizon(Horizon.time(S)).build();
        checker.simulation = simulation;
        simulation.run();
        assertThat(checker.wrong).as("seed %d", seed).isEmpty();
        assertThat(checker.wakeups).isGreaterThan(1_000);
        assertThat(checker.busyTargets).as("the load is high enough to matter").isPositive();
        return checker;
    }

    private static Workload load(long seed) {
        RandomStream random = new RandomStream(seed, "load");
        List<TaskSpec> tasks = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            tasks.add(TaskSpec.named(
                            "t" + i,
                            new Step.Run(50_000 + random.nextLong(2_000_000)),
                            new Step.Sleep(50_000 + random.nextLong(4_000_000)))
                    .delayNs(random.nextLong(5_000_000))
                    .build());
        }
        return Workload.of(tasks.toArray(new TaskSpec[0]));
    }

    @Test
    void withoutABudgetTheBundledPlacementLeavesNone() {
        for (long seed = 1; seed <= 3; seed++) {
            check(
                    seed,
                    Simulations.of("8c", load(seed), "NO_DELAY_DEQUEUE", "NO_SIS_UTIL")
                            .bundledPlacement());
        }
    }

    @Test
    void aPlacementThatTakesAnyIdleCpuLeavesNone() {
        for (long seed = 1; seed <= 3; seed++) {
            // A sleeper whose dequeue was put off is not placed: it wakes where it is.
            check(seed, Simulations.of("8c", load(seed), "NO_DELAY_DEQUEUE"));
        }
    }
}
