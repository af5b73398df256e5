package org.schedlab.policies;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.schedlab.engine.Horizon;
import org.schedlab.engine.Pressure;
import org.schedlab.engine.TimelineAction;
import org.schedlab.explain.ExplainFilter;
import org.schedlab.explain.PlacementExplainer;
import org.schedlab.metrics.PlacementResult;
import org.schedlab.metrics.RunResult;
import org.schedlab.spi.PlacementPath;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.PolicyContext;
import org.schedlab.spi.RandomStream;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.spi.TaskView;
import org.schedlab.spi.WakeContext;
import org.schedlab.topology.CpuMask;
import org.schedlab.workload.SchedParams;
import org.schedlab.workload.Step;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;

/** What a run gives its placement policy, what it counts of it and how it explains it. */
class PlacementInRunTest {

    private static final long MS = 1_000_000;
    private static final String SHAPE = "2s 4c 2t";

    private static Workload load(long seed) {
        RandomStream random = new RandomStream(seed, "load");
        List<TaskSpec> tasks = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            TaskSpec.Builder task = TaskSpec.named(
                            "t" + i,
                            new Step.Run(50_000 + random.nextLong(2_000_000)),
                            new Step.Sleep(50_000 + random.nextLong(4_000_000)))
                    .delayNs(random.nextLong(5_000_000));
            if (i % 3 == 0) {
                task.sched(SchedParams.fair(SchedulingPolicy.IDLE, 0));
            }
            tasks.add(task.build());
        }
        return Workload.of(tasks.toArray(new TaskSpec[0]));
    }

    private static Simulations run(long seed) {
        return Simulations.of(SHAPE, load(seed))
                .pressure(List.of(
                        new Pressure(Pressure.Kind.RT, 3, 5 * MS, MS, 0),
                        new Pressure(Pressure.Kind.IRQ, 5, 4 * MS, 3 * MS, 0)))
                .timeline(List.of(
                        new TimelineAction.CpuOff(200 * MS, 6),
                        new TimelineAction.CpuOff(210 * MS, 7),
                        new TimelineAction.SetPolicy(250 * MS, "t4", SchedParams.fair(SchedulingPolicy.IDLE, 0)),
                        new TimelineAction.CpuOn(400 * MS, 7)))
                .horizon(Horizon.time(600 * MS));
    }

    /** Compares masks and views at every decision. */
    private static final class Comparing implements PlacementPolicy {
        private final PlacementPolicy inner;
        private long decisions;
        private long schedIdle;

        Comparing(PlacementPolicy inner) {
            this.inner = inner;
        }

        @Override
        public int selectCpu(TaskView task, WakeContext context) {
            decisions++;
            CpuMask online = context.online();
            for (int cpu = 0; cpu < online.capacity(); cpu++) {
                boolean counts = online.contains(cpu);
                assertThat(context.idleCpus().contains(cpu))
                        .as("idle cpu %d at %d", cpu, context.nowNs())
                        .isEqualTo(counts && context.cpu(cpu).idle());
                assertThat(counts && context.schedIdleCpus().contains(cpu))
                        .as("sched_idle cpu %d at %d", cpu, context.nowNs())
                        .isEqualTo(counts && context.cpu(cpu).schedIdle());
            }
            schedIdle += context.schedIdleCpus().count();
            return inner.selectCpu(task, context);
        }

        @Override
        public void cpuIdle(int cpu, CpuMask idleCpus) {
            inner.cpuIdle(cpu, idleCpus);
        }

        @Override
        public void domainsChanged(PolicyContext context) {
            inner.domainsChanged(context);
        }
    }

    @Test
    void masksOfIdleCpusAreThoseOfTheCpus() {
        for (long seed = 1; seed <= 3; seed++) {
            Simulations run = run(seed);
            Comparing comparing = new Comparing(run.newBundledPlacement());
            run.placement(comparing).run();
            assertThat(comparing.decisions).as("seed %d", seed).isGreaterThan(2_000);
            assertThat(comparing.schedIdle).as("seed %d", seed).isPositive();
        }
    }

    @Test
    void everyWakeupDecidedIsCountedUnderOnePathAndItsMove() {
        RunResult result = run(1).bundledPlacement().run();
        PlacementResult placement = Objects.requireNonNull(result.placement());
        long byPath =
                placement.byPath().values().stream().mapToLong(Long::longValue).sum();
        long migrations =
                result.tasks().stream().mapToLong(row -> row.migrations()).sum();
        assertThat(byPath).isEqualTo(placement.wakeups()).isGreaterThan(2_000);
        assertThat(placement.others()).isEqualTo(30);
        assertThat(placement.by(PlacementPath.TARGET)).isPositive();
        assertThat(placement.cpusScanned()).isPositive();
        // Tasks also move when their CPU goes offline.
        assertThat(placement.moved()).isPositive().isLessThanOrEqualTo(migrations);
        assertThat(placement.ontoReducedCapacity()).isPositive();
    }

    @Test
    void explainingChangesNothingAndNamesTheAnswer() {
        RunResult plain = run(2).bundledPlacement().run();
        List<String> told = new ArrayList<>();
        PlacementExplainer explainer = new PlacementExplainer(ExplainFilter.parse("task=t1*,run_delay>1ms"), told::add);
        RunResult explained = run(2).bundledPlacement().observer(explainer).run();
        assertThat(explained).isEqualTo(plain);
        assertThat(told).isNotEmpty().allMatch(text -> text.contains("put on cpu") && text.contains("taken"));
        assertThat(told).anyMatch(text -> text.contains("not idle"));
    }
}
