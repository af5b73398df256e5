package org.schedlab.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.engine.Start;
import org.schedlab.scenario.Located;
import org.schedlab.scenario.Scenario;

/**
 * What the command line says about a run; it wins over the scenario. Immutable.
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
record RunChoices(
        @Nullable Located<String> kernel,
        List<Located<String>> features,
        List<Located<String>> tunables,
        List<Located<String>> policies,
        Scenario.TimingChoice timing,
        @Nullable Start start,
        @Nullable Long seed,
        @Nullable Long durationNs,
        @Nullable Long events) {

    RunChoices {
        features = List.copyOf(features);
        tunables = List.copyOf(tunables);
        policies = List.copyOf(policies);
    }
}
