package org.schedlab.engine;

/**
 * The places where load balancing acts. The clock of the CPU is up to date at each. Without balancing tasks change their CPU only at wakeup and
 * fork.
 */
interface Balancing {

    /** The CPU would go idle; true when tasks were pulled, then the CPU picks again (newidle balance). */
    boolean newIdle(int cpu, long nowNs);

    /** The tick of a busy CPU, after the scheduler has handled it (trigger_load_balance). */
    void tick(int cpu, long nowNs);
}
