package org.schedlab.engine;

import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.schedlab.mechanism.PolicyViolationException;
import org.schedlab.mechanism.PolicyViolationException.Fault;
import org.schedlab.spi.PolicyKind;

/**
 * Finds out whether a policy is to blame for what went wrong in a run: the nearest of the policies' classes on the stack is. Nothing has to be
 * noted before, so a run that goes well pays nothing. Immutable.
 */
final class Blame {

    private static final String RUN = Simulation.class.getName();
    private static final String PLUGIN = "plugin:";
    private static final String LAMBDA = "$$Lambda";

    private final RunSpec spec;
    private final NavigableSet<String> pickClasses;
    private final NavigableSet<String> placementClasses;
    private final @Nullable String pickLoader;
    private final @Nullable String placementLoader;

    Blame(RunSpec spec, Object pick, Object placement) {
        this.spec = spec;
        this.pickClasses = classes(pick);
        this.placementClasses = classes(placement);
        this.pickLoader = loader(pick);
        this.placementLoader = loader(placement);
    }

    /** The class loader of a plugin, by which its other classes are known; null on the class path. */
    private static @Nullable String loader(Object policy) {
        ClassLoader loader = policy.getClass().getClassLoader();
        String name = loader == null ? null : loader.getName();
        return name != null && name.startsWith(PLUGIN) ? name : null;
    }

    private static NavigableSet<String> classes(Object policy) {
        NavigableSet<String> names = new TreeSet<>();
        for (Class<?> c = policy.getClass(); c != null && c != Object.class; c = c.getSuperclass()) {
            names.add(c.getName());
        }
        return names;
    }

    /**
     * A policy at work.
     *
     * @param kind which
     * @param frame the nearest of its frames
     */
    private record Culprit(PolicyKind kind, StackTraceElement frame) {}

    /** The policy that is nearest to the top of the stack and called by the run, or null. */
    private @Nullable Culprit culprit(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (frame.getClassName().equals(RUN)) {
                return null;
            }
            if (isOf(placementClasses, placementLoader, frame)) {
                return new Culprit(PolicyKind.PLACEMENT, frame);
            }
            if (isOf(pickClasses, pickLoader, frame)) {
                return new Culprit(PolicyKind.PICK, frame);
            }
        }
        return null;
    }

    private static boolean isOf(NavigableSet<String> classes, @Nullable String loader, StackTraceElement frame) {
        String name = frame.getClassName();
        // The code of a lambda stands in the class around it, and the class of the lambda is named after that.
        String lambda = classes.ceiling(name + LAMBDA);
        return classes.contains(name)
                || (lambda != null && lambda.startsWith(name + LAMBDA))
                || (loader != null && loader.equals(frame.getClassLoaderName()));
    }

    /** A breach with its place; of other exceptions, those that a policy threw; null for the rest. */
    @Nullable
    PolicyViolationException of(Throwable thrown, long event, long nowNs) {
        if (thrown instanceof PolicyViolationException breach) {
            return place(breach, event, nowNs);
        }
        Culprit culprit = culprit(thrown.getStackTrace());
        return culprit == null
                ? null
                : place(
                        new PolicyViolationException(
                                Fault.POLICY_THREW,
                                culprit.kind,
                                "the policy threw (" + thrown + ") in " + culprit.frame,
                                "SCHED_DEBUG=1 prints the way there.",
                                thrown),
                        event,
                        nowNs);
    }

    /** The policy that is at work on the stack, as a breach of its time budget; null when none is. */
    @Nullable
    PolicyViolationException stuck(StackTraceElement[] stack, long event, long nowNs) {
        Culprit culprit = culprit(stack);
        if (culprit == null) {
            return null;
        }
        PolicyViolationException breach = new PolicyViolationException(
                Fault.TIME_BUDGET,
                culprit.kind,
                "the policy did not return within its time budget; it is in " + culprit.frame,
                "it loops forever, or waits for something.",
                null);
        breach.setStackTrace(stack);
        return place(breach, event, nowNs);
    }

    private PolicyViolationException place(PolicyViolationException breach, long event, long nowNs) {
        String policy = spec.profile().policies().getOrDefault(breach.kind(), "?");
        return breach.at(policy, event, nowNs, spec.seed());
    }
}
