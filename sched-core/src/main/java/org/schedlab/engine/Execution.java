package org.schedlab.engine;

import org.jspecify.annotations.Nullable;
import org.schedlab.topology.CpuMask;

/**
 * Progress of running tasks: how much of a step is left, how fast the CPU is, when the step ends, and the time that the kernel's own paths
 * take from it.
 */
final class Execution {

    private static final int PERMILLE = 1000;

    private final SimState sim;
    private final int smtPermille;

    Execution(SimState sim) {
        this.sim = sim;
        this.smtPermille = sim.spec.timing().smtPermille();
    }

    /** Counts the running task's progress up to now. */
    void settle(SimCpu c) {
        long now = sim.nowNs;
        SimTask task = c.running;
        if (task != null && c.switching != SimCpu.Switching.BEGUN) {
            long done = now - Math.max(c.progressAtNs, c.kernelUntilNs);
            if (done > 0 && task.remaining > 0) {
                task.remaining = Math.max(0, task.remaining - done * c.speed);
            }
        }
        c.progressAtNs = now;
    }

    /** Lets a path of the kernel take time on the CPU from now on, or after those that are under way. */
    void spend(SimCpu c, long ns) {
        if (ns > 0) {
            settle(c);
            c.kernelUntilNs = Math.max(sim.nowNs, c.kernelUntilNs) + ns;
        }
    }

    /** When the CPU is back in user mode. */
    long userAtNs(SimCpu c) {
        return Math.max(sim.nowNs, c.kernelUntilNs);
    }

    /** Arms the end of the running task's step; progress must be settled. */
    void armSegment(SimCpu c) {
        SimTask task = c.running;
        int slot = c.slot(SimCpu.SEGMENT_END);
        if (task == null || c.switching == SimCpu.Switching.BEGUN) {
            sim.queue.cancel(slot);
            return;
        }
        long from = userAtNs(c);
        long end = task.runUntilNs == SimTask.BY_WORK
                ? from + (task.remaining + c.speed - 1) / c.speed
                : Math.max(from, task.runUntilNs);
        if (sim.queue.timeOf(slot) != end) {
            sim.queue.arm(slot, end);
        }
    }

    /** The CPU became busy or idle: its siblings slow down or speed up. */
    void busyChanged(SimCpu c) {
        if (smtPermille == PERMILLE) {
            return;
        }
        CpuMask core = sim.topology.siblings(c.cpu);
        for (int cpu = core.next(0); cpu != CpuMask.NO_CPU; cpu = core.next(cpu + 1)) {
            SimCpu sibling = sim.cpu(cpu);
            long speed = sibling.rq.capacityOrig();
            if (anotherBusy(core, cpu)) {
                speed = Math.max(1, speed * smtPermille / PERMILLE);
            }
            if (speed != sibling.speed) {
                settle(sibling);
                sibling.speed = speed;
                armSegment(sibling);
            }
        }
    }

    private boolean anotherBusy(CpuMask core, int self) {
        for (int cpu = core.next(0); cpu != CpuMask.NO_CPU; cpu = core.next(cpu + 1)) {
            @Nullable SimTask other = cpu == self ? null : sim.cpu(cpu).running;
            if (other != null) {
                return true;
            }
        }
        return false;
    }
}
