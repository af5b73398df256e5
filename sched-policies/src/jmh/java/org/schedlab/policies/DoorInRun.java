package org.schedlab.policies;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.schedlab.engine.PathCosts;
import org.schedlab.engine.RunContext;
import org.schedlab.engine.RunSpec;
import org.schedlab.engine.Simulation;
import org.schedlab.mechanism.LoadTracking;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.Plugins;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.spi.KernelProfile;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.spi.PolicyKind;
import org.schedlab.spi.RandomStream;
import org.schedlab.topology.Topology;
import org.schedlab.workload.Step;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;

/** A whole simulation with a kernel's own policies, either found through the door or made directly; {@link Unguarded} cuts out the checks. */
public final class DoorInRun {

    private static final int TASKS = 48;

    private DoorInRun() {}

    /**
     * An endless run of tasks that work 0.3 ms and sleep 0.7 ms.
     *
     * @return runs so many events, returns the simulated time in ns
     */
    public static IntToLongFunction start(String kernel, boolean door) {
        Catalogue catalogue = new Catalogue(
                door ? Plugins.onClassPath().throwIfErrors().plugins() : List.of(new CorePlugin()),
                Mechanism.SWITCHES,
                LoadTracking.TUNABLES);
        Topology topology = Topology.regular("2s 8c 2t");
        KernelProfile profile = catalogue.profile(kernel);
        ResolvedSettings settings = new ResolvedSettings.Builder(
                        catalogue, topology.online().count())
                .profile(profile)
                .build();
        RunSpec spec = RunSpec.of(topology, workload(), profile, settings)
                .costs(PathCosts.DEFAULT)
                .build();
        Simulation simulation = new Simulation(
                spec,
                (PickPolicy<?, ?>) policy(catalogue, profile, PolicyKind.PICK, topology, settings),
                (PlacementPolicy) policy(catalogue, profile, PolicyKind.PLACEMENT, topology, settings),
                List.of());
        return events -> {
            simulation.advance(events);
            return simulation.nowNs();
        };
    }

    @SuppressWarnings("unchecked") // the catalogue pairs each factory with its own configuration
    private static Object policy(
            Catalogue catalogue, KernelProfile profile, PolicyKind kind, Topology topology, ResolvedSettings settings) {
        String id = profile.policies().get(kind);
        PolicyFactory<Record, ?> factory = (PolicyFactory<Record, ?>) catalogue.policy(kind, id);
        return factory.create(factory.defaults(), new RunContext(topology, settings, 1, id));
    }

    private static Workload workload() {
        RandomStream random = new RandomStream(1, "door");
        List<TaskSpec> specs = new ArrayList<>();
        for (int i = 0; i < TASKS; i++) {
            specs.add(TaskSpec.named(
                            "k" + i,
                            new Step.Run(300_000 + random.nextInt(1_000)),
                            new Step.Sleep(700_000 + random.nextInt(1_000)))
                    .delayNs(1 + random.nextLong(1_000_000))
                    .build());
        }
        return Workload.of(specs.toArray(new TaskSpec[0]));
    }
}
