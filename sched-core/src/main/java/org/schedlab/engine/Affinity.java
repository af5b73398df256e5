package org.schedlab.engine;

import org.schedlab.mechanism.Task;
import org.schedlab.topology.CpuMask;
import org.schedlab.trace.SchedObserver;

/** Moves tasks off CPUs where they may not be any more: after a change of affinity, or when a CPU goes offline (migration_cpu_stop). */
final class Affinity {

    private final SimState sim;
    private final Switching switching;
    private final Wakeups wakeups;

    Affinity(SimState sim, Switching switching, Wakeups wakeups) {
        this.sim = sim;
        this.switching = switching;
        this.wakeups = wakeups;
    }

    /** Gives a task another affinity and moves it if it must (sched_setaffinity). */
    void set(SimTask task, CpuMask mask) {
        sim.mechanism.setAllowed(task.task, mask);
        int cpu = task.task.cpu();
        if (!mask.contains(cpu)) {
            moveAway(task);
        }
    }

    /** Moves a queued or running task to a CPU where it may be; a sleeping one stays until it wakes. */
    void moveAway(SimTask task) {
        Task t = task.task;
        if (!t.onRq() && !t.runnable()) {
            return;
        }
        SimCpu from = sim.cpu(t.cpu());
        sim.clock(from);
        boolean ran = from.running == task;
        if (ran) {
            // The task must be put before it can be taken off its queue.
            switching.commit(from, null, SchedObserver.PREEMPTED);
        }
        if (t.delayed()) {
            // A sleeper whose dequeue was put off simply leaves.
            sim.mechanism.wake(t, from.cpu, 0);
            sim.mechanism.detach(t);
            sim.queuesChanged(from);
            return;
        }
        sim.mechanism.detach(t);
        sim.queuesChanged(from);
        SimCpu to = sim.cpu(wakeups.fallback(t));
        sim.clock(to);
        sim.observer.migrate(sim.nowNs, task.index, from.cpu, to.cpu);
        sim.mechanism.attach(t, to.cpu);
        sim.queuesChanged(to);
        sim.mechanism.checkPreempt(to.cpu, t, 0);
        wakeups.arrived(to, from);
        if (ran) {
            sim.clock(from);
            switching.schedule(from, SchedObserver.PREEMPTED);
        }
    }
}
