package org.schedlab.spi;

import org.schedlab.topology.CpuMask;

/** A task, as a policy may read it (task_struct). All getters are O(1) and allocate nothing. */
public interface TaskView extends EntityView {

    String name();

    /** CPUs it may run on: its affinity within its cpuset. Callers must not change the mask. */
    CpuMask allowed();

    /** The CPU it runs on or ran on last. */
    int cpu();

    /** -20 to 19. */
    int nice();

    /** load_avg; weight scale 1024 for nice 0. */
    long loadAvg();

    /** util_avg, 0 to 1024. */
    long utilAvg();

    /** util_est, 0 to 1024. */
    long utilEst();

    /** runnable_avg, 0 to 1024 for one task. */
    long runnableAvg();

    /** A kernel thread that is bound to one CPU. */
    default boolean perCpuKthread() {
        return false;
    }

    /** On its way out (PF_EXITING). */
    default boolean exiting() {
        return false;
    }

    /** task_h_load: load_avg scaled by the share of its groups. */
    long hLoad();
}
