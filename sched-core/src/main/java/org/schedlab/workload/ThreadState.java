package org.schedlab.workload;

import java.util.Arrays;

/** Where one thread stands in its program. Changed by the {@link Interpreter} alone; confined to the thread of the run. */
public final class ThreadState {

    final Program program;
    final int thread;
    final int[] loops;
    final long[] timers;
    int pc;
    long startedNs = Resources.UNSET;
    long value;
    Resources.Kind waitsFor = Resources.Kind.SUSPEND;
    int waitsForNumber;
    boolean waiting;
    long instantNs = Resources.UNSET;
    int stepsInInstant;

    ThreadState(Program program, int thread) {
        this.program = program;
        this.thread = thread;
        this.loops = new int[program.loops];
        this.timers = new long[program.uniqueTimers];
        Arrays.fill(timers, Resources.UNSET);
    }

    /** The kind of task. */
    public TaskSpec spec() {
        return program.spec;
    }

    /** What the last step asks for: work of a run in ns, the time of a run for, or when a sleep ends. */
    public long value() {
        return value;
    }

    /** Whether it sleeps until another thread does something. */
    public boolean waits() {
        return waiting;
    }
}
