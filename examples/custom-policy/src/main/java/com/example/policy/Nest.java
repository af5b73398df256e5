package com.example.policy;

import jakarta.inject.Inject;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.TaskView;
import org.schedlab.spi.WakeContext;
import org.schedlab.topology.CpuMask;

/**
 * Keeps tasks on few cores that are warm, after "OS Scheduling with Nest: Keeping Tasks Close Together on Warm Cores" (Lawall et al., EuroSys
 * 2022). First an idle core of the nest, then one of the reserve, which joins the nest, then any idle core, which joins the reserve; when nothing is
 * idle, the task stays. A core that has been idle for too long leaves the nest. Simpler than the paper: no impatient tasks, and idle cores do not spin.
 */
public final class Nest implements PlacementPolicy {

    private final WarmCores cores;

    @Inject
    public Nest(WarmCores cores) {
        this.cores = cores;
    }

    @Override
    public int selectCpu(TaskView task, WakeContext context) {
        CpuMask allowed = task.allowed();
        int prev = context.prevCpu();
        int cpu = cores.warm(allowed, prev, context);
        if (cpu == CpuMask.NO_CPU) {
            cpu = cores.reserved(allowed, context);
        }
        if (cpu == CpuMask.NO_CPU) {
            cpu = cores.cold(allowed, context);
        }
        if (cpu != CpuMask.NO_CPU) {
            return cpu;
        }
        boolean stays = allowed.contains(prev) && context.online().contains(prev);
        return stays ? prev : allowed.nextAnd(context.online(), 0);
    }
}
