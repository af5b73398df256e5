package org.schedlab.policies;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.schedlab.engine.Horizon;
import org.schedlab.engine.PreemptionModel;
import org.schedlab.engine.Start;
import org.schedlab.engine.Timing;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.trace.SchedObserver;
import org.schedlab.workload.SchedParams;
import org.schedlab.workload.Step;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;

/** How long the high-resolution tick of 7.3 lets a task run. */
class HighResolutionTickTest {

    private static final long US = 1_000;
    private static final long MS = 1_000_000;
    private static final long SLICE_NS = 700 * US;
    private static final Timing LAZY_HRTICK = new Timing(250, PreemptionModel.LAZY, true, false, 0, 1000);
    private static final TaskSpec A =
            TaskSpec.named("a", new Step.Run(1_000 * MS)).build();
    private static final TaskSpec B =
            TaskSpec.named("b", new Step.Run(1_000 * MS)).build();

    /** When task 0 comes onto the CPU. */
    private static final class Arrivals implements SchedObserver {
        final List<Long> ns = new ArrayList<>();

        @Override
        public void switched(long at, int cpu, int prev, int why, int next) {
            if (next == 0) {
                ns.add(at);
            }
        }
    }

    @Test
    void anInterruptedRequestEndsWhenItsRestHasRun() {
        TaskSpec realTime = TaskSpec.named(
                        "rt", new Step.Sleep(1_050 * US), new Step.Run(50 * US), new Step.Sleep(1_000 * MS))
                .sched(SchedParams.realTime(SchedulingPolicy.FIFO, 50))
                .build();
        Arrivals arrivals = new Arrivals();
        Simulations.ofKernel("7.3", "1c", Workload.of(A, B, realTime))
                .timing(LAZY_HRTICK)
                .start(Start.RELEASED)
                .observer(arrivals)
                .horizon(Horizon.time(2 * MS))
                .run();

        // a has its slice, b has half of its own, waits for rt, and has the other half; not a whole one.
        long second =
                arrivals.ns.stream().filter(ns -> ns > 1_050 * US).findFirst().orElseThrow();
        assertThat(second).as("arrivals %s", arrivals.ns).isBetween(2 * SLICE_NS + 50 * US, 2 * SLICE_NS + 90 * US);
    }
}
