package org.schedlab.engine;

import org.schedlab.topology.CpuMask;
import org.schedlab.trace.SchedObserver;
import org.schedlab.workload.Interpreter;
import org.schedlab.workload.Phase;
import org.schedlab.workload.ProgramHost;
import org.schedlab.workload.SchedParams;
import org.schedlab.workload.ThreadState;

/** Lets running threads do the steps of their programs. */
final class Programs implements ProgramHost {

    private final SimState sim;
    private final Execution execution;
    private final Switching switching;
    private final Wakeups wakeups;
    private final Affinity affinity;
    private final Threads threads;
    private final Interpreter interpreter;

    /** The CPU whose thread does a step now, and the next thread that a released start wakes. */
    private SimCpu current;

    private int nextRelease;

    Programs(
            SimState sim,
            Execution execution,
            Switching switching,
            Wakeups wakeups,
            Affinity affinity,
            Threads threads,
            Interpreter interpreter) {
        this.sim = sim;
        this.execution = execution;
        this.switching = switching;
        this.wakeups = wakeups;
        this.affinity = affinity;
        this.threads = threads;
        this.interpreter = interpreter;
        this.current = sim.cpu(sim.online.first());
    }

    /** The running task of a CPU has done its step, or begins to run: it does the next ones, up to one that takes time. */
    void segmentEnd(SimCpu c) {
        sim.queue.cancel(c.slot(SimCpu.SEGMENT_END));
        execution.settle(c);
        SimTask task = c.running;
        if (task == null) {
            return;
        }
        if (task.runUntilNs != SimTask.BY_WORK && task.runUntilNs <= sim.nowNs) {
            task.runUntilNs = SimTask.BY_WORK;
        }
        while (c.running == task && c.switching != SimCpu.Switching.BEGUN) {
            boolean busy = task.remaining > 0 || task.runUntilNs != SimTask.BY_WORK;
            if (busy || execution.userAtNs(c) > sim.nowNs) {
                execution.armSegment(c);
                return;
            }
            current = c;
            step(c, task);
            if (c.running == task && c.needsResched()) {
                switching.returnToUser(c);
            }
        }
    }

    private void step(SimCpu c, SimTask task) {
        ThreadState program = task.program;
        if (program == null) {
            releaseNext(c, task);
            return;
        }
        switch (interpreter.step(program, sim.nowNs, this)) {
            case Interpreter.GO_ON -> {}
            case Interpreter.RUN -> task.remaining = program.value() * Switching.FULL_SPEED;
            case Interpreter.RUN_FOR -> task.runUntilNs = sim.nowNs + program.value();
            case Interpreter.SLEEP -> sleep(c, task, program.value());
            case Interpreter.WAIT -> {
                task.enter(SimTask.State.WAITS, sim.nowNs);
                sim.waiting += task.outside ? 0 : 1;
                switching.block(c, SchedObserver.SLEEPS);
            }
            case Interpreter.YIELD -> switching.yieldTask(c);
            case Interpreter.EXIT -> exit(c, task);
            default -> throw new IllegalStateException("outcome of a step is unknown");
        }
    }

    private void sleep(SimCpu c, SimTask task, long untilNs) {
        task.enter(SimTask.State.SLEEPS, sim.nowNs);
        sim.queue.arm(task.wakeSlot, untilNs);
        switching.block(c, SchedObserver.SLEEPS);
    }

    private void exit(SimCpu c, SimTask task) {
        task.enter(SimTask.State.ENDED, sim.nowNs);
        sim.live -= task.outside ? 0 : 1;
        sim.observer.exit(sim.nowNs, c.cpu, task.index);
        switching.block(c, SchedObserver.EXITS);
        if (sim.groups != null) {
            sim.groups.ended(task);
        }
    }

    /** The first step of a released start: wakes one thread after another. */
    private void releaseNext(SimCpu c, SimTask releaser) {
        if (nextRelease == releaser.index) {
            sim.releasing = false;
            exit(c, releaser);
        } else {
            wake(nextRelease++, false);
        }
    }

    /** A thread's timer has fired. */
    void timer(SimTask task) {
        sim.queue.cancel(task.wakeSlot);
        SimCpu last = sim.cpu(task.task.cpu());
        SimCpu c = last.online ? last : sim.cpu(sim.online.first());
        if (sim.nowNs < c.irqUntilNs) {
            sim.queue.arm(task.wakeSlot, c.irqUntilNs);
            return;
        }
        wakeups.wake(task, c, false, false);
        switching.returnToUser(c);
    }

    @Override
    public void wake(int thread, boolean sync) {
        SimTask task = sim.tasks[thread];
        if (task.state == SimTask.State.WAITS && !task.outside) {
            sim.waiting--;
        }
        wakeups.wake(task, current, true, sync);
    }

    @Override
    public void fork(int kind) {
        SimTask child = threads.make(kind, CpuMask.NO_CPU, current.running);
        wakeups.fork(child, current, true, CpuMask.NO_CPU);
    }

    @Override
    public void enter(int thread, Phase phase) {
        SimTask task = sim.tasks[thread];
        SchedParams params = phase.sched();
        sim.clock(sim.cpu(task.task.cpu()));
        if (params != null) {
            setParams(task, params);
        }
        ThreadState program = task.program;
        CpuMask taskCpus = program == null ? null : program.spec().cpus();
        CpuMask wanted = phase.cpus() != null ? phase.cpus() : taskCpus;
        CpuMask mask = wanted == null ? sim.topology.possible() : wanted;
        if (!mask.equals(task.affinity)) {
            affinity.setOrWarn(task, mask);
        }
        if (phase.group() != null && sim.groups != null) {
            sim.groups.move(task, phase.group());
        }
    }

    /** Changes how a task is scheduled if that differs; its CPU's clock is up to date. */
    void setParams(SimTask task, SchedParams params) {
        boolean same = task.task.policy() == params.policy()
                && task.task.nice() == params.nice()
                && task.task.rtPriority() == params.rtPriority();
        if (!same) {
            sim.mechanism.setPolicy(task.task, params.policy(), params.nice(), params.rtPriority());
        }
        if (params.sliceNs() > 0) {
            sim.mechanism.setSlice(task.task, params.sliceNs());
        }
        sim.queuesChanged(sim.cpu(task.task.cpu()));
    }
}
