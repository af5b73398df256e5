package org.schedlab.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.schedlab.engine.Horizon;
import org.schedlab.engine.RunSpec;
import org.schedlab.engine.Simulation;
import org.schedlab.mechanism.LoadTracking;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.mechanism.PolicyViolationException;
import org.schedlab.mechanism.PolicyViolationException.Fault;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.spi.KernelProfile;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.PolicyKind;
import org.schedlab.spi.Settings;
import org.schedlab.spi.TaskView;
import org.schedlab.spi.WakeContext;
import org.schedlab.testkit.Turns;
import org.schedlab.topology.Topology;
import org.schedlab.workload.Step;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;

class TimeBudgetTest {

    private static final long MS = 1_000_000;

    private static Simulation simulation(PlacementPolicy placement) {
        KernelProfile profile = new KernelProfile(
                "0.0", "0.0", Map.of(PolicyKind.PLACEMENT, "acme:nest"), new TreeMap<>(), new TreeMap<>());
        Settings settings = new ResolvedSettings.Builder(
                        new Catalogue(List.of(), Mechanism.SWITCHES, LoadTracking.TUNABLES), 2)
                .build();
        Workload workload = Workload.of(
                TaskSpec.named("t", new Step.Run(MS), new Step.Sleep(MS)).build());
        RunSpec spec = RunSpec.of(Topology.regular("2c"), workload, profile, settings)
                .horizon(Horizon.time(1_000 * MS))
                .build();
        return new Simulation(spec, new Turns(3 * MS), placement, List.of());
    }

    /** Stays, and for ever after a while. */
    private static final class Looping implements PlacementPolicy {
        final AtomicBoolean end = new AtomicBoolean();

        @Override
        public int selectCpu(TaskView task, WakeContext context) {
            while (context.nowNs() > 100 * MS && !end.get()) {
                LockSupport.parkNanos(MS);
            }
            return context.prevCpu();
        }
    }

    @Test
    void aPolicyThatDoesNotReturnIsReported() throws InterruptedException {
        Looping policy = new Looping();
        Simulation simulation = simulation(policy);
        Thread run = new Thread(simulation::run, "run");
        LinkedBlockingQueue<PolicyViolationException> reports = new LinkedBlockingQueue<>();
        run.start();
        TimeBudget budget = TimeBudget.watch(simulation, run, 200, reports::add);
        try {
            PolicyViolationException report = Objects.requireNonNull(reports.poll(60, TimeUnit.SECONDS));
            assertThat(report.fault()).isEqualTo(Fault.TIME_BUDGET);
            assertThat(report)
                    .hasMessageContaining("plugin acme, placement policy acme:nest")
                    .hasMessageContaining("Looping.selectCpu")
                    .hasMessageContaining("seed 1");
        } finally {
            budget.close();
            policy.end.set(true);
            run.join();
        }
    }

    @Test
    void aRunThatGoesOnIsNotReported() throws InterruptedException {
        Looping policy = new Looping();
        policy.end.set(true);
        Simulation simulation = simulation(policy);
        LinkedBlockingQueue<PolicyViolationException> reports = new LinkedBlockingQueue<>();
        TimeBudget budget = TimeBudget.watch(simulation, Thread.currentThread(), 20, reports::add);
        simulation.run();
        budget.close();
        assertThat(reports).isEmpty();
    }
}
