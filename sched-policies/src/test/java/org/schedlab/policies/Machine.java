package org.schedlab.policies;

import java.util.List;
import org.schedlab.mechanism.LoadTracking;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.mechanism.MechanismConfig;
import org.schedlab.mechanism.Task;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.spi.KernelProfile;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PolicyContext;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.spi.PolicyKind;
import org.schedlab.spi.RandomStream;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.spi.Settings;
import org.schedlab.topology.Topology;

/** A mechanism of a profile for tests: one line makes the machine, one line a task. */
final class Machine implements PolicyContext {

    static final Catalogue CATALOGUE =
            new Catalogue(List.of(new CorePlugin()), Mechanism.SWITCHES, LoadTracking.TUNABLES);

    private final Topology topology;
    final ResolvedSettings settings;
    final Mechanism mechanism;
    long nowNs;

    Machine(String shape, String kernel, String... features) {
        topology = Topology.regular(shape);
        KernelProfile profile = CATALOGUE.profile(kernel);
        ResolvedSettings.Builder builder =
                new ResolvedSettings.Builder(CATALOGUE, topology.online().count()).profile(profile);
        for (String feature : features) {
            builder.feature(feature);
        }
        settings = builder.build();
        mechanism = new Mechanism(new MechanismConfig(topology, settings, pick(profile), true, false));
    }

    private PickPolicy<?, ?> pick(KernelProfile profile) {
        return policy(profile.policies().get(PolicyKind.PICK));
    }

    /** A new pick policy by its id, with this machine's settings. */
    @SuppressWarnings("unchecked") // the catalogue pairs each factory with its own configuration
    PickPolicy<?, ?> policy(String id) {
        PolicyFactory<Record, ?> factory = (PolicyFactory<Record, ?>) CATALOGUE.policy(PolicyKind.PICK, id);
        return (PickPolicy<?, ?>) factory.create(factory.defaults(), this);
    }

    /** A new pick policy of a kernel with this machine's settings. */
    PickPolicy<?, ?> pickPolicy(String kernel) {
        return pick(CATALOGUE.profile(kernel));
    }

    Task task(String name, int nice) {
        return mechanism.newTask(name, SchedulingPolicy.NORMAL, nice, 0, topology.online(), 0);
    }

    /** Moves the clock of every CPU. */
    void advance(long ns) {
        nowNs += ns;
        for (int cpu = topology.online().first();
                cpu >= 0;
                cpu = topology.online().next(cpu + 1)) {
            mechanism.clock(cpu, nowNs);
        }
    }

    /** Chooses and switches on a CPU. */
    void schedule(int cpu) {
        mechanism.switchTo(cpu, mechanism.pickNext(cpu));
    }

    @Override
    public Topology topology() {
        return topology;
    }

    @Override
    public Settings settings() {
        return settings;
    }

    @Override
    public RandomStream random(String purpose) {
        return new RandomStream(0, purpose);
    }
}
