package org.schedlab.mechanism;

import org.schedlab.spi.Migration;
import org.schedlab.spi.Op;
import org.schedlab.spi.PickPolicy;

/** How a task comes to a CPU: it starts there, wakes there or is brought from another one (wake_up_new_task, ttwu_do_activate, attach_task). */
final class TaskMoves {

    private final ClassStack stack;
    private final GroupDesign design;
    private final LevelHooks hooks;
    private final PickPolicy<Object, Object> pick;
    private final boolean forkPlaces;

    TaskMoves(
            ClassStack stack,
            GroupDesign design,
            LevelHooks hooks,
            PickPolicy<Object, Object> pick,
            boolean forkPlaces) {
        this.stack = stack;
        this.design = design;
        this.hooks = hooks;
        this.pick = pick;
        this.forkPlaces = forkPlaces;
    }

    /** A new task, made on one CPU, starts on another or the same. */
    void start(Task child, CpuRunQueue from, CpuRunQueue to) {
        child.started = true;
        if (child.policy.isFair()) {
            joins(child, from);
            if (forkPlaces) {
                design.forked(child);
            }
            if (child.queue.rq() != to) {
                migrate(child, to, Migration.FORK);
                joins(child, to);
            }
            hooks.newTask(child);
        } else {
            joins(child, to);
        }
        child.cpu = to.cpu();
        stack.enqueue(to, child, Op.INITIAL);
    }

    void wake(Task task, CpuRunQueue to) {
        if (task.delayed) {
            if (to.cpu() != task.cpu) {
                throw new IllegalArgumentException(
                        task + " is still queued on cpu " + task.cpu + " and cannot wake on cpu " + to.cpu());
            }
            design.wakeDelayed(task);
            hooks.utilEstEnqueue(to, task);
            return;
        }
        int flags = Op.WAKEUP;
        if (to.cpu() != task.cpu) {
            if (task.policy.isFair()) {
                hooks.migrateAsleep(task, to.cpu());
                migrate(task, to, Migration.WAKE);
            }
            joins(task, to);
            task.cpu = to.cpu();
            flags |= Op.MIGRATED;
        }
        to.wokenUp();
        stack.enqueue(to, task, flags);
    }

    /** Queues a task that was taken off a CPU. */
    void attach(Task task, CpuRunQueue to) {
        if (task.policy.isFair() && to.cpu() != task.cpu) {
            if (task.inLimbo) {
                hooks.migrateAsleep(task, to.cpu());
            } else {
                hooks.detached(task);
            }
            migrate(task, to, task.inLimbo ? Migration.WAKE : Migration.BALANCE);
        }
        joins(task, to);
        task.cpu = to.cpu();
        stack.enqueue(to, task, Op.MIGRATED);
    }

    /** From the timeline on which the task stands to the one on which it will. */
    private void migrate(Task task, CpuRunQueue to, Migration why) {
        Object line = design.line(task.group.on(to)).state;
        pick.migrate(design.line(task.queue).state, task.state, line, why);
    }

    /** The task's queue is that of its group on the CPU where it is, whatever its class (set_task_rq). */
    private static void joins(Task task, CpuRunQueue rq) {
        if (task.queue.rq() != rq) {
            task.joins(task.group.on(rq));
        }
    }
}
