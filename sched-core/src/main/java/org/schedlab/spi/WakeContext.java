package org.schedlab.spi;

import org.jspecify.annotations.Nullable;
import org.schedlab.topology.CpuMask;

/** The circumstances of one placement. The object is reused from call to call; a policy must not keep it. */
public interface WakeContext {

    WakeKind kind();

    /** The waker announced that it is about to sleep. */
    boolean sync();

    /** The task that runs on {@link #thisCpu()}, as a rule the one that wakes; null when an interrupt on an idle CPU does. */
    @Nullable
    TaskView waker();

    /** Whether the waker itself wakes the task, and not an interrupt that came while it ran ({@code in_task}). */
    default boolean inTask() {
        return waker() != null;
    }

    /** The CPU on which the waker, or the interrupt, runs. */
    int thisCpu();

    /** The CPU on which the task ran last. */
    int prevCpu();

    /** Simulated time in ns. */
    long nowNs();

    CpuView cpu(int cpu);

    /** CPUs that are online; callers must not change the mask. */
    CpuMask online();

    /** Idle CPUs ({@link CpuView#idle()}), kept up to date by the host; callers must not change the mask. */
    CpuMask idleCpus();

    /** CPUs with SCHED_IDLE tasks alone ({@link CpuView#schedIdle()}), kept up to date by the host; callers must not change the mask. */
    CpuMask schedIdleCpus();

    /**
     * Charges the search for {@code cpus} looked at, by the run's cost model; returns the modelled time in ns (0 when scanning is free), so
     * that a policy can keep its own average scan cost.
     */
    long scanned(int cpus);

    /** Takes the reasons for this decision, or null when nobody asked for them. */
    @Nullable
    PlacementReasons reasons();
}
