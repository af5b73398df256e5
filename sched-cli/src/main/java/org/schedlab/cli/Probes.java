package org.schedlab.cli;

import java.util.Map;
import org.schedlab.scenario.ComposedRun;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PolicyKind;
import org.schedlab.testkit.EevdfProbes;
import org.schedlab.testkit.EevdfRules;
import org.schedlab.topology.input.InvalidInputException;

/** {@code --probe}: a run whose pick policy is watched, so that it stops at the first step that breaks an invariant. */
final class Probes {

    private static final Map<String, EevdfRules.Release> RELEASES = Map.of(
            "core:eevdf-68", EevdfRules.Release.V6_8,
            "core:eevdf-612", EevdfRules.Release.V6_12,
            "core:eevdf-73", EevdfRules.Release.V7_3);

    private final EevdfProbes<?, ?> watching;
    private final ComposedRun run;

    private Probes(EevdfProbes<?, ?> watching, ComposedRun run) {
        this.watching = watching;
        this.run = run;
    }

    /** The same run under the eyes of probes. */
    static Probes of(ComposedRun run) {
        String id = run.spec().profile().policies().getOrDefault(PolicyKind.PICK, "");
        EevdfRules.Release release = RELEASES.get(id);
        if (release == null) {
            throw new InvalidInputException(
                    "--probe",
                    0,
                    "the pick policy (" + id + ") has no probes",
                    "--kernel 6.8, 6.12 or 7.3 was meant: probes know the invariants of EEVDF.");
        }
        EevdfRules rules = new EevdfRules(
                release, run.spec().timing().tickNs(), run.spec().settings().isOn("REWEIGHT_KEEPS_LAG"));
        EevdfProbes<?, ?> watching = watch(run.pick(), rules);
        return new Probes(watching, new ComposedRun(run.spec(), watching, run.placement(), run.groups(), run.notes()));
    }

    @SuppressWarnings("unchecked") // the probes hand the policy its own states alone
    private static EevdfProbes<Object, Object> watch(PickPolicy<?, ?> policy, EevdfRules rules) {
        return new EevdfProbes<>((PickPolicy<Object, Object>) policy, rules);
    }

    ComposedRun run() {
        return run;
    }

    /** What was looked at, after a run that broke nothing. */
    String summary() {
        return "probes: no violation; " + watching.counts();
    }
}
