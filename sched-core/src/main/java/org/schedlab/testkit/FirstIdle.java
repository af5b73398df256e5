package org.schedlab.testkit;

import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.TaskView;
import org.schedlab.spi.WakeContext;
import org.schedlab.topology.CpuMask;

/** The plainest placement policy that a run can have: the previous CPU if it is idle, else the first idle one, else the previous one. */
public final class FirstIdle implements PlacementPolicy {

    @Override
    public int selectCpu(TaskView task, WakeContext context) {
        int prev = context.prevCpu();
        CpuMask allowed = task.allowed();
        if (allowed.contains(prev) && context.idleCpus().contains(prev)) {
            return prev;
        }
        int idle = allowed.nextAnd(context.idleCpus(), 0);
        if (idle != CpuMask.NO_CPU) {
            return idle;
        }
        boolean stays = allowed.contains(prev) && context.online().contains(prev);
        return stays ? prev : allowed.nextAnd(context.online(), 0);
    }
}
