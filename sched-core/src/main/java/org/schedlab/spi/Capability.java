package org.schedlab.spi;

import java.util.Set;

/**
 * Things a scenario may use and a policy may or may not understand. What a policy declares, the contract kit checks; what no policy of its kind
 * can honour here it may not declare.
 */
public enum Capability {
    /** CPUs of different capacity. Placement: a task that needs more than its CPU has goes to an idle CPU that has it. */
    ASYM_CAPACITY,
    /** Group weights (cpu.weight, cpu.shares). Pick: run time is shared by weight. */
    CPU_WEIGHT,
    /** CPU bandwidth (cpu.max). The host's own: queues without runtime are not shown to policies, none can declare it. */
    BANDWIDTH,
    /** Utilisation clamps. Not modelled: no policy can declare it. */
    UCLAMP,
    /** Several memory nodes. Placement: a woken task stays on the nodes of its last CPU and its waker while they have an idle CPU. */
    NUMA,
    /** Nice levels. Pick: run time is shared by weight. */
    NICE,
    /**
     * SCHED_IDLE tasks and groups. Pick: they hardly run beside others. Placement: where no CPU is idle, one that runs only such tasks is as good,
     * for new tasks, and for woken ones if it is at hand.
     */
    SCHED_IDLE,
    /** Slices set per task. Pick: shorter slices give shorter turns. */
    CUSTOM_SLICE;

    private static final Set<Capability> PICK = Set.of(NICE, SCHED_IDLE, CUSTOM_SLICE, CPU_WEIGHT);
    private static final Set<Capability> PLACEMENT = Set.of(ASYM_CAPACITY, NUMA, SCHED_IDLE);

    /** Whether policies of this kind can honour it, and so declare it. */
    public boolean concerns(PolicyKind kind) {
        return switch (kind) {
            case PICK -> PICK.contains(this);
            case PLACEMENT -> PLACEMENT.contains(this);
            case BALANCE -> false;
        };
    }
}
