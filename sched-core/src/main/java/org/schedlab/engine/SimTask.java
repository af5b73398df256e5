package org.schedlab.engine;

import org.jspecify.annotations.Nullable;
import org.schedlab.mechanism.GroupTree;
import org.schedlab.mechanism.Task;
import org.schedlab.topology.CpuMask;
import org.schedlab.workload.ThreadState;

/** A thread as the simulation sees it: the mechanism's task, its program, and what is left of its current step. */
final class SimTask {

    /** What a thread is about. */
    enum State {
        /** On a queue or on a CPU. */
        RUNNABLE,
        /** Sleeps until its timer. */
        SLEEPS,
        /** Sleeps until another thread acts. */
        WAITS,
        /** Has ended. */
        ENDED
    }

    /** {@link #runUntilNs} of a thread that has a fixed amount of work. */
    static final long BY_WORK = Long.MIN_VALUE;

    final int index;
    final String name;
    final String kind;
    final Task task;

    /** Its program; null for the task that releases the others. */
    final @Nullable ThreadState program;

    /** Whether it stands for something outside the workload and the run does not wait for it. */
    final boolean outside;

    final int wakeSlot;

    /** The CPUs that it asked for; those of its group limit them. */
    CpuMask affinity;

    /** The CPUs that it may run on and that are online, kept by {@link SimState#cpusChanged}. */
    final CpuMask usable;

    /** The only CPU that it is allowed, which may be offline; NO_CPU when there are several. Kept like {@link #usable}. */
    int onlyCpu = CpuMask.NO_CPU;

    /** Path of its task group. */
    String group = GroupTree.ROOT;

    /** CPU time that has been counted for its groups so far. */
    long countedCpuNs;

    /** Work left of its step: ns at capacity 1, so that a CPU of capacity c does c per ns. */
    long remaining;

    /** When its step is over by the clock, or {@link #BY_WORK}. */
    long runUntilNs = BY_WORK;

    /** Time that paths of the kernel still owe on its behalf, after a preemption inside them. */
    long owedNs;

    State state = State.RUNNABLE;
    long stateSinceNs;
    boolean everRan;

    SimTask(
            int index,
            String name,
            String kind,
            Task task,
            @Nullable ThreadState program,
            boolean outside,
            int wakeSlot) {
        this.index = index;
        this.name = name;
        this.kind = kind;
        this.task = task;
        this.program = program;
        this.outside = outside;
        this.wakeSlot = wakeSlot;
        this.affinity = new CpuMask(task.allowed());
        this.usable = new CpuMask(task.allowed());
    }

    void enter(State next, long nowNs) {
        state = next;
        stateSinceNs = nowNs;
    }
}
