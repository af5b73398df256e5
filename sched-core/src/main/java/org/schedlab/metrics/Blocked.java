package org.schedlab.metrics;

/**
 * A thread that the end of the run found unable to go on, or that never ran. Immutable.
 *
 * @param task thread name
 * @param state what it does: {@code never ran}, {@code runnable}, {@code waits}
 * @param on what it waits for, in words of the workload: {@code mutex m0 held by web-3}, {@code suspend display}; empty when runnable
 * @param sinceNs since when
 */
public record Blocked(String task, State state, String on, long sinceNs) {

    /** Kinds of finding. */
    public enum State {
        /** It was made, is runnable, and has never run. */
        NEVER_RAN,
        /** It waits for another task and nothing that is left of the run could wake it, or it has waited to the end. */
        WAITS,
        /** It waits runnable for a CPU since a long time. */
        STARVED
    }
}
