package org.schedlab.engine;

/**
 * When a CPU that has been asked to reschedule does so (CONFIG_PREEMPT_*). All work of tasks counts as user mode, the paths of
 * {@link PathCosts} as kernel mode.
 */
public enum PreemptionModel {
    /** On return to user mode: when the path that runs has ended. */
    NONE,
    /** As {@link #NONE}; the preemption points in long kernel code make no difference to work in user mode. */
    VOLUNTARY,
    /** At once, also inside a path that is longer than one wakeup: what is left of it is done when its task runs again. */
    FULL,
    /**
     * As {@link #VOLUNTARY}, but a lazy request from another CPU sends no interrupt: it is seen when that CPU next returns to user mode, at the
     * latest at its tick.
     */
    LAZY
}
