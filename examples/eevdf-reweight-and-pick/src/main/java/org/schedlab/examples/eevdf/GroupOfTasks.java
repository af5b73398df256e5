package org.schedlab.examples.eevdf;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.arith.Weights;
import org.schedlab.mechanism.GroupEntity;
import org.schedlab.mechanism.LoadTracking;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.mechanism.MechanismConfig;
import org.schedlab.mechanism.Task;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PickStatistics;
import org.schedlab.spi.PolicyContext;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.spi.PolicyKind;
import org.schedlab.spi.RandomStream;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.spi.Settings;
import org.schedlab.testkit.EevdfProbes;
import org.schedlab.testkit.EevdfRules;
import org.schedlab.topology.Topology;

/** Always-running tasks in a normal group on one CPU of kernel 6.8, all picks and changes of weight under the eyes of probes if wanted. */
final class GroupOfTasks {

    private static final String KERNEL = "6.8";
    private static final long TICK_NS = 1_000_000;

    private final Topology topology = Topology.regular("1c");
    private final PickPolicy<Object, Object> policy;
    private final Mechanism mechanism;
    private final @Nullable EevdfProbes<Object, Object> probes;
    private final List<Task> tasks = new ArrayList<>();
    private long nowNs = 1_000_000_000;

    /** Tasks of the given nice levels; {@code features} as written in options, {@code NO_X} is off. */
    GroupOfTasks(int[] nice, boolean probed, List<String> features) {
        Catalogue catalogue = new Catalogue(Catalogue.onClassPath(), Mechanism.SWITCHES, LoadTracking.TUNABLES);
        ResolvedSettings.Builder builder =
                new ResolvedSettings.Builder(catalogue, 1).profile(catalogue.profile(KERNEL));
        features.forEach(builder::feature);
        ResolvedSettings settings = builder.build();
        policy = policy(catalogue, settings);
        probes = probed ? new EevdfProbes<>(policy, EevdfRules.of(KERNEL, settings)) : null;
        PickPolicy<?, ?> used = probes == null ? policy : probes;
        mechanism = new Mechanism(new MechanismConfig(topology, settings, used, false, false));
        GroupEntity group = mechanism.newGroupEntity(mechanism.cpu(0).root(), Weights.NICE_0_LOAD);
        mechanism.clock(0, nowNs);
        for (int i = 0; i < nice.length; i++) {
            Task task = mechanism.newTask("t" + i, SchedulingPolicy.NORMAL, nice[i], 0, topology.online(), 0);
            mechanism.moveToGroup(task, rq -> group.own());
            mechanism.fork(task, mechanism.cpu(0).current(), 0);
            tasks.add(task);
            nowNs += 1_000;
            mechanism.clock(0, nowNs);
        }
        schedule();
    }

    @SuppressWarnings(
            "unchecked") // the catalogue pairs each factory with its own configuration; the policy sees its own states
    // alone
    private PickPolicy<Object, Object> policy(Catalogue catalogue, Settings settings) {
        String id = catalogue.profile(KERNEL).policies().getOrDefault(PolicyKind.PICK, "");
        PolicyFactory<Record, ?> factory = (PolicyFactory<Record, ?>) catalogue.policy(PolicyKind.PICK, id);
        return (PickPolicy<Object, Object>) factory.create(factory.defaults(), new Context(topology, settings));
    }

    private record Context(Topology topology, Settings settings) implements PolicyContext {
        @Override
        public RandomStream random(String purpose) {
            return new RandomStream(0, purpose);
        }
    }

    private void schedule() {
        mechanism.switchTo(0, mechanism.pickNext(0));
    }

    /** Runs for some ticks. */
    void run(int ticks) {
        for (int i = 0; i < ticks; i++) {
            nowNs += TICK_NS;
            mechanism.clock(0, nowNs);
            mechanism.tick(0);
            if (mechanism.cpu(0).resched()) {
                schedule();
            }
        }
    }

    /** Gives the running task another weight. */
    void reweightCurrent(long weight) {
        Task current = mechanism.cpu(0).current();
        if (current != null) {
            mechanism.reweight(current, weight, Weights.isNiceWeight(weight));
        }
    }

    EevdfProbes<Object, Object> probes() {
        if (probes == null) {
            throw new IllegalStateException("this run is not probed");
        }
        return probes;
    }

    PickStatistics statistics() {
        PickStatistics statistics = policy.statistics();
        if (statistics == null) {
            throw new IllegalStateException("the policy of " + KERNEL + " does not count its picks");
        }
        return statistics;
    }
}
