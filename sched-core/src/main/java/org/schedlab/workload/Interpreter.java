package org.schedlab.workload;

import java.util.List;
import java.util.function.IntFunction;
import org.schedlab.workload.Resources.Kind;

/**
 * Follows the programs of a workload, one step at a time, for the threads of one run. The driver asks for a thread's next step when the thread
 * runs and has done its last; the answer says what the thread does now. Steps that touch other threads act through {@link ProgramHost}. A
 * step costs O(1), or O(waiters) when it wakes them; none allocates. One thread.
 *
 * <p>Semantics follow rt-app's doc/tutorial.txt (scheduler-tools/rt-app). Where it is silent: mutexes are not handed over (a waiter that is
 * woken tries again when it runs), conditions and suspend do not remember, a timer's first period begins as {@link Workload#timerOrigin}
 * says.
 */
public final class Interpreter {

    /** The step took no time; ask again. */
    public static final int GO_ON = 0;

    /** Execute {@link ThreadState#value} ns of work at capacity 1024. */
    public static final int RUN = 1;

    /** Execute until {@link ThreadState#value} ns have passed. */
    public static final int RUN_FOR = 2;

    /** Sleep until time {@link ThreadState#value}. */
    public static final int SLEEP = 3;

    /** Sleep until woken by another thread. */
    public static final int WAIT = 4;

    /** Yield. */
    public static final int YIELD = 5;

    /** End. */
    public static final int EXIT = 6;

    /** Steps at one instant that are taken for a program that takes no time. */
    static final int MAX_STEPS_IN_INSTANT = 100_000;

    private final Workload workload;
    private final ProgramCompiler compiler;
    private final List<Program> programs;
    private final Resources resources;

    /**
     * Prepares a workload.
     *
     * @throws IllegalArgumentException when a step names a task that does not exist
     */
    public Interpreter(Workload workload) {
        this.workload = workload;
        this.compiler = new ProgramCompiler(workload);
        this.programs = compiler.programs();
        this.resources = compiler.resources();
    }

    /**
     * A thread at the beginning of its program. Allocates.
     *
     * @param kind index of its kind in the workload
     * @param thread its number, dense from 0, by which {@link ProgramHost#wake} names it
     */
    public ThreadState newThread(int kind, int thread) {
        resources.addThread(thread);
        return new ThreadState(programs.get(kind), thread);
    }

    /**
     * What the thread waits for, in words; allocates.
     *
     * @param nameOfThread names the holder of a mutex
     */
    public String waitsFor(ThreadState t, IntFunction<String> nameOfThread) {
        if (!t.waiting) {
            return "";
        }
        String words = t.waitsFor.words + " " + compiler.name(t.waitsFor, t.waitsForNumber);
        int owner = t.waitsFor == Kind.MUTEX ? resources.owner[t.waitsForNumber] : Resources.NOBODY;
        return owner == Resources.NOBODY ? words : words + " held by " + nameOfThread.apply(owner);
    }

    /**
     * Takes the next step if it is a run and nothing but loops stands before it: then it may be taken before the thread runs.
     *
     * @return the work in ns, or -1 when the next step is another
     */
    public long takeRun(ThreadState t) {
        Program p = t.program;
        while (p.op[t.pc] == Program.LOOP) {
            loop(t, p);
        }
        if (p.op[t.pc] != Program.RUN) {
            return -1;
        }
        return p.arg[t.pc++];
    }

    /** Does the next step of a running thread; see the constants of this class for the answer. */
    public int step(ThreadState t, long nowNs, ProgramHost host) {
        guard(t, nowNs);
        t.waiting = false;
        Program p = t.program;
        int pc = t.pc;
        return switch (p.op[pc]) {
            case Program.LOOP -> {
                loop(t, p);
                yield GO_ON;
            }
            case Program.RUN -> timed(t, RUN, p.arg[pc]);
            case Program.RUN_FOR -> timed(t, RUN_FOR, p.arg[pc]);
            case Program.SLEEP -> p.arg[pc] == 0 ? goOn(t) : timed(t, SLEEP, nowNs + p.arg[pc]);
            case Program.TIMER -> timer(t, p, pc, nowNs);
            case Program.START -> {
                t.startedNs = nowNs;
                yield goOn(t);
            }
            case Program.ENTER -> {
                t.pc++;
                host.enter(t.thread, p.phase(p.ref[pc]));
                yield GO_ON;
            }
            case Program.FORK -> {
                t.pc++;
                host.fork(p.ref[pc]);
                yield GO_ON;
            }
            case Program.YIELD -> {
                t.pc++;
                yield YIELD;
            }
            case Program.EXIT -> EXIT;
            default -> synchronise(t, p, pc, host);
        };
    }

    private int synchronise(ThreadState t, Program p, int pc, ProgramHost host) {
        int ref = p.ref[pc];
        return switch (p.op[pc]) {
            case Program.SUSPEND -> sleepOn(t, Kind.SUSPEND, ref);
            case Program.RESUME -> {
                wakeAll(Kind.SUSPEND, ref, host);
                yield goOn(t);
            }
            case Program.LOCK -> lock(t, ref);
            case Program.UNLOCK -> {
                unlock(ref, host);
                yield goOn(t);
            }
            case Program.COND_WAIT -> {
                unlock(p.detail[pc], host);
                yield sleepOn(t, Kind.CONDITION, ref);
            }
            case Program.SIGNAL -> {
                wakeFirst(Kind.CONDITION, ref, false, host);
                yield goOn(t);
            }
            case Program.BROADCAST -> {
                wakeAll(Kind.CONDITION, ref, host);
                yield goOn(t);
            }
            case Program.BARRIER -> barrier(t, ref, host);
            default -> exchange(t, p, pc, host);
        };
    }

    private int exchange(ThreadState t, Program p, int pc, ProgramHost host) {
        int ref = p.ref[pc];
        return switch (p.op[pc]) {
            case Program.POOL_SIGNAL -> {
                poolSignal(ref, p.arg[pc], host);
                yield goOn(t);
            }
            case Program.POOL_WAIT -> poolWait(t, ref);
            case Program.PIPE_WRITE -> pipeWrite(t, ref, (int) p.arg[pc], host);
            case Program.PIPE_READ -> pipeRead(t, ref, (int) p.arg[pc], host);
            case Program.QUEUE_POST -> {
                wakeFirst(Kind.QUEUE_SERVER, ref, false, host);
                yield sleepOn(t, Kind.QUEUE, ref);
            }
            case Program.QUEUE_SERVE -> serve(t, ref, host);
            default -> throw new IllegalStateException("instruction (" + p.op[pc] + ") is unknown");
        };
    }

    private void guard(ThreadState t, long nowNs) {
        if (t.instantNs != nowNs) {
            t.instantNs = nowNs;
            t.stepsInInstant = 0;
        } else if (++t.stepsInInstant > MAX_STEPS_IN_INSTANT) {
            throw new StuckProgramException(t.program.spec.name(), nowNs, t.stepsInInstant);
        }
    }

    private static void loop(ThreadState t, Program p) {
        int counter = p.ref[t.pc];
        long times = p.arg[t.pc];
        if (times == TaskSpec.FOREVER || ++t.loops[counter] < times) {
            t.pc = p.detail[t.pc];
        } else {
            t.loops[counter] = 0;
            t.pc++;
        }
    }

    private static int goOn(ThreadState t) {
        t.pc++;
        return GO_ON;
    }

    private static int timed(ThreadState t, int outcome, long value) {
        t.pc++;
        t.value = value;
        return outcome;
    }

    private int timer(ThreadState t, Program p, int pc, long nowNs) {
        boolean unique = (p.detail[pc] & Program.UNIQUE) != 0;
        long[] timers = unique ? t.timers : resources.timer;
        int ref = p.ref[pc];
        if (timers[ref] == Resources.UNSET) {
            timers[ref] = workload.timerOrigin() == Workload.TimerOrigin.THREAD_START ? t.startedNs : nowNs;
        }
        long next = timers[ref] + p.arg[pc];
        timers[ref] = next;
        if (nowNs < next) {
            return timed(t, SLEEP, next);
        }
        if ((p.detail[pc] & Program.ABSOLUTE) == 0) {
            timers[ref] = nowNs;
        }
        return goOn(t);
    }

    /** Sleeps and goes on with the next instruction when woken. */
    private int sleepOn(ThreadState t, Kind kind, int number) {
        t.pc++;
        return retryOn(t, kind, number);
    }

    /** Sleeps and tries the same instruction again when woken. */
    private int retryOn(ThreadState t, Kind kind, int number) {
        t.waiting = true;
        t.waitsFor = kind;
        t.waitsForNumber = number;
        resources.await(kind, number, t.thread);
        return WAIT;
    }

    private void wakeFirst(Kind kind, int number, boolean sync, ProgramHost host) {
        int thread = resources.takeFirst(kind, number);
        if (thread != Resources.NOBODY) {
            host.wake(thread, sync);
        }
    }

    private void wakeAll(Kind kind, int number, ProgramHost host) {
        for (int thread = resources.takeFirst(kind, number);
                thread != Resources.NOBODY;
                thread = resources.takeFirst(kind, number)) {
            host.wake(thread, false);
        }
    }

    private int lock(ThreadState t, int mutex) {
        if (resources.owner[mutex] != Resources.NOBODY) {
            return retryOn(t, Kind.MUTEX, mutex);
        }
        resources.owner[mutex] = t.thread;
        return goOn(t);
    }

    private void unlock(int mutex, ProgramHost host) {
        resources.owner[mutex] = Resources.NOBODY;
        wakeFirst(Kind.MUTEX, mutex, false, host);
    }

    private int barrier(ThreadState t, int barrier, ProgramHost host) {
        if (++resources.arrived[barrier] < resources.parties[barrier]) {
            return sleepOn(t, Kind.BARRIER, barrier);
        }
        resources.arrived[barrier] = 0;
        wakeAll(Kind.BARRIER, barrier, host);
        return goOn(t);
    }

    private void poolSignal(int pool, long count, ProgramHost host) {
        resources.pool[pool] += count;
        for (long i = 0; i < count && !resources.nobodyWaits(Kind.POOL, pool); i++) {
            wakeFirst(Kind.POOL, pool, false, host);
        }
    }

    private int poolWait(ThreadState t, int pool) {
        if (resources.pool[pool] == 0) {
            return retryOn(t, Kind.POOL, pool);
        }
        resources.pool[pool]--;
        return goOn(t);
    }

    private int pipeWrite(ThreadState t, int pipe, int bytes, ProgramHost host) {
        if (resources.pipeBytes[pipe] + bytes > Step.PIPE_BYTES) {
            return retryOn(t, Kind.PIPE_WRITERS, pipe);
        }
        resources.pipeBytes[pipe] += bytes;
        wakeFirst(Kind.PIPE_READERS, pipe, true, host);
        return goOn(t);
    }

    private int pipeRead(ThreadState t, int pipe, int bytes, ProgramHost host) {
        if (resources.pipeBytes[pipe] < bytes) {
            return retryOn(t, Kind.PIPE_READERS, pipe);
        }
        resources.pipeBytes[pipe] -= bytes;
        wakeFirst(Kind.PIPE_WRITERS, pipe, true, host);
        return goOn(t);
    }

    private int serve(ThreadState t, int queue, ProgramHost host) {
        if (resources.nobodyWaits(Kind.QUEUE, queue)) {
            return retryOn(t, Kind.QUEUE_SERVER, queue);
        }
        wakeAll(Kind.QUEUE, queue, host);
        return goOn(t);
    }
}
