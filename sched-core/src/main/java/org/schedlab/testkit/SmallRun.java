package org.schedlab.testkit;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.schedlab.engine.Horizon;
import org.schedlab.engine.RunContext;
import org.schedlab.engine.RunSpec;
import org.schedlab.engine.Simulation;
import org.schedlab.mechanism.LoadTracking;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.metrics.RunResult;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.ConfigSchema;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.spi.KernelProfile;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.Policy;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.spi.PolicyKind;
import org.schedlab.topology.Topology;
import org.schedlab.trace.SchedObserver;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;

/**
 * A run in a line, for tests of one policy: the other policy is the plainest there is ({@link Turns}, {@link FirstIdle}), and switches and tunables
 * have the defaults that the host declares. One thread.
 */
public final class SmallRun {

    private static final long QUANTUM_NS = 3_000_000;

    /** A run of defaults is of no kernel. */
    static final String NO_KERNEL = "0.0";

    private final Topology topology;
    private final Workload workload;
    private final ResolvedSettings settings;
    private final Map<PolicyKind, String> ids = new TreeMap<>();
    private PickPolicy<?, ?> pick = new Turns(QUANTUM_NS);
    private PlacementPolicy placement = new FirstIdle();
    private long seed = 1;

    private SmallRun(Topology topology, Workload workload) {
        this.topology = topology;
        this.workload = workload;
        Catalogue host = new Catalogue(List.of(), Mechanism.SWITCHES, LoadTracking.TUNABLES);
        this.settings = new ResolvedSettings.Builder(host, topology.online().count()).build();
    }

    /** Tasks on a machine such as {@code 2s 8c 2t}. */
    public static SmallRun on(String machine, TaskSpec... tasks) {
        return new SmallRun(Topology.regular(machine), Workload.of(tasks));
    }

    /** A configuration as a user would write it: {@code spins=3,reserve=2}. */
    public static Record read(PolicyFactory<?, ?> factory, String text) {
        return ConfigSchema.of(factory).read(factory.name(), text);
    }

    /** Another seed than 1. */
    public SmallRun seed(long value) {
        seed = value;
        return this;
    }

    /** Uses the factory's policy with a configuration of its type. */
    public SmallRun with(PolicyFactory<?, ?> factory, Record config) {
        String id = "test:" + factory.name();
        Policy policy = create(factory, config, new RunContext(topology, settings, seed, id));
        ids.put(factory.kind(), id);
        if (policy instanceof PickPolicy<?, ?> picking) {
            pick = picking;
        }
        if (policy instanceof PlacementPolicy placing) {
            placement = placing;
        }
        return this;
    }

    private static <C extends Record, P extends Policy> P create(
            PolicyFactory<C, P> factory, Record config, RunContext context) {
        return factory.create(factory.configType().cast(config), context);
    }

    /** Runs for a simulated time; the policies are used up. */
    public RunResult forNs(long durationNs, SchedObserver... observers) {
        KernelProfile profile = new KernelProfile(NO_KERNEL, NO_KERNEL, ids, settings.switches(), settings.tunables());
        RunSpec spec = RunSpec.of(topology, workload, profile, settings)
                .horizon(Horizon.time(durationNs))
                .seed(seed)
                .build();
        return new Simulation(spec, pick, placement, List.of(observers)).run();
    }
}
