package org.schedlab.spi;

import org.jspecify.annotations.Nullable;
import org.schedlab.topology.CpuMask;

/**
 * Chooses the CPU on which a task wakes, starts or continues after exec (select_task_rq_fair). A task that may use a
 * single CPU is not asked about.
 */
public interface PlacementPolicy extends Policy {

    /** An allowed, online CPU; the host checks the answer. */
    int selectCpu(TaskView task, WakeContext context);

    /**
     * The CPU has just become idle (update_idle_core and the like).
     *
     * @param idleCpus CPUs that are idle, this one included; callers must not change the mask
     */
    default void cpuIdle(int cpu, CpuMask idleCpus) {}

    /**
     * The balancer has gone over the CPUs of a last level cache and found how many an idle search may visit (update_idle_cpu_scan). Without any
     * such call a policy that needs the number works it out for itself.
     *
     * @param cpu any CPU of the cache
     */
    default void idleScanBudget(int cpu, int nrIdleScan) {}

    /** The scheduling domains were rebuilt after a change of CPUs. */
    default void domainsChanged(PolicyContext context) {}

    /** What was counted so far, or null when the policy does not count. The object stays the same over a run. */
    default @Nullable PlacementCounters counters() {
        return null;
    }
}
