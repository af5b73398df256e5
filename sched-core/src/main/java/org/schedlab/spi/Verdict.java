package org.schedlab.spi;

/** Bits that a discipline answers; the host acts on them. */
public final class Verdict {

    /** The current should give up the CPU (resched_curr). */
    public static final int RESCHED = 1;
    /** With {@link #RESCHED}: lazily, at the next tick or return to user mode (resched_curr_lazy). */
    public static final int LAZY = 1 << 1;
    /** Clear the buddy marks of the current on all levels (clear_buddies). */
    public static final int CLEAR = 1 << 2;
    /** Wakeup preemption: no rule has decided, go on with the comparison on the common level. */
    public static final int GO = 1 << 3;
    /** Wakeup preemption: the wakee takes the CPU. */
    public static final int PREEMPT = 1 << 4;
    /** Mark the wakee as next buddy on all its levels (set_next_buddy). */
    public static final int MARK_NEXT = 1 << 5;
    /** Mark the current as last buddy on all its levels (set_last_buddy). */
    public static final int MARK_LAST = 1 << 6;
    /** Mark the current to be skipped on all its levels (set_skip_buddy). */
    public static final int MARK_SKIP = 1 << 7;

    private Verdict() {}
}
