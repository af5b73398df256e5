package org.schedlab.policies;

import java.util.ArrayList;
import java.util.List;
import org.schedlab.engine.Horizon;
import org.schedlab.engine.PathCosts;
import org.schedlab.engine.Pressure;
import org.schedlab.engine.RunContext;
import org.schedlab.engine.RunSpec;
import org.schedlab.engine.Simulation;
import org.schedlab.engine.Start;
import org.schedlab.engine.TimelineAction;
import org.schedlab.engine.Timing;
import org.schedlab.metrics.RunResult;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.spi.KernelProfile;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.spi.PolicyKind;
import org.schedlab.spi.TaskView;
import org.schedlab.spi.WakeContext;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.trace.SchedObserver;
import org.schedlab.workload.Workload;

/** Simulations of the profile 6.12, or another, for tests: a machine, a workload, and what differs from the defaults. */
final class Simulations {

    private final Topology topology;
    private final RunSpec.Builder spec;
    private final ResolvedSettings settings;
    private final KernelProfile profile;
    private final List<SchedObserver> observers = new ArrayList<>();
    private PlacementPolicy placement = new FirstIdle();

    private Simulations(String kernel, String machine, Workload workload, String... features) {
        topology = Topology.regular(machine);
        profile = Machine.CATALOGUE.profile(kernel);
        ResolvedSettings.Builder builder = new ResolvedSettings.Builder(
                        Machine.CATALOGUE, topology.online().count())
                .profile(profile);
        for (String feature : features) {
            builder.feature(feature);
        }
        settings = builder.build();
        spec = RunSpec.of(topology, workload, profile, settings).costs(PathCosts.DEFAULT);
    }

    static Simulations of(String machine, Workload workload, String... features) {
        return new Simulations("6.12", machine, workload, features);
    }

    static Simulations ofKernel(String kernel, String machine, Workload workload, String... features) {
        return new Simulations(kernel, machine, workload, features);
    }

    Simulations horizon(Horizon value) {
        spec.horizon(value);
        return this;
    }

    Simulations timing(Timing value) {
        spec.timing(value);
        return this;
    }

    Simulations start(Start value) {
        spec.start(value);
        return this;
    }

    Simulations timeline(List<TimelineAction> value) {
        spec.timeline(value);
        return this;
    }

    Simulations pressure(List<Pressure> value) {
        spec.pressure(value);
        return this;
    }

    Simulations observer(SchedObserver observer) {
        observers.add(observer);
        return this;
    }

    /** The placement that the profile names. */
    Simulations bundledPlacement() {
        placement = newBundledPlacement();
        return this;
    }

    @SuppressWarnings("unchecked") // the catalogue pairs each factory with its own configuration
    PlacementPolicy newBundledPlacement() {
        String id = profile.policies().get(PolicyKind.PLACEMENT);
        PolicyFactory<Record, ?> factory =
                (PolicyFactory<Record, ?>) Machine.CATALOGUE.policy(PolicyKind.PLACEMENT, id);
        return (PlacementPolicy) factory.create(factory.defaults(), new RunContext(topology, settings, 1, id));
    }

    Simulations placement(PlacementPolicy value) {
        placement = value;
        return this;
    }

    Simulation build() {
        return new Simulation(spec.build(), pick(), placement, observers);
    }

    RunResult run() {
        return build().run();
    }

    @SuppressWarnings("unchecked") // the catalogue pairs each factory with its own configuration
    private PickPolicy<?, ?> pick() {
        String id = profile.policies().get(PolicyKind.PICK);
        PolicyFactory<Record, ?> factory = (PolicyFactory<Record, ?>) Machine.CATALOGUE.policy(PolicyKind.PICK, id);
        return (PickPolicy<?, ?>) factory.create(factory.defaults(), new RunContext(topology, settings, 1, id));
    }

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
}
