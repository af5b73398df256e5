package org.schedlab.spi;

/** Bits that say why the host calls a step of a discipline; the kernel's ENQUEUE_*, DEQUEUE_* and WF_* flags in one set. */
public final class Op {

    /** First enqueue of a new task (ENQUEUE_INITIAL). */
    public static final int INITIAL = 1;
    /** The entity wakes (ENQUEUE_WAKEUP). */
    public static final int WAKEUP = 1 << 1;
    /** The entity comes from another CPU (ENQUEUE_MIGRATED). */
    public static final int MIGRATED = 1 << 2;
    /** The entity goes to sleep (DEQUEUE_SLEEP). */
    public static final int SLEEP = 1 << 3;
    /** An entity whose dequeue was put off leaves or comes back (DEQUEUE_DELAYED, ENQUEUE_DELAYED). */
    public static final int DELAYED = 1 << 4;
    /** A dequeue that must not be put off for a reason of the caller, such as throttling (DEQUEUE_SPECIAL). */
    public static final int SPECIAL = 1 << 5;
    /** The entity comes back at once with changed properties (DEQUEUE_SAVE, ENQUEUE_RESTORE). */
    public static final int SAVE = 1 << 6;
    /** The wakee is a new task (WF_FORK). */
    public static final int FORK = 1 << 7;
    /** The waker is about to sleep (WF_SYNC). */
    public static final int SYNC = 1 << 8;
    /** This dequeue may not be put off: the entity moves to another queue. */
    public static final int NODELAY = 1 << 9;
    /** Pick without regard to slice protection. */
    public static final int NOPROTECT = 1 << 10;
    /** The wakee was moved to this CPU by placement (WF_RQ_SELECTED). */
    public static final int RQ_SELECTED = 1 << 11;

    private Op() {}
}
