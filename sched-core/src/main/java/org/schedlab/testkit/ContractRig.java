package org.schedlab.testkit;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.schedlab.engine.Horizon;
import org.schedlab.engine.RunContext;
import org.schedlab.engine.RunSpec;
import org.schedlab.engine.Simulation;
import org.schedlab.engine.TimelineAction;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.spi.Capability;
import org.schedlab.spi.KernelProfile;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.Policy;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.spi.PolicyKind;
import org.schedlab.topology.Topology;
import org.schedlab.trace.SchedObserver;
import org.schedlab.workload.Workload;

/** Machines and runs around one policy; the other policy of a run is the plainest there is. Immutable. */
final class ContractRig {

    static final long MS = 1_000_000;
    private static final long QUANTUM_NS = 3 * MS;

    final PolicyFactory<?, ?> factory;
    private final Catalogue catalogue;
    private final @Nullable String kernel;

    ContractRig(PolicyFactory<?, ?> factory, Catalogue catalogue, @Nullable String kernel) {
        this.factory = factory;
        this.catalogue = catalogue;
        this.kernel = kernel;
    }

    ResolvedSettings settings(Topology topology) {
        ResolvedSettings.Builder builder =
                new ResolvedSettings.Builder(catalogue, topology.online().count());
        return (kernel == null ? builder : builder.profile(catalogue.profile(kernel))).build();
    }

    /** What the policy declares for the kernel of the rig, in the order of the enum. */
    Set<Capability> declared(Topology topology) {
        return new TreeSet<>(factory.honours(settings(topology)));
    }

    /** Names as people write them. */
    static String names(Set<Capability> capabilities) {
        return capabilities.isEmpty()
                ? "nothing"
                : capabilities.toString().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The host does not load a plugin that declares what its kind cannot honour. */
    static void declarable(Capability capability, PolicyKind kind) {
        PolicyContract.Check.that(
                capability.concerns(kind),
                () -> capability + " is declared, which no " + kind.key() + " policy can honour");
    }

    /** A fresh policy with the default configuration. */
    Policy policy(Topology topology, long seed) {
        String id = "contract:" + factory.name();
        return create(factory, new RunContext(topology, settings(topology), seed, id));
    }

    private static <C extends Record, P extends Policy> P create(PolicyFactory<C, P> factory, RunContext context) {
        return Objects.requireNonNull(factory.create(factory.defaults(), context), "create() gives null");
    }

    @SuppressWarnings("unchecked") // the host hands a discipline only what that discipline made
    PickPolicy<Object, Object> pick(Topology topology, long seed) {
        return (PickPolicy<Object, Object>) policy(topology, seed);
    }

    /** What a run is made of. */
    record Plan(Topology topology, Workload workload, List<TimelineAction> timeline, Horizon horizon, long seed) {
        static Plan of(String machine, Workload workload, Horizon horizon) {
            return of(Topology.regular(machine), workload, horizon);
        }

        static Plan of(Topology topology, Workload workload, Horizon horizon) {
            return new Plan(topology, workload, List.of(), horizon, 1);
        }

        Plan timeline(List<TimelineAction> actions) {
            return new Plan(topology, workload, actions, horizon, seed);
        }

        Plan seed(long value) {
            return new Plan(topology, workload, timeline, horizon, value);
        }
    }

    Simulation simulation(Plan plan, SchedObserver... observers) {
        return simulation(plan, UnaryOperator.identity(), UnaryOperator.identity(), observers);
    }

    /** A run whose policy is wrapped. */
    Simulation simulation(
            Plan plan,
            UnaryOperator<PickPolicy<Object, Object>> aroundPick,
            UnaryOperator<PlacementPolicy> aroundPlacement,
            SchedObserver... observers) {
        ResolvedSettings settings = settings(plan.topology());
        String id = "contract:" + factory.name();
        KernelProfile profile = new KernelProfile(
                SmallRun.NO_KERNEL,
                SmallRun.NO_KERNEL,
                Map.of(factory.kind(), id),
                new TreeMap<>(settings.switches()),
                new TreeMap<>(settings.tunables()));
        RunSpec spec = RunSpec.of(plan.topology(), plan.workload(), profile, settings)
                .timeline(plan.timeline())
                .horizon(plan.horizon())
                .seed(plan.seed())
                .build();
        if (factory.kind() == PolicyKind.PICK) {
            PickPolicy<Object, Object> pick = aroundPick.apply(pick(plan.topology(), plan.seed()));
            return new Simulation(spec, pick, new FirstIdle(), List.of(observers));
        }
        PlacementPolicy placement = (PlacementPolicy) policy(plan.topology(), plan.seed());
        return new Simulation(spec, new Turns(QUANTUM_NS), aroundPlacement.apply(placement), List.of(observers));
    }
}
