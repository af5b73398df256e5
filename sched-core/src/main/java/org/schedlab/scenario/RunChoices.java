package org.schedlab.scenario;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.engine.Start;

/**
 * What somebody wants of a run beside its scenario, such as the options of a command; it wins over the scenario. Immutable.
 *
 * @param kernel release, or null
 * @param features switches, after the scenario's
 * @param tunables {@code name=value}, after the scenario's
 * @param policies {@code kind=id}, after the scenario's
 * @param timing tick and preemption
 * @param start how threads come to life, or null
 * @param seed seed, or null
 * @param durationNs how long, or null
 * @param events how many events, or null
 */
public record RunChoices(
        @Nullable Located<String> kernel,
        List<Located<String>> features,
        List<Located<String>> tunables,
        List<Located<String>> policies,
        Scenario.TimingChoice timing,
        @Nullable Start start,
        @Nullable Long seed,
        @Nullable Long durationNs,
        @Nullable Long events) {

    public RunChoices {
        features = List.copyOf(features);
        tunables = List.copyOf(tunables);
        policies = List.copyOf(policies);
    }

    /** Nothing: the scenario and the defaults decide. */
    public static RunChoices none() {
        return new RunChoices(
                null, List.of(), List.of(), List.of(), Scenario.TimingChoice.NONE, null, null, null, null);
    }

    /** A kernel and a duration, the rest by default. */
    public static RunChoices of(String kernel, long durationNs) {
        Located<String> release = new Located<>(kernel, "kernel", 0);
        return new RunChoices(
                release, List.of(), List.of(), List.of(), Scenario.TimingChoice.NONE, null, null, durationNs, null);
    }
}
