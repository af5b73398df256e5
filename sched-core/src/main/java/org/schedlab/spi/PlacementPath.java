package org.schedlab.spi;

/** The step that gave the CPU of a placement. */
public enum PlacementPath {
    /** The energy model or a flag forced it. */
    FORCED,
    /** The CPU that the search started from was idle. */
    TARGET,
    /** The CPU that the task ran on last. */
    PREV,
    /** The waker is a kernel thread bound to that CPU. */
    KTHREAD,
    /** The CPU that it ran on before that ({@code recent_used_cpu}). */
    RECENT,
    /** A CPU of sufficient capacity. */
    ASYM,
    /** A core with all threads idle. */
    CORE,
    /** An idle CPU of the last level cache. */
    CPU,
    /** An idle thread of a busy core. */
    SMT,
    /** Nothing idle was found: where the search started from. */
    BUSY,
    /** The way over the domains (find_idlest_cpu). */
    SLOW,
    /** The answer was offline or not allowed, as after a change of either (select_fallback_rq). */
    FALLBACK,
    /** No domain to search: fork and exec stay. */
    STAY
}
