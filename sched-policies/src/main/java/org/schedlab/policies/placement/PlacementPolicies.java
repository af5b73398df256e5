package org.schedlab.policies.placement;

import java.util.List;
import java.util.Set;
import org.schedlab.spi.Capability;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.PolicyContext;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.spi.PolicyKind;
import org.schedlab.spi.Settings;

/** The factories of this package. */
public final class PlacementPolicies {

    /** All of them. */
    public static final List<PolicyFactory<?, ?>> FACTORIES = List.of(new Fair());

    private PlacementPolicies() {}

    /** The policy is steered by switches and tunables alone. */
    public record NoConfig() {}

    private record Fair() implements PolicyFactory<NoConfig, PlacementPolicy> {

        @Override
        public PolicyKind kind() {
            return PolicyKind.PLACEMENT;
        }

        @Override
        public String name() {
            return "select-task-rq-fair";
        }

        @Override
        public String summary() {
            return "the kernel's choice of a CPU, by generation: wake_affine, idle search, slow path";
        }

        @Override
        public Class<NoConfig> configType() {
            return NoConfig.class;
        }

        @Override
        public NoConfig defaults() {
            return new NoConfig();
        }

        @Override
        public Set<Capability> honours() {
            return Set.of(Capability.ASYM_CAPACITY, Capability.NUMA, Capability.SCHED_IDLE);
        }

        /** Capacities count at wakeups since 4.9 (wake_cap), CPUs with SCHED_IDLE tasks alone since 5.4. */
        @Override
        public Set<Capability> honours(Settings settings) {
            Generation generation = Generation.of(settings.tunable("placement_generation"));
            if (generation.since(Generation.V5_10)) {
                return honours();
            }
            return generation == Generation.V4_0
                    ? Set.of(Capability.NUMA)
                    : Set.of(Capability.NUMA, Capability.ASYM_CAPACITY);
        }

        @Override
        public PlacementPolicy create(NoConfig config, PolicyContext context) {
            return new FairPlacement(context);
        }
    }
}
