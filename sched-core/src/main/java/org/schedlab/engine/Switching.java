package org.schedlab.engine;

import org.jspecify.annotations.Nullable;
import org.schedlab.mechanism.Task;
import org.schedlab.trace.SchedObserver;
import org.schedlab.workload.Interpreter;

/** Requests to reschedule, and the switch itself (schedule). */
final class Switching {

    /** Units of work of one ns at full capacity. */
    static final long FULL_SPEED = 1024;

    private final SimState sim;
    private final Execution execution;
    private final Ticks ticks;
    private final Interpreter interpreter;
    private final PathCosts costs;
    private final boolean full;

    Switching(SimState sim, Execution execution, Ticks ticks, Interpreter interpreter) {
        this.sim = sim;
        this.execution = execution;
        this.ticks = ticks;
        this.interpreter = interpreter;
        this.costs = sim.spec.costs();
        this.full = sim.spec.timing().preemption() == PreemptionModel.FULL;
    }

    /**
     * The CPU returns to user mode after an interrupt or a system call, or leaves its idle loop: it follows a request to reschedule, lazy or
     * not; else the running task goes on.
     */
    void returnToUser(SimCpu c) {
        if (c.switching == SimCpu.Switching.NO && leavesThrottled(c)) {
            schedule(c, SchedObserver.PREEMPTED);
            return;
        }
        if (c.needsResched()) {
            begin(c);
        } else {
            execution.settle(c);
            execution.armSegment(c);
        }
    }

    /** Begins the switch of a CPU: from the end of the path that runs there, it takes the time of a context switch. */
    private void begin(SimCpu c) {
        if (c.switching == SimCpu.Switching.BEGUN) {
            return;
        }
        sim.observer.resched(sim.nowNs, c.cpu, !c.rq.resched());
        execution.settle(c);
        c.switching = SimCpu.Switching.BEGUN;
        sim.queue.cancel(c.slot(SimCpu.SEGMENT_END));
        if (full) {
            leavePath(c);
        }
        long exitIdle = c.running == null ? costs.idleExitNs() : 0;
        sim.queue.arm(c.slot(SimCpu.RESCHED), execution.userAtNs(c) + exitIdle + costs.contextSwitchNs());
    }

    /** Full preemption: a path of the kernel is left after one wakeup, the rest of it is owed; interrupts are not left. */
    private void leavePath(SimCpu c) {
        SimTask task = c.running;
        long left = Math.max(c.irqUntilNs, sim.nowNs + costs.wakeupNs());
        if (task != null && c.kernelUntilNs > left) {
            task.owedNs += c.kernelUntilNs - left;
            c.kernelUntilNs = left;
        }
    }

    /**
     * Another CPU has queued something here and may have asked for a reschedule: the request travels as an interrupt. A lazy request sends none.
     *
     * @param atNs when the other CPU sends it
     */
    void remoteRequest(SimCpu c, long atNs) {
        if (!c.rq.resched() || c.switching != SimCpu.Switching.NO) {
            return;
        }
        c.switching = SimCpu.Switching.ASKED;
        sim.queue.arm(c.slot(SimCpu.RESCHED), atNs + costs.ipiNs());
    }

    /** The RESCHED slot of a CPU has fired: the interrupt has come, or the switch is done. */
    void resched(SimCpu c) {
        sim.queue.cancel(c.slot(SimCpu.RESCHED));
        boolean begun = c.switching == SimCpu.Switching.BEGUN;
        if (!begun && (costs.contextSwitchNs() > 0 || execution.userAtNs(c) > sim.nowNs || c.running == null)) {
            c.switching = SimCpu.Switching.NO;
            returnToUser(c);
            return;
        }
        execution.settle(c);
        sim.clock(c);
        schedule(c, SchedObserver.PREEMPTED);
    }

    /** An interrupt has come over a switch or a request: it goes on afterwards. */
    void postpone(SimCpu c) {
        int slot = c.slot(SimCpu.RESCHED);
        sim.queue.arm(slot, Math.max(sim.queue.timeOf(slot), execution.userAtNs(c)));
    }

    /** The running task goes to sleep; the next one pays for the switch. */
    void block(SimCpu c, int why) {
        sim.clock(c);
        if (why == SchedObserver.EXITS) {
            sim.mechanism.exit(c.cpu);
        } else {
            sim.mechanism.block(c.cpu);
        }
        execution.spend(c, costs.contextSwitchNs());
        schedule(c, why);
    }

    /** The running task yields. */
    void yieldTask(SimCpu c) {
        sim.clock(c);
        sim.mechanism.yieldTask(c.cpu);
        execution.spend(c, costs.contextSwitchNs());
        schedule(c, SchedObserver.PREEMPTED);
    }

    /** Whether the running task left its queue because its group is throttled; the next one pays for the switch (6.18 and later). */
    private boolean leavesThrottled(SimCpu c) {
        if (sim.groups == null || c.running == null) {
            return false;
        }
        sim.clock(c);
        if (!sim.mechanism.returnToUser(c.cpu)) {
            return false;
        }
        execution.settle(c);
        execution.spend(c, costs.contextSwitchNs());
        return true;
    }

    /** Picks and switches now, again when who comes must leave at once; the clock is up to date, progress is settled. */
    void schedule(SimCpu c, int why) {
        switchOnce(c, why);
        while (leavesThrottled(c)) {
            switchOnce(c, SchedObserver.PREEMPTED);
        }
    }

    private void switchOnce(SimCpu c, int why) {
        Task next = c.online ? sim.mechanism.pickNext(c.cpu) : null;
        if (next == null && c.online && sim.balancing.newIdle(c.cpu, sim.nowNs)) {
            next = sim.mechanism.pickNext(c.cpu);
        }
        commit(c, next, why);
    }

    /** Makes {@code next} run, or nothing. */
    void commit(SimCpu c, @Nullable Task next, int why) {
        sim.mechanism.switchTo(c.cpu, next);
        c.switching = SimCpu.Switching.NO;
        sim.queue.cancel(c.slot(SimCpu.RESCHED));
        sim.queuesChanged(c);
        SimTask from = c.running;
        SimTask to = next == null ? null : sim.of(next);
        if (from != to) {
            sim.observer.switched(
                    sim.nowNs,
                    c.cpu,
                    SimState.indexOf(from),
                    from == null ? SchedObserver.WAS_IDLE : why,
                    SimState.indexOf(to));
            sim.observer.util(sim.nowNs, c.cpu, c.rq.utilAvg());
            c.running = to;
            came(c, from, to);
        }
        c.progressAtNs = sim.nowNs;
        execution.armSegment(c);
    }

    private void came(SimCpu c, @Nullable SimTask from, @Nullable SimTask to) {
        if (to == null) {
            ticks.stop(c);
            sim.placement.cpuIdle(c.cpu, sim.idleCpus);
        } else {
            to.everRan = true;
            execution.spend(c, to.owedNs);
            to.owedNs = 0;
            if (to.remaining == 0 && to.runUntilNs == SimTask.BY_WORK && to.program != null) {
                to.remaining = Math.max(0, interpreter.takeRun(to.program)) * FULL_SPEED;
            }
            if (from == null) {
                ticks.arm(c);
            }
            ticks.armSliceEnd(c);
        }
        if (from == null || to == null) {
            execution.busyChanged(c);
        }
    }
}
