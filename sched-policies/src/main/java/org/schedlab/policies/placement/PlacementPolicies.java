package org.schedlab.policies.placement;

import java.util.List;
import java.util.Set;
import org.schedlab.spi.Capability;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.PolicyContext;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.spi.PolicyKind;

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
            return Set.of(Capability.ASYM_CAPACITY, Capability.NUMA, Capability.SCHED_IDLE, Capability.CPU_WEIGHT);
        }

        @Override
        public PlacementPolicy create(NoConfig config, PolicyContext context) {
            return new FairPlacement(context);
        }
    }
}
