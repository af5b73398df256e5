package org.schedlab.engine;

import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.schedlab.mechanism.PolicyViolationException;
import org.schedlab.mechanism.PolicyViolationException.Fault;
import org.schedlab.spi.PolicyKind;
import org.schedlab.topology.input.Printable;

/**
 * Finds out whether a policy is to blame for what went wrong in a run: the nearest of the policies' classes on the stack is. Nothing has to be
 * noted before, so a run that goes well pays nothing. Immutable.
 */
final class Blame {

    private static final String RUN = Simulation.class.getName();
    private static final String PLUGIN = "plugin:";
    private static final String UNKNOWN = "a place that it hides";
    private static final int MAX_SHOWN = 400;
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

    /** The class loader of an object of a plugin, by which the plugin's other classes are known; null on the class path. */
    private static @Nullable String loader(Object object) {
        ClassLoader loader = object.getClass().getClassLoader();
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
     * @param call what the host asked it
     * @param frame the nearest of its frames, for people
     */
    private record Culprit(PolicyKind kind, String call, String frame) {}

    /** The policy that is nearest to the top of the stack and called by the run, or null. */
    private @Nullable Culprit culprit(StackTraceElement[] stack) {
        for (int i = 0; i < stack.length && !stack[i].getClassName().equals(RUN); i++) {
            boolean placement = isOf(placementClasses, placementLoader, stack[i]);
            boolean pick = isOf(pickClasses, pickLoader, stack[i]);
            if (placement && (!pick || !calledByPick(stack, i))) {
                return new Culprit(
                        PolicyKind.PLACEMENT, call(stack, i, placementClasses, placementLoader), stack[i].toString());
            }
            if (pick) {
                return new Culprit(PolicyKind.PICK, call(stack, i, pickClasses, pickLoader), stack[i].toString());
            }
        }
        return null;
    }

    /** Whose helper it is that both policies could have called, being of one plugin. */
    private boolean calledByPick(StackTraceElement[] stack, int from) {
        for (int i = from; i < stack.length && !stack[i].getClassName().equals(RUN); i++) {
            if (isOf(placementClasses, null, stack[i])) {
                return false;
            }
            if (isOf(pickClasses, null, stack[i])) {
                return true;
            }
        }
        return false;
    }

    /** The method that the host called: that of the policy's outermost frame below the host's. */
    private static String call(
            StackTraceElement[] stack, int from, NavigableSet<String> classes, @Nullable String loader) {
        int outermost = from;
        for (int i = from; i < stack.length && !stack[i].getClassName().equals(RUN); i++) {
            if (isOf(classes, loader, stack[i])) {
                outermost = i;
            }
        }
        String method = stack[outermost].getMethodName();
        // Only a placement can be a lambda: it has one method to implement.
        return method.startsWith("lambda$") ? "selectCpu" : method;
    }

    /**
     * Who threw an exception that does not say where: its class tells, if a plugin brings it. The JVM leaves out the frames of its own exceptions
     * in hot code, the host's too, so without that nobody is blamed.
     */
    private @Nullable Culprit thrower(Throwable thrown) {
        String of = loader(thrown);
        if (placementLoader != null && placementLoader.equals(of)) {
            return new Culprit(PolicyKind.PLACEMENT, UNKNOWN, UNKNOWN);
        }
        if (pickLoader != null && pickLoader.equals(of)) {
            return new Culprit(PolicyKind.PICK, UNKNOWN, UNKNOWN);
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
        Culprit seen = culprit(thrown.getStackTrace());
        Culprit culprit = seen == null ? thrower(thrown) : seen;
        if (culprit == null) {
            return null;
        }
        String hint = thrown instanceof OutOfMemoryError
                ? "it keeps more than fits; JAVA_TOOL_OPTIONS=-Xmx8g gives more memory."
                : "SCHED_DEBUG=1 prints the way there.";
        String what = "the policy threw (" + Printable.thrown(thrown, MAX_SHOWN) + ") from " + culprit.call + " in "
                + Printable.escaped(culprit.frame);
        return place(new PolicyViolationException(Fault.POLICY_THREW, culprit.kind, what, hint, thrown), event, nowNs);
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
                "the policy did not return from " + culprit.call + " within its time budget; it is in "
                        + Printable.escaped(culprit.frame),
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
