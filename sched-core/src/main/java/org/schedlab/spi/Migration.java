package org.schedlab.spi;

/** Why an entity changes its queue. */
public enum Migration {
    /** A sleeping task wakes on another CPU. */
    WAKE,
    /** The balancer or a change of affinity moves a queued task. */
    BALANCE,
    /** The task changes its group. */
    GROUP,
    /** A sleeping task enters or leaves the fair class; both queues are the same. */
    CLASS,
    /** A new task starts on another CPU than its parent's. */
    FORK
}
