package org.schedlab.spi;

/** Things a scenario may use and a policy may or may not understand. */
public enum Capability {
    /** CPUs of different capacity. */
    ASYM_CAPACITY,
    /** Group weights (cpu.weight, cpu.shares). */
    CPU_WEIGHT,
    /** CPU bandwidth (cpu.max). */
    BANDWIDTH,
    /** Utilisation clamps. */
    UCLAMP,
    /** Several memory nodes. */
    NUMA,
    /** Nice levels. */
    NICE,
    /** SCHED_IDLE tasks and groups. */
    SCHED_IDLE,
    /** Slices set per task. */
    CUSTOM_SLICE
}
