package org.schedlab.engine;

import org.schedlab.mechanism.Task;
import org.schedlab.topology.CpuMask;
import org.schedlab.trace.SchedObserver;

/** Moves tasks off CPUs where they may not be any more: after a change of affinity or of their group, or when a CPU goes offline
 * (migration_cpu_stop). */
final class Affinity {

    private final SimState sim;
    private final Switching switching;
    private final Wakeups wakeups;

    Affinity(SimState sim, Switching switching, Wakeups wakeups) {
        this.sim = sim;
        this.switching = switching;
        this.wakeups = wakeups;
    }

    /**
     * Gives a task another affinity and moves it if it must (sched_setaffinity). False when the kernel refuses with EINVAL, because no CPU of it
     * that the task's group has is online; then nothing changes.
     */
    boolean set(SimTask task, CpuMask mask) {
        CpuMask allowed = allowed(task, mask);
        if (!allowed.intersects(sim.online)) {
            return false;
        }
        task.affinity = new CpuMask(mask);
        change(task, allowed);
        return true;
    }

    /** {@link #set}, with a warning at the end of the run when it is refused. */
    void setOrWarn(SimTask task, CpuMask mask) {
        if (!set(task, mask)) {
            sim.warn("setaffinity of " + task.name + " to the cpus " + mask + " was refused with EINVAL at " + sim.nowNs
                    + " ns: none of them is online");
        }
    }

    /** The CPUs of the task's group have changed, or its group: all that are left of its affinity, or all of the group (cpuset_attach_task). */
    void apply(SimTask task) {
        CpuMask allowed = allowed(task, task.affinity);
        change(task, allowed.isEmpty() && sim.groups != null ? sim.groups.cpus(task) : allowed);
    }

    private CpuMask allowed(SimTask task, CpuMask mask) {
        CpuMask allowed = new CpuMask(mask);
        if (sim.groups != null) {
            allowed.and(sim.groups.cpus(task));
        }
        return allowed;
    }

    private void change(SimTask task, CpuMask allowed) {
        if (allowed.equals(task.task.allowed())) {
            return;
        }
        sim.setAllowed(task, allowed);
        if (!allowed.contains(task.task.cpu())) {
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
            sim.mechanism.wake(t, from.cpu);
            sim.mechanism.detach(t);
            sim.queuesChanged(from);
            return;
        }
        sim.mechanism.detach(t);
        sim.queuesChanged(from);
        SimCpu to = sim.cpu(wakeups.fallback(task));
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
