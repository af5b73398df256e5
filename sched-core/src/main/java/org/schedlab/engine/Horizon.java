package org.schedlab.engine;

/**
 * When a run ends: at the first of a time, a number of events, and the end of all tasks. Immutable.
 *
 * @param timeNs simulated time, or {@link #NONE}
 * @param events events dispatched, or {@link #NONE}
 */
public record Horizon(long timeNs, long events) {

    /** No limit. */
    public static final long NONE = Long.MAX_VALUE;

    public Horizon {
        if (timeNs < 0 || events < 0) {
            throw new IllegalArgumentException(
                    "a horizon (" + timeNs + " ns, " + events + " events) must not be negative");
        }
    }

    /** Ends after a time. */
    public static Horizon time(long ns) {
        return new Horizon(ns, NONE);
    }

    /** Ends when all tasks have ended. */
    public static Horizon completion() {
        return new Horizon(NONE, NONE);
    }

    /** Ends after a number of events. */
    public static Horizon events(long events) {
        return new Horizon(NONE, events);
    }
}
