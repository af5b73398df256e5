package org.schedlab.spi;

/**
 * A placement policy whose parts can be run one by one and whose memory can be read and set, so that recorded states can be replayed and results
 * in between compared. Names are the kernel's.
 */
public interface SteppedPlacement extends PlacementPolicy {

    /** {@link #step} answers this for a step that it does not have. */
    int NO_STEP = Integer.MIN_VALUE;

    /**
     * Runs one part alone.
     *
     * @param name the kernel's function: {@code wake_wide} (0 or 1), {@code wake_affine}, {@code select_idle_sibling}, {@code find_idlest_cpu} and parts of them
     * @param cpu where the part starts from: the target of a search; otherwise the waker's CPU
     * @return a CPU, -1 for none, or {@link #NO_STEP}
     */
    int step(String name, TaskView task, WakeContext context, int cpu);

    /** Hands out what is remembered of a task: {@code wakee_flips}, {@code recent_used_cpu} and so on. */
    void saveTask(TaskView task, StateWriter writer);

    void loadTask(TaskView task, StateReader reader);

    /** Hands out what is remembered of a CPU and its last level cache: {@code has_idle_cores}, {@code nr_idle_scan}, {@code avg_scan_cost}. */
    void saveCpu(int cpu, StateWriter writer);

    void loadCpu(int cpu, StateReader reader);
}
