package org.schedlab.mechanism;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.schedlab.spi.PolicyKind;
import org.schedlab.topology.input.Printable;

/**
 * A policy broke its contract: it gave an answer that the host cannot accept, such as a forbidden CPU or a task that is not queued, or it threw, or
 * did not return. The tool exits with status 5.
 */
public final class PolicyViolationException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final int MAX_SHOWN = 200;

    /** How a policy breaks its contract. */
    public enum Fault {
        /** It chose a CPU that is offline or not allowed. */
        FORBIDDEN_CPU,
        /** It picked something that is not queued on the CPU, or nothing though something is. */
        FOREIGN_ENTITY,
        /** It did not return. */
        TIME_BUDGET,
        /** It threw an exception. */
        POLICY_THREW,
        /** It allocates memory per decision. */
        POLICY_ALLOCATES;

        /** As it is printed, and as PluginCode has it: {@code forbidden-cpu}. */
        public String key() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private final Fault fault;
    private final PolicyKind kind;
    private final String what;
    private final String hint;

    /**
     * A breach that is not yet placed; {@link #at} does that.
     *
     * @param what what it did, with the value in (parentheses)
     * @param hint what may mend it, without its leading "Maybe"
     */
    public PolicyViolationException(Fault fault, PolicyKind kind, String what, String hint, @Nullable Throwable cause) {
        this(fault, kind, what, hint, cause, what + ".\nMaybe " + hint);
    }

    private PolicyViolationException(
            Fault fault, PolicyKind kind, String what, String hint, @Nullable Throwable cause, String message) {
        super(message, cause);
        this.fault = fault;
        this.kind = kind;
        this.what = what;
        this.hint = hint;
    }

    /** The same breach with policy, event, time and seed. */
    public PolicyViolationException at(String policy, long event, long nowNs, long seed) {
        String plugin = policy.split(":", 2)[0];
        String message = what + " (plugin " + plugin + ", " + kind.key() + " policy " + policy + ", event " + event
                + ", at " + nowNs + " ns, seed " + seed + ").\nMaybe " + hint;
        PolicyViolationException placed =
                new PolicyViolationException(fault, kind, what, hint, getCause() == null ? this : getCause(), message);
        placed.setStackTrace(getStackTrace());
        return placed;
    }

    /** What kind of breach it is. */
    public Fault fault() {
        return fault;
    }

    /** The kind of the policy. */
    public PolicyKind kind() {
        return kind;
    }

    /** What may mend it, without its leading "Maybe". */
    public String hint() {
        return hint;
    }

    /** Foreign code may have written the object. */
    private static String named(Object answer) {
        String name = Printable.brief(answer.getClass().getName(), MAX_SHOWN);
        return answer instanceof SchedEntity entity
                ? Printable.brief(entity.toString(), MAX_SHOWN)
                : "an object of " + name;
    }

    /** Somebody picked an entity that is not queued on the CPU. */
    static PolicyViolationException foreign(@Nullable Object answer, int cpu) {
        return new PolicyViolationException(
                Fault.FOREIGN_ENTITY,
                PolicyKind.PICK,
                answer == null
                        ? "the policy picked (nothing) though something is queued on cpu " + cpu
                        : "the policy picked (" + named(answer) + "), which is not queued on cpu " + cpu,
                "it forgets an entity in arrive or putPrev, or keeps one after leave.",
                null);
    }
}
