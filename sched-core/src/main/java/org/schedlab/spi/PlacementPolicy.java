package org.schedlab.spi;

/** Chooses the CPU on which a task wakes, starts or continues after exec (select_task_rq_fair). */
public interface PlacementPolicy extends Policy {

    /** An allowed, online CPU; the host checks the answer. */
    int selectCpu(TaskView task, WakeContext context);

    /** The CPU has just become idle (update_idle_core and the like). */
    default void cpuIdle(int cpu) {}

    /** The scheduling domains were rebuilt after a change of CPUs. */
    default void domainsChanged(PolicyContext context) {}
}
