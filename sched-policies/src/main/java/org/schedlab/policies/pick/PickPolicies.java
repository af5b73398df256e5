package org.schedlab.policies.pick;

import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.schedlab.spi.Capability;
import org.schedlab.spi.ConfigValue;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PolicyContext;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.spi.PolicyKind;
import org.schedlab.spi.Settings;

/** The factories of this package. */
public final class PickPolicies {

    /** All of them. */
    public static final List<PolicyFactory<?, ?>> FACTORIES = List.of(
            new Factory(
                    "cfs",
                    "CFS, 2.6.23 to 6.5: smallest vruntime, latency period, buddies",
                    Set.of(Capability.NICE, Capability.SCHED_IDLE, Capability.CPU_WEIGHT),
                    Cfs::new),
            new Factory(
                    "eevdf-68",
                    "EEVDF as of 6.8: earliest eligible deadline, slices of one length",
                    Set.of(Capability.NICE, Capability.SCHED_IDLE, Capability.CPU_WEIGHT),
                    Eevdf68::new),
            new Factory(
                    "eevdf-612",
                    "EEVDF as of 6.12: delayed dequeue, custom slices, the average as zero point",
                    Set.of(Capability.NICE, Capability.SCHED_IDLE, Capability.CUSTOM_SLICE, Capability.CPU_WEIGHT),
                    Eevdf612::new),
            new Factory(
                    "eevdf-73",
                    "EEVDF as of 7.3: full-resolution weights, protection by virtual time, lazy reschedules",
                    Set.of(Capability.NICE, Capability.SCHED_IDLE, Capability.CUSTOM_SLICE, Capability.CPU_WEIGHT),
                    Eevdf73::new),
            new Reference(
                    "fifo", "order of arrival, until it sleeps", (quantum, context) -> new Arrival(Long.MAX_VALUE)),
            new Reference(
                    "round-robin", "order of arrival, one quantum each", (quantum, context) -> new Arrival(quantum)),
            new Reference(
                    "stride",
                    "least time over weight runs, one quantum each",
                    (quantum, context) -> new Stride(quantum)),
            new Reference(
                    "lottery",
                    "drawn by weight, one quantum each",
                    (quantum, context) -> new Lottery(quantum, context.random("lottery"))));

    private PickPolicies() {}

    /** These policies are steered by switches and tunables alone. */
    public record NoConfig() {}

    private record Factory(
            String name, String summary, Set<Capability> honours, Function<Settings, PickPolicy<?, ?>> maker)
            implements PolicyFactory<NoConfig, PickPolicy<?, ?>> {

        @Override
        public PolicyKind kind() {
            return PolicyKind.PICK;
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
        public PickPolicy<?, ?> create(NoConfig config, PolicyContext context) {
            return maker.apply(context.settings());
        }
    }

    /**
     * Of the reference disciplines.
     *
     * @param quantumNs time after which the current gives way
     */
    public record Quantum(
            @ConfigValue(
                    meaning = "time after which the running task gives way; without meaning for fifo",
                    unit = "ns",
                    min = 100_000,
                    max = 1_000_000_000)
            long quantumNs) {}

    private record Reference(String name, String summary, BiFunction<Long, PolicyContext, PickPolicy<?, ?>> maker)
            implements PolicyFactory<Quantum, PickPolicy<?, ?>> {

        @Override
        public PolicyKind kind() {
            return PolicyKind.PICK;
        }

        @Override
        public Class<Quantum> configType() {
            return Quantum.class;
        }

        @Override
        public Quantum defaults() {
            return new Quantum(3_000_000);
        }

        @Override
        public Set<Capability> honours() {
            return name.equals("stride") || name.equals("lottery")
                    ? Set.of(Capability.NICE, Capability.SCHED_IDLE, Capability.CPU_WEIGHT)
                    : Set.of();
        }

        @Override
        public long starvationBoundNs() {
            return name.equals("fifo") ? Long.MAX_VALUE : PolicyFactory.super.starvationBoundNs();
        }

        @Override
        public PickPolicy<?, ?> create(Quantum config, PolicyContext context) {
            return maker.apply(config.quantumNs(), context);
        }
    }
}
