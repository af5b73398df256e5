package org.schedlab.policies;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.schedlab.engine.Horizon;
import org.schedlab.engine.PreemptionModel;
import org.schedlab.engine.Pressure;
import org.schedlab.engine.Simulation;
import org.schedlab.engine.TimelineAction;
import org.schedlab.engine.Timing;
import org.schedlab.metrics.CpuResult;
import org.schedlab.metrics.RunResult;
import org.schedlab.metrics.TaskResult;
import org.schedlab.spi.RandomStream;
import org.schedlab.topology.CpuMask;
import org.schedlab.trace.SchedObserver;
import org.schedlab.workload.SchedParams;
import org.schedlab.workload.Step;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;

/** The simulation with the EEVDF of 6.12. */
class EevdfSimulationTest {

    private static final long MS = 1_000_000;
    private static final long S = 1_000_000_000;
    private static final long TICK_NS = 4 * MS;
    private static final long SLICE_NS = 700_000;
    private static final Step ENDLESS = new Step.Run(1_000 * S);

    private static TaskSpec hog(String name, int nice) {
        return TaskSpec.named(name, ENDLESS).nice(nice).build();
    }

    private static TaskResult task(RunResult result, String name) {
        return result.tasks().stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void niceLevelsShareOneCpuByTheirWeights() {
        RunResult result = Simulations.of("1c", Workload.of(hog("nice0", 0), hog("nice5", 5)))
                .horizon(Horizon.time(10 * S))
                .run();

        double expected = 10.0 * S * 1024 / (1024 + 335);
        assertThat(Math.abs(task(result, "nice0").cpuNs() - expected)).isLessThanOrEqualTo(10.0 * (TICK_NS + SLICE_NS));
    }

    @Test
    void equalHogsShareEqually() {
        RunResult result = Simulations.of("1c", Workload.of(hog("a", 0), hog("b", 0)))
                .horizon(Horizon.time(10 * S))
                .run();

        assertThat(Math.abs(task(result, "a").cpuNs() - task(result, "b").cpuNs()))
                .isLessThanOrEqualTo(TICK_NS + SLICE_NS);
    }

    @Test
    void theHighResolutionTickEndsSlicesBetweenTicks() {
        Timing hrtick = new Timing(250, PreemptionModel.VOLUNTARY, true, false, 0, 1000);
        Workload three = Workload.of(hog("a", 0), hog("b", 0), hog("c", 0));
        RunResult with = Simulations.of("1c", three)
                .timing(hrtick)
                .horizon(Horizon.time(S))
                .run();
        RunResult without = Simulations.of("1c", three).horizon(Horizon.time(S)).run();

        assertThat(with.groups().get(0).runLength().p50Ns()).isBetween(SLICE_NS, SLICE_NS + 10_000);
        assertThat(without.groups().get(0).runLength().p50Ns()).isEqualTo(TICK_NS);
    }

    @Test
    void executedTimeIsBusyTime() {
        RunResult result = Simulations.of("2s 2c 2t", mixed(40))
                .horizon(Horizon.time(2 * S))
                .run();

        long executed = result.tasks().stream().mapToLong(TaskResult::cpuNs).sum();
        long busy = result.cpus().stream().mapToLong(CpuResult::busyNs).sum();
        assertThat(executed).isEqualTo(busy);
        for (CpuResult cpu : result.cpus()) {
            assertThat(cpu.busyNs() + cpu.idleNs() + cpu.offlineNs()).isEqualTo(2 * S);
        }
    }

    @Test
    void sameSeedSameEvents() {
        assertThat(hash()).isEqualTo(hash());
    }

    private static long hash() {
        Hash hash = new Hash();
        RunResult result = Simulations.of("2s 2c 2t", mixed(40))
                .observer(hash)
                .horizon(Horizon.time(S))
                .run();
        assertThat(result.events()).isGreaterThan(10_000);
        return hash.value * 31 + result.hashCode();
    }

    /** A fingerprint of all events. */
    private static final class Hash implements SchedObserver {
        long value = 17;

        private void add(long a, long b, long c, long d) {
            value = (((value * 31 + a) * 31 + b) * 31 + c) * 31 + d;
        }

        @Override
        public void waking(long ns, int cpu, int waker, int task, int prevCpu) {
            add(ns, cpu, task, prevCpu);
        }

        @Override
        public void switched(long ns, int cpu, int prev, int why, int next) {
            add(ns, cpu, prev * 4L + why, next);
        }

        @Override
        public void tick(long ns, int cpu) {
            add(ns, cpu, 1, 1);
        }
    }

    @Test
    void steadyStateAllocatesNothing() {
        Simulation simulation = Simulations.of("8c", mixed(50)).build();
        simulation.advance(2_000_000);
        ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long before = bean.getThreadAllocatedBytes(thread);
        long events = simulation.advance(1_000_000);
        long bytes = bean.getThreadAllocatedBytes(thread) - before;

        assertThat(events).isEqualTo(1_000_000);
        assertThat((double) bytes / events).as("bytes per event").isLessThan(0.1);
    }

    @Test
    void nothingRunsOffItsMaskWhateverTheTimelineDoes() {
        for (long seed = 1; seed <= 4; seed++) {
            RandomStream random = new RandomStream(seed, "masks");
            List<TaskSpec> tasks = new ArrayList<>();
            List<TimelineAction> timeline = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                tasks.add(TaskSpec.named("t" + i, run(random), sleep(random))
                        .cpus(mask(random))
                        .nice(random.nextInt(40) - 20)
                        .build());
                timeline.add(new TimelineAction.SetAffinity(random.nextLong(S), "t" + i, mask(random)));
                timeline.add(new TimelineAction.Renice(random.nextLong(S), "t" + i, random.nextInt(40) - 20));
                int cpu = 1 + random.nextInt(7);
                timeline.add(new TimelineAction.CpuOff(random.nextLong(S), cpu));
                timeline.add(new TimelineAction.CpuOn(random.nextLong(S), cpu));
            }
            List<Pressure> pressure = List.of(new Pressure(Pressure.Kind.IRQ, 2, MS, MS / 5, 0));
            MaskGuard guard = new MaskGuard();
            Simulations run = Simulations.of("2s 2c 2t", Workload.of(tasks.toArray(new TaskSpec[0])))
                    .timeline(timeline)
                    .pressure(pressure)
                    .observer(guard)
                    .horizon(Horizon.time(S));
            guard.simulation = run.build();
            RunResult result = guard.simulation.run();

            assertThat(guard.wrong).as("seed %d", seed).isEmpty();
            assertThat(result.events()).isGreaterThan(5_000);
        }
    }

    /** Looks at each switch whether the task may be there. */
    private static final class MaskGuard implements SchedObserver {
        private final List<String> wrong = new ArrayList<>();
        private Simulation simulation;

        @Override
        public void switched(long ns, int cpu, int prev, int why, int next) {
            boolean started = simulation != null;
            if (started && next != IDLE && !simulation.mayRun(next, cpu)) {
                wrong.add(next + " on " + cpu + " at " + ns);
            }
        }
    }

    private static Workload mixed(int tasks) {
        RandomStream random = new RandomStream(1, "mixed");
        List<TaskSpec> specs = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            specs.add(TaskSpec.named("t" + i, run(random), sleep(random))
                    .sched(SchedParams.nice(random.nextInt(5) - 2))
                    .delayNs(random.nextLong(10 * MS))
                    .build());
        }
        return Workload.of(specs.toArray(new TaskSpec[0]));
    }

    private static Step run(RandomStream random) {
        return new Step.Run(100_000 + random.nextLong(2 * MS));
    }

    private static Step sleep(RandomStream random) {
        return new Step.Sleep(100_000 + random.nextLong(8 * MS));
    }

    private static CpuMask mask(RandomStream random) {
        CpuMask mask = new CpuMask(8);
        mask.set(random.nextInt(8));
        mask.set(random.nextInt(8));
        return mask;
    }
}
