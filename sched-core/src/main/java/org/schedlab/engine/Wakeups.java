package org.schedlab.engine;

import org.schedlab.mechanism.Task;
import org.schedlab.spi.Op;
import org.schedlab.spi.WakeKind;
import org.schedlab.topology.CpuMask;

/**
 * Wakeups and forks: choose a CPU, queue the task there, ask for a reschedule (try_to_wake_up, wake_up_new_task).
 *
 * <p>A wakeup happens on a CPU, which pays for it: that of the waking task, or for a timer the CPU on which the sleeper ran last, since its
 * timer was armed there. The waker of a timer's interrupt is the task that runs on that CPU, none when it is idle.
 */
final class Wakeups {

    private final SimState sim;
    private final Execution execution;
    private final Ticks ticks;
    private final Switching switching;
    private final PlacementContext context;
    private final long wakeupNs;

    /** What the search of the last selection cost. */
    private long scanNs;

    Wakeups(SimState sim, Execution execution, Ticks ticks, Switching switching) {
        this.sim = sim;
        this.execution = execution;
        this.ticks = ticks;
        this.switching = switching;
        this.context = new PlacementContext(sim);
        this.wakeupNs = sim.spec.costs().wakeupNs();
    }

    /** Wakes a sleeping thread from CPU {@code from}; the caller returns to user mode there. */
    void wake(SimTask task, SimCpu from, boolean inTask, boolean sync) {
        task.enter(SimTask.State.RUNNABLE, sim.nowNs);
        int prev = task.task.cpu();
        sim.observer.waking(sim.nowNs, from.cpu, SimState.indexOf(from.running), task.index, prev);
        sim.clock(from);
        int flags = sync ? Op.SYNC : 0;
        int target = prev;
        long pathNs = wakeupNs;
        if (!task.task.delayed()) {
            target = select(task, from, WakeKind.WAKE, inTask, sync);
            pathNs += scanNs;
            flags |= Op.RQ_SELECTED;
        }
        SimCpu to = sim.cpu(target);
        sim.clock(to);
        if (target != prev) {
            sim.observer.migrate(sim.nowNs, task.index, prev, target);
        }
        sim.mechanism.wake(task.task, target);
        execution.spend(from, pathNs);
        queued(task, from, to, flags);
    }

    /** Starts a new thread, from CPU {@code from} whose running task is the parent if {@code byParent}. */
    void fork(SimTask child, SimCpu from, boolean byParent, int lastCpu) {
        sim.clock(from);
        Task parent = byParent && from.running != null ? from.running.task : null;
        int target = lastCpu != CpuMask.NO_CPU ? lastCpu : select(child, from, WakeKind.FORK, byParent, false);
        SimCpu to = sim.cpu(target);
        sim.clock(to);
        sim.observer.fork(sim.nowNs, from.cpu, byParent ? SimState.indexOf(from.running) : -1, child.index);
        sim.mechanism.fork(child.task, parent, target);
        if (byParent) {
            execution.spend(from, wakeupNs + scanNs);
        }
        queued(child, from, to, Op.FORK);
    }

    private void queued(SimTask task, SimCpu from, SimCpu to, int flags) {
        sim.queuesChanged(to);
        sim.observer.wakeup(sim.nowNs, task.index, to.cpu);
        sim.mechanism.checkPreempt(to.cpu, task.task, flags);
        arrived(to, from);
    }

    /** Something was queued on a CPU by another, or by itself. */
    void arrived(SimCpu to, SimCpu from) {
        ticks.armSliceEnd(to);
        if (to != from) {
            switching.remoteRequest(to, execution.userAtNs(from));
        }
    }

    /** Where a task shall run: its only CPU, or what its class says; always online and allowed. */
    private int select(SimTask thread, SimCpu from, WakeKind kind, boolean inTask, boolean sync) {
        scanNs = 0;
        CpuMask usable = thread.usable;
        if (usable.isEmpty()) {
            return fallback(thread);
        }
        if (thread.onlyCpu != CpuMask.NO_CPU) {
            return thread.onlyCpu;
        }
        Task task = thread.task;
        if (!task.policy().isFair()) {
            int prev = task.cpu();
            return usable.contains(prev) ? prev : usable.first();
        }
        int cpu = sim.placement.selectCpu(task, context.with(task, kind, inTask, sync, from));
        PlacementGuard.check(cpu, usable, task);
        scanNs = context.scanNs();
        context.placed(cpu);
        return cpu;
    }

    /** No CPU of the affinity is online: the kernel lets the task go anywhere in its group, at last anywhere (select_fallback_rq). */
    int fallback(SimTask thread) {
        if (sim.groups != null && thread.usable.isEmpty()) {
            sim.setAllowed(thread, sim.groups.cpus(thread));
        }
        if (thread.usable.isEmpty()) {
            sim.setAllowed(thread, sim.topology.possible());
        }
        return thread.usable.first();
    }
}
