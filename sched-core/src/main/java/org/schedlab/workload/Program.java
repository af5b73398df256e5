package org.schedlab.workload;

/** The program of one kind of task as code for the {@link Interpreter}: steps with loops unrolled into jumps. Immutable. */
final class Program {

    static final int SLEEP = 0;
    static final int START = 1;
    static final int ENTER = 2;
    static final int LOOP = 3;
    static final int RUN = 4;
    static final int RUN_FOR = 5;
    static final int TIMER = 6;
    static final int SUSPEND = 7;
    static final int RESUME = 8;
    static final int LOCK = 9;
    static final int UNLOCK = 10;
    static final int COND_WAIT = 11;
    static final int SIGNAL = 12;
    static final int BROADCAST = 13;
    static final int BARRIER = 14;
    static final int FORK = 15;
    static final int YIELD = 16;
    static final int POOL_SIGNAL = 17;
    static final int POOL_WAIT = 18;
    static final int PIPE_WRITE = 19;
    static final int PIPE_READ = 20;
    static final int QUEUE_POST = 21;
    static final int QUEUE_SERVE = 22;
    static final int EXIT = 23;

    /** Flag in a timer's {@link #detail}: stay on the grid. */
    static final int ABSOLUTE = 1;

    /** Flag in a timer's {@link #detail}: the thread's own. */
    static final int UNIQUE = 2;

    /** One instruction. {@code ref} names a resource, a kind, a phase or a loop counter; {@code detail} a second one, flags or a jump. */
    record Instruction(int op, int ref, long arg, int detail) {}

    final TaskSpec spec;
    final int[] op;
    final int[] ref;
    final long[] arg;
    final int[] detail;
    final int loops;
    final int uniqueTimers;

    Program(TaskSpec spec, Instruction[] code, int loops, int uniqueTimers) {
        this.spec = spec;
        this.op = new int[code.length];
        this.ref = new int[code.length];
        this.arg = new long[code.length];
        this.detail = new int[code.length];
        for (int i = 0; i < code.length; i++) {
            op[i] = code[i].op();
            ref[i] = code[i].ref();
            arg[i] = code[i].arg();
            detail[i] = code[i].detail();
        }
        this.loops = loops;
        this.uniqueTimers = uniqueTimers;
    }

    /** The phase that an ENTER instruction speaks of. */
    Phase phase(int index) {
        return spec.phases().get(index);
    }

    /** Whether entering the phase changes anything. */
    static boolean sets(TaskSpec spec, Phase phase) {
        boolean anyPhaseHasCpus = spec.phases().stream().anyMatch(p -> p.cpus() != null);
        return phase.sched() != null || anyPhaseHasCpus || phase.group() != null;
    }
}
