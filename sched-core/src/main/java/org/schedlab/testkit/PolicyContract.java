package org.schedlab.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.schedlab.mechanism.LoadTracking;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.mechanism.PolicyViolationException;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.ForeignThrowable;
import org.schedlab.plugin.PluginCode;
import org.schedlab.plugin.PluginProblem;
import org.schedlab.plugin.TimeLimit;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.spi.PolicyKind;
import org.schedlab.spi.SchedPlugin;

/**
 * What every policy promises, as named checks that any test framework can run, and {@code sched plugins verify} does. Each check makes its own
 * policies and machines; all are deterministic but for the time limit. A check takes up to a few seconds.
 *
 * <pre>{@code
 * for (PolicyContract.Check check : PolicyContract.checks(new NestFactory())) {
 *     check.run();
 * }
 * }</pre>
 *
 * <p>Builders are confined to one thread; checks are immutable.
 */
public final class PolicyContract {

    private static final long LIMIT_MS = 30_000;
    private static final int MAX_SHOWN = 600;

    private final PolicyFactory<?, ?> factory;
    private List<SchedPlugin> plugins = List.of();
    private @Nullable String kernel;
    private @Nullable UnaryOperator<PickPolicy<Object, Object>> oracle;

    private PolicyContract(PolicyFactory<?, ?> factory) {
        this.factory = factory;
    }

    /** The checks for one factory that reads no switches but the host's. */
    public static List<Check> checks(PolicyFactory<?, ?> factory) {
        return of(factory).checks();
    }

    /** A contract to be completed. */
    public static PolicyContract of(PolicyFactory<?, ?> factory) {
        return new PolicyContract(factory);
    }

    /** Plugins whose switches and tunables the policy reads. */
    public PolicyContract plugins(List<SchedPlugin> value) {
        plugins = List.copyOf(value);
        return this;
    }

    /** A kernel whose switches and tunables count; one of the plugins brings it. */
    public PolicyContract kernel(String release) {
        kernel = release;
        return this;
    }

    /**
     * A brute-force oracle: a pick policy around the tested one that throws {@link ProbeViolationException} when a choice is not what a search over
     * all queued entities gives, such as {@link LeastProbe} or {@link EevdfProbes}.
     */
    public PolicyContract oracle(UnaryOperator<PickPolicy<Object, Object>> value) {
        oracle = value;
        return this;
    }

    /** All checks for this kind of policy, in the order of their names. */
    public List<Check> checks() {
        Catalogue catalogue = new Catalogue(plugins, Mechanism.SWITCHES, LoadTracking.TUNABLES);
        ContractRig rig = new ContractRig(factory, catalogue, kernel);
        List<Check> checks = new ArrayList<>(RunChecks.of(rig));
        if (factory.kind() == PolicyKind.PICK) {
            checks.addAll(PickChecks.of(rig, oracle));
        }
        if (factory.kind() == PolicyKind.PLACEMENT) {
            checks.add(PlacementChecks.of(rig));
        }
        checks.sort((a, b) -> a.name().compareTo(b.name()));
        return checks;
    }

    /**
     * What a check found.
     *
     * @param problem what is wrong, or null when the promise holds; its location is the name of the check
     * @param stuck whether the check did not end; what it called is still at work
     */
    public record Result(@Nullable PluginProblem problem, boolean stuck) {

        /** What is wrong in words, or null. */
        public @Nullable String fault() {
            return problem == null ? null : problem.message();
        }
    }

    /**
     * One promise. Immutable.
     *
     * @param name short, such as {@code one-cpu}
     * @param promise what holds when the check passes
     * @param body throws when it does not
     */
    public record Check(String name, String promise, Runnable body) {

        /**
         * Runs the check on a thread of its own.
         *
         * @throws ContractViolationException when the promise is broken
         */
        public void run() {
            String fault = failure();
            if (fault != null) {
                throw new ContractViolationException(name + ": " + fault);
            }
        }

        /** Runs the check; what is wrong, or null. */
        public @Nullable String failure() {
            return result(LIMIT_MS).fault();
        }

        /** Runs the check for at most {@code limitMs} ms of the wall; {@link #run} and {@link #failure} take 30 s. */
        public Result result(long limitMs) {
            TimeLimit.Outcome<Object> outcome = TimeLimit.call("contract " + name, limitMs, () -> {
                body.run();
                return null;
            });
            if (outcome.stuck() != null) {
                return new Result(
                        problem(
                                PluginCode.TIME_BUDGET,
                                "it did not end within " + limitMs + " ms, in " + outcome.place(),
                                "it loops forever, or waits for something."),
                        true);
            }
            Throwable thrown = outcome.thrown();
            return new Result(thrown == null ? null : problem(thrown), false);
        }

        private PluginProblem problem(Throwable thrown) {
            if (thrown instanceof PolicyViolationException breach) {
                String what = String.valueOf(breach.getMessage()).split("\n", 2)[0];
                return problem(PluginCode.valueOf(breach.fault().name()), what, breach.hint())
                        .causedBy(thrown);
            }
            if (thrown instanceof ContractViolationException broken) {
                return problem(
                        PluginCode.CONTRACT_BROKEN,
                        String.valueOf(broken.getMessage()),
                        "the policy does not promise it yet: " + promise + ".");
            }
            return problem(
                            PluginCode.POLICY_THREW,
                            ForeignThrowable.text(thrown, MAX_SHOWN),
                            "the policy does not expect the machine of this check.")
                    .causedBy(thrown);
        }

        private PluginProblem problem(PluginCode code, String message, String hint) {
            return PluginProblem.error(code, "contract", name, message, hint);
        }

        /** Where {@code expected} is not true, a violation with what {@code seen} says. */
        static void that(boolean expected, Supplier<String> seen) {
            if (!expected) {
                throw new ContractViolationException(seen.get());
            }
        }
    }
}
