package org.schedlab.cgroup.testkit;

import java.util.List;
import org.schedlab.mechanism.LoadTracking;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.spi.KernelProfile;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PolicyContext;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.spi.PolicyKind;
import org.schedlab.spi.RandomStream;
import org.schedlab.spi.Settings;
import org.schedlab.topology.Topology;

/** Machines with the settings and the discipline of a kernel by name, from the plugins on the class path. Stateless. */
public final class Kernels {

    /** The releases that the rules of groups tell apart. */
    public static final List<String> ALL = List.of("4.0", "4.12", "4.16", "5.10", "6.1", "6.8", "6.12", "7.3");

    private static final Catalogue CATALOGUE =
            new Catalogue(Catalogue.onClassPath(), Mechanism.SWITCHES, LoadTracking.TUNABLES);

    private Kernels() {}

    /**
     * A machine with one cache of {@code cpus} CPUs.
     *
     * @param groups places for groups, see {@link GroupMachine}
     * @param features switches as options write them, {@code NO_LEAF_PRUNING}, and tunables, {@code cgroup_mode=1}
     */
    public static GroupMachine machine(String kernel, int cpus, int groups, int tasks, String... features) {
        Topology topology = Topology.regular(cpus + "c");
        ResolvedSettings settings = settings(kernel, cpus, features);
        return new GroupMachine(topology, settings, pick(kernel, topology, settings), groups, tasks);
    }

    /** The settings of a kernel with others in their places, ticks being 4 ms. */
    public static ResolvedSettings settings(String kernel, int cpus, String... features) {
        ResolvedSettings.Builder builder = new ResolvedSettings.Builder(CATALOGUE, cpus)
                .profile(CATALOGUE.profile(kernel))
                .with("tick_ns", 4_000_000L);
        for (String feature : features) {
            int equals = feature.indexOf('=');
            if (equals < 0) {
                builder.feature(feature);
            } else {
                builder.with(feature.substring(0, equals), Long.parseLong(feature.substring(equals + 1)));
            }
        }
        return builder.build();
    }

    /** The discipline of a kernel. */
    @SuppressWarnings("unchecked") // the catalogue pairs each factory with its own configuration
    public static PickPolicy<?, ?> pick(String kernel, Topology topology, Settings settings) {
        KernelProfile profile = CATALOGUE.profile(kernel);
        PolicyFactory<Record, ?> factory = (PolicyFactory<Record, ?>)
                CATALOGUE.policy(PolicyKind.PICK, profile.policies().getOrDefault(PolicyKind.PICK, ""));
        return (PickPolicy<?, ?>) factory.create(factory.defaults(), new Context(topology, settings));
    }

    private record Context(Topology topology, Settings settings) implements PolicyContext {
        @Override
        public RandomStream random(String purpose) {
            return new RandomStream(1, purpose);
        }
    }
}
