package org.schedlab.verify;

import java.util.Map;
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
import tools.jackson.databind.JsonNode;

/** Makes the pick policy of a kernel with the settings that a golden file names. Stateless. */
final class ReplayPolicy {

    /** Names of tunables in the files. */
    private static final Map<String, String> TUNABLES = Map.of(
            "base_slice", "base_slice_ns",
            "latency", "latency_ns",
            "min_gran", "min_granularity_ns",
            "idle_min_gran", "idle_min_granularity_ns",
            "wakeup_gran", "wakeup_granularity_ns",
            "nr_latency", "nr_latency");

    private ReplayPolicy() {}

    /** A profile's settings on a machine of one CPU, with the tick of the files. */
    static ResolvedSettings.Builder settings(Catalogue catalogue, String kernel, JsonlRows rows) {
        return new ResolvedSettings.Builder(catalogue, 1)
                .profile(catalogue.profile(kernel))
                .with("tick_ns", rows.tickNs());
    }

    /** Sets every switch and tunable of an object, by the names that files use; unknown names are refused by the catalogue. */
    static void apply(ResolvedSettings.Builder builder, JsonlRows rows, JsonNode object) {
        for (Map.Entry<String, JsonNode> e : object.properties()) {
            apply(builder, e.getKey(), rows.num(e.getValue(), e.getKey()));
        }
    }

    /** Sets one switch or tunable by the name that files use. */
    static void apply(ResolvedSettings.Builder builder, String name, long value) {
        String tunable = TUNABLES.get(name);
        if (tunable != null) {
            builder.with(tunable, value);
        } else {
            builder.with(name, value != 0);
        }
    }

    /** The pick policy that the kernel's profile names. */
    @SuppressWarnings("unchecked") // the policy is handed its own states alone
    static PickPolicy<Object, Object> make(
            Catalogue catalogue, String kernel, Topology topology, ResolvedSettings settings) {
        KernelProfile profile = catalogue.profile(kernel);
        String id = profile.policies().get(PolicyKind.PICK);
        PolicyFactory<Record, ?> factory =
                (PolicyFactory<Record, ?>) catalogue.policy(PolicyKind.PICK, id == null ? "" : id);
        return (PickPolicy<Object, Object>) factory.create(factory.defaults(), new Context(topology, settings));
    }

    private record Context(Topology topology, Settings settings) implements PolicyContext {
        @Override
        public RandomStream random(String purpose) {
            return new RandomStream(0, purpose);
        }
    }
}
