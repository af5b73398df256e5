package org.schedlab.mechanism;

import org.schedlab.spi.Op;
import org.schedlab.spi.SchedulingPolicy;

/** The kernel's class order, real time above fair: each step goes to the class of its task. */
final class ClassStack {

    private final GroupDesign design;
    private final LevelHooks hooks;

    ClassStack(GroupDesign design, LevelHooks hooks) {
        this.design = design;
        this.hooks = hooks;
    }

    /** enqueue_task. */
    void enqueue(CpuRunQueue rq, Task task, int flags) {
        int classFlags = flags;
        if (task.inLimbo) {
            task.inLimbo = task.policy.isFair() && hooks.mustLeave(task);
            if (task.inLimbo) {
                hooks.enterLimbo(task);
                return;
            }
            // It left its queue as a sleeper does.
            classFlags = Op.WAKEUP | (flags & Op.MIGRATED);
        }
        if (task.policy.isFair()) {
            hooks.utilEstEnqueue(rq, task);
            design.enqueue(task, classFlags);
        } else {
            if (task.policy == SchedulingPolicy.RR && task.rrLeftNs <= 0) {
                task.rrLeftNs = RtRunQueue.RR_SLICE_NS;
            }
            rq.rt.enqueue(task, false);
            rq.nrRunning++;
        }
    }

    /** dequeue_task; false when a fair task stays because its dequeue was put off. */
    boolean dequeue(CpuRunQueue rq, Task task, int flags) {
        if (task.inLimbo) {
            hooks.leaveLimbo(task);
            return true;
        }
        if (task.policy.isFair()) {
            hooks.utilEstDequeue(rq, task, (flags & Op.SLEEP) != 0);
            return design.dequeue(task, flags);
        }
        rq.rt.dequeue(task);
        rq.nrRunning--;
        return true;
    }

    /** update_curr_rt; returns the ns charged. */
    long chargeRt(CpuRunQueue rq, Task task) {
        long ranNs = rq.clockTask() - task.execStart;
        task.execStart = rq.clockTask();
        task.sumExec += ranNs;
        hooks.rtCharged(rq);
        return ranNs;
    }

    /** wakeup_preempt: whether a task that was queued preempts what runs on the CPU. */
    void checkPreempt(CpuRunQueue rq, Task wakee, int flags) {
        rq.lastDelayedLeft = null;
        Task current = rq.current;
        if (current == null) {
            rq.resched = true;
        } else if (current == wakee) {
            return;
        } else if (!wakee.policy.isFair()) {
            if (current.policy.isFair() || wakee.rtPriority > current.rtPriority) {
                rq.resched = true;
            }
        } else if (current.policy.isFair()) {
            design.checkPreempt(rq, current, wakee, flags);
        }
    }
}
