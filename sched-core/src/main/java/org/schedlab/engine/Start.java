package org.schedlab.engine;

import java.util.List;

/**
 * How the threads of the workload come to life. Immutable.
 *
 * @param kind how
 * @param lastCpus by thread in order of creation, the CPU where it counts as having run last; threads beyond the list, and forked ones, are
 *     placed by the placement policy
 */
public record Start(Kind kind, List<Integer> lastCpus) {

    /** Ways to start. */
    public enum Kind {
        /** They are forked at the start, one after another in order, without a parent (wake_up_new_task). */
        FORKED,
        /**
         * They all sleep, and one after another in order is woken by a real-time task on CPU 0 that pays for each wakeup, as the recordings of
         * real kernels begin.
         */
        RELEASED
    }

    /** Forked, placed by the policy. */
    public static final Start FORKED = new Start(Kind.FORKED, List.of());

    /** Released, with last CPUs by the placement policy. */
    public static final Start RELEASED = new Start(Kind.RELEASED, List.of());

    public Start {
        lastCpus = List.copyOf(lastCpus);
    }
}
