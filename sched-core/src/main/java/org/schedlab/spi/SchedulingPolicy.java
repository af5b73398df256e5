package org.schedlab.spi;

/** The scheduling policy of a task ({@code SCHED_*}), ordered as the classes rank: real-time before fair. */
public enum SchedulingPolicy {
    FIFO,
    RR,
    NORMAL,
    BATCH,
    IDLE;

    /** Whether tasks of this policy belong to the fair class. */
    public boolean isFair() {
        return compareTo(NORMAL) >= 0;
    }
}
