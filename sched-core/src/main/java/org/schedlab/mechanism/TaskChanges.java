package org.schedlab.mechanism;

import org.schedlab.spi.Migration;
import org.schedlab.spi.Op;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.SchedulingPolicy;

/**
 * Changes of a task for which it leaves its queue, is changed and comes back: policy and nice level, slice, group. A running task is put before
 * and set again after (__sched_setscheduler, sched_move_task).
 */
final class TaskChanges {

    private final ClassStack stack;
    private final GroupDesign design;
    private final LevelHooks hooks;
    private final PickPolicy<Object, Object> pick;

    /** How the task that is being changed stood. */
    private boolean queued;

    private boolean running;

    TaskChanges(ClassStack stack, GroupDesign design, LevelHooks hooks, PickPolicy<Object, Object> pick) {
        this.stack = stack;
        this.design = design;
        this.hooks = hooks;
        this.pick = pick;
    }

    private void leave(CpuRunQueue rq, Task task) {
        queued = task.onRq || task.onRtRq || task.inLimbo;
        running = rq.current == task;
        if (queued) {
            if (running && !task.policy.isFair()) {
                stack.chargeRt(rq, task);
            }
            stack.dequeue(rq, task, Op.SAVE | Op.NODELAY);
        }
        if (running && task.policy.isFair()) {
            design.switchTo(rq, task, null);
        }
    }

    private void comeBack(CpuRunQueue rq, Task task) {
        if (queued) {
            stack.enqueue(rq, task, Op.SAVE);
        }
        if (running) {
            rq.current = null;
            design.switchTo(rq, null, task.policy.isFair() ? task : null);
            rq.current = task;
            task.execStart = rq.clockTask();
        }
    }

    void setPolicy(CpuRunQueue rq, Task task, SchedulingPolicy policy, int nice, int rtPriority) {
        if (task.delayed && !policy.isFair()) {
            // Only the fair class knows sleepers that are still queued.
            design.dequeue(task, Op.SLEEP | Op.DELAYED);
        }
        leave(rq, task);
        boolean wasFair = task.policy.isFair();
        if (wasFair && !policy.isFair()) {
            changesClass(task);
            hooks.leavesFair(task);
        }
        task.policy = policy;
        task.nice = nice;
        task.rtPriority = rtPriority;
        task.idle = policy == SchedulingPolicy.IDLE;
        if (policy.isFair()) {
            if (!wasFair) {
                if (task.started) {
                    hooks.entersFair(task);
                }
                changesClass(task);
            }
            design.reweight(task, Task.weightOf(policy, nice), true);
        }
        comeBack(rq, task);
        if (running) {
            rq.resched = true;
        } else if (queued && !task.delayed) {
            stack.checkPreempt(rq, task, 0);
        }
    }

    /** A task that sleeps stands on its queue's virtual time only while it is a fair one; one that is queued leaves and joins anyway. */
    private void changesClass(Task task) {
        if (!queued || task.inLimbo) {
            Object line = design.line(task.queue).state;
            pick.migrate(line, task.state, line, Migration.CLASS);
        }
    }

    void setSlice(CpuRunQueue rq, Task task, long ns) {
        leave(rq, task);
        pick.setSlice(design.line(task.queue).state, task.state, ns, ns == 0 ? 0 : 1);
        comeBack(rq, task);
    }

    void moveToGroup(CpuRunQueue rq, Task task, GroupQueues group) {
        leave(rq, task);
        CfsRunQueue queue = group.on(rq);
        if (task.policy.isFair()) {
            hooks.leavesFair(task);
            pick.migrate(design.line(task.queue).state, task.state, design.line(queue).state, Migration.GROUP);
        }
        hooks.changedGroup(task, task.group, group);
        task.group = group;
        task.joins(queue);
        if (task.policy.isFair() && task.started) {
            hooks.entersFair(task);
        }
        comeBack(rq, task);
        if (running) {
            rq.resched = true;
        }
    }
}
