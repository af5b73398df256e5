package org.schedlab.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.schedlab.metrics.RunResult;
import org.schedlab.metrics.TaskResult;
import org.schedlab.spi.KernelProfile;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.Settings;
import org.schedlab.spi.TaskView;
import org.schedlab.spi.WakeContext;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.trace.SchedObserver;
import org.schedlab.workload.Step;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;

/** Builds and runs small simulations: round robin, an idle CPU if there is one, no costs unless a test sets them. */
final class Runs {

    static final long US = 1_000;
    static final long MS = 1_000_000;
    static final long S = 1_000_000_000;

    /** More work than any test has time for. */
    static final Step ENDLESS = new Step.Run(1_000 * S);

    private Runs() {}

    /** All switches off, tunables of a small machine. */
    static final Settings SETTINGS = new Settings() {
        private final Map<String, Long> tunables =
                Map.of("tick_ns", 4 * MS, "base_slice_ns", 700 * US, "pelt_generation", 612L, "pelt_half_life_ms", 32L);

        @Override
        public boolean isOn(String name) {
            return false;
        }

        @Override
        public long tunable(String name) {
            Long value = tunables.get(name);
            if (value == null) {
                throw new IllegalArgumentException(name);
            }
            return value;
        }
    };

    static final KernelProfile PROFILE = new KernelProfile("0.0", "0.0", Map.of(), new TreeMap<>(), new TreeMap<>());

    /** The idle CPU nearest to the previous one, else the previous one. */
    static final class FirstIdle implements PlacementPolicy {
        @Override
        public int selectCpu(TaskView task, WakeContext context) {
            int prev = context.prevCpu();
            if (task.allowed().contains(prev) && context.idleCpus().contains(prev)) {
                return prev;
            }
            int idle = task.allowed().nextAnd(context.idleCpus(), 0);
            if (idle != CpuMask.NO_CPU) {
                return idle;
            }
            boolean stays = task.allowed().contains(prev) && context.online().contains(prev);
            return stays ? prev : task.allowed().nextAnd(context.online(), 0);
        }
    }

    static RunSpec.Builder spec(String machine, TaskSpec... tasks) {
        return spec(machine, Workload.of(tasks));
    }

    static RunSpec.Builder spec(String machine, Workload workload) {
        return RunSpec.of(Topology.regular(machine), workload, PROFILE, SETTINGS)
                .costs(PathCosts.FREE);
    }

    static Simulation simulation(RunSpec spec, SchedObserver... observers) {
        return new Simulation(spec, new RoundRobin(true), new FirstIdle(), List.of(observers));
    }

    static RunResult run(RunSpec spec, SchedObserver... observers) {
        return simulation(spec, observers).run();
    }

    static TaskResult task(RunResult result, String name) {
        return result.tasks().stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no thread " + name + " in " + result.tasks()));
    }

    /** Writes each event as a line. */
    static final class Log implements SchedObserver {
        final List<String> lines = new ArrayList<>();
        private final List<String> names = new ArrayList<>();

        private String name(int task) {
            return task == IDLE ? "idle" : names.get(task);
        }

        @Override
        public void newTask(int task, String name, String kind, String group) {
            names.add(name);
        }

        @Override
        public void waking(long ns, int cpu, int waker, int task, int prevCpu) {
            lines.add(ns + " waking " + name(task) + " by " + name(waker) + " on " + cpu + " prev " + prevCpu);
        }

        @Override
        public void wakeup(long ns, int task, int target) {
            lines.add(ns + " wakeup " + name(task) + " on " + target);
        }

        @Override
        public void migrate(long ns, int task, int from, int to) {
            lines.add(ns + " migrate " + name(task) + " " + from + " to " + to);
        }

        @Override
        public void switched(long ns, int cpu, int prev, int why, int next) {
            lines.add(ns + " switch " + cpu + " " + name(prev) + " " + "RSXI".charAt(why) + " " + name(next));
        }

        @Override
        public void tick(long ns, int cpu) {
            lines.add(ns + " tick " + cpu);
        }

        @Override
        public void online(long ns, int cpu, boolean online) {
            lines.add(ns + " cpu " + cpu + (online ? " on" : " off"));
        }

        /** The lines of one kind of event. */
        List<String> of(String kind) {
            return lines.stream()
                    .filter(line -> line.contains(" " + kind + " "))
                    .toList();
        }
    }
}
