package org.schedlab.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.schedlab.workload.Program.Instruction;
import org.schedlab.workload.Resources.Kind;
import org.schedlab.workload.Resources.Names;

/** Turns a workload into programs, names into numbers. Used once per run. */
final class ProgramCompiler {

    private final Workload workload;
    private final Names[] names = new Names[Kind.COUNT];
    private final Map<String, Integer> kinds = new TreeMap<>();
    private final List<Integer> parties = new ArrayList<>();

    private List<Instruction> code = new ArrayList<>();
    private Names uniqueTimers = new Names();
    private int loops;

    ProgramCompiler(Workload workload) {
        this.workload = workload;
        for (int i = 0; i < names.length; i++) {
            names[i] = new Names();
        }
        for (TaskSpec spec : workload.tasks()) {
            kinds.put(spec.name(), kinds.size());
        }
    }

    List<Program> programs() {
        List<Program> programs = new ArrayList<>();
        for (TaskSpec spec : workload.tasks()) {
            programs.add(program(spec));
        }
        return programs;
    }

    Resources resources() {
        int[] counts = new int[names.length];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = names[i].count();
        }
        int[] barrierParties = parties.stream().mapToInt(Integer::intValue).toArray();
        return new Resources(counts, barrierParties);
    }

    String name(Kind kind, int number) {
        return names[kind.index].name(number);
    }

    private Program program(TaskSpec spec) {
        code = new ArrayList<>();
        uniqueTimers = new Names();
        loops = 0;
        if (spec.delayNs() > 0) {
            emit(Program.SLEEP, 0, spec.delayNs(), 0);
        }
        emit(Program.START, 0, 0, 0);
        if (spec.loop() != 0) {
            int begin = code.size();
            for (int i = 0; i < spec.phases().size(); i++) {
                phase(spec, i);
            }
            repeat(begin, spec.loop());
        }
        emit(Program.EXIT, 0, 0, 0);
        countBarriers(spec);
        return new Program(spec, code.toArray(new Instruction[0]), loops, uniqueTimers.count());
    }

    private void phase(TaskSpec spec, int index) {
        Phase phase = spec.phases().get(index);
        if (phase.loop() == 0) {
            return;
        }
        int begin = code.size();
        if (Program.sets(spec, phase)) {
            emit(Program.ENTER, index, 0, 0);
        }
        for (Step step : phase.steps()) {
            step(step);
        }
        repeat(begin, phase.loop());
    }

    private void repeat(int begin, int times) {
        if (times != 1) {
            emit(Program.LOOP, loops++, times, begin);
        }
    }

    private void step(Step step) {
        if (step instanceof Step.Run run) {
            emit(Program.RUN, 0, run.workNs(), 0);
        } else if (step instanceof Step.RunFor run) {
            emit(Program.RUN_FOR, 0, run.ns(), 0);
        } else if (step instanceof Step.Sleep sleep) {
            emit(Program.SLEEP, 0, sleep.ns(), 0);
        } else if (step instanceof Step.Timer timer) {
            timer(timer);
        } else if (step instanceof Step.Yield) {
            emit(Program.YIELD, 0, 0, 0);
        } else if (step instanceof Step.Fork fork) {
            emit(Program.FORK, kind(fork.task()), 0, 0);
        } else if (!lockStep(step) && !queueStep(step)) {
            throw new IllegalStateException("step " + step + " has no code");
        }
    }

    private boolean lockStep(Step step) {
        if (step instanceof Step.Lock lock) {
            emit(Program.LOCK, number(Kind.MUTEX, lock.mutex()), 0, 0);
        } else if (step instanceof Step.Unlock unlock) {
            emit(Program.UNLOCK, number(Kind.MUTEX, unlock.mutex()), 0, 0);
        } else if (step instanceof Step.Wait wait) {
            condWait(wait.ref(), wait.mutex());
        } else if (step instanceof Step.Signal signal) {
            emit(Program.SIGNAL, number(Kind.CONDITION, signal.ref()), 0, 0);
        } else if (step instanceof Step.Broadcast broadcast) {
            emit(Program.BROADCAST, number(Kind.CONDITION, broadcast.ref()), 0, 0);
        } else if (step instanceof Step.Sync sync) {
            emit(Program.SIGNAL, number(Kind.CONDITION, sync.ref()), 0, 0);
            condWait(sync.ref(), sync.mutex());
        } else if (step instanceof Step.Barrier barrier) {
            emit(Program.BARRIER, number(Kind.BARRIER, barrier.ref()), 0, 0);
        } else if (step instanceof Step.Suspend suspend) {
            emit(Program.SUSPEND, number(Kind.SUSPEND, suspend.ref()), 0, 0);
        } else if (step instanceof Step.Resume resume) {
            emit(Program.RESUME, number(Kind.SUSPEND, resume.ref()), 0, 0);
        } else {
            return false;
        }
        return true;
    }

    private boolean queueStep(Step step) {
        if (step instanceof Step.PoolSignal signal) {
            emit(Program.POOL_SIGNAL, number(Kind.POOL, signal.ref()), signal.count(), 0);
        } else if (step instanceof Step.PoolWait wait) {
            emit(Program.POOL_WAIT, number(Kind.POOL, wait.ref()), 0, 0);
        } else if (step instanceof Step.PipeWrite write) {
            emit(Program.PIPE_WRITE, pipe(write.ref()), write.bytes(), 0);
        } else if (step instanceof Step.PipeRead read) {
            emit(Program.PIPE_READ, pipe(read.ref()), read.bytes(), 0);
        } else if (step instanceof Step.QueuePost post) {
            emit(Program.QUEUE_POST, queue(post.ref()), 0, 0);
        } else if (step instanceof Step.QueueServe serve) {
            emit(Program.QUEUE_SERVE, queue(serve.ref()), 0, 0);
        } else {
            return false;
        }
        return true;
    }

    private void condWait(String ref, String mutex) {
        int mutexNumber = number(Kind.MUTEX, mutex);
        emit(Program.COND_WAIT, number(Kind.CONDITION, ref), 0, mutexNumber);
        emit(Program.LOCK, mutexNumber, 0, 0);
    }

    private void timer(Step.Timer timer) {
        int flags = (timer.absolute() ? Program.ABSOLUTE : 0) | (timer.unique() ? Program.UNIQUE : 0);
        int number = timer.unique() ? uniqueTimers.number(timer.ref()) : number(Kind.TIMER, timer.ref());
        emit(Program.TIMER, number, timer.periodNs(), flags);
    }

    private int kind(String task) {
        Integer kind = kinds.get(task);
        if (kind == null) {
            throw new IllegalArgumentException(
                    "task (" + task + ") to be forked is not one of the workload; known: " + kinds.keySet());
        }
        return kind;
    }

    /** Every thread whose program names a barrier counts once, however often it names it. */
    private void countBarriers(TaskSpec spec) {
        for (int number = 0; number < names[Kind.BARRIER.index].count(); number++) {
            if (parties.size() <= number) {
                parties.add(0);
            }
            int barrier = number;
            if (code.stream().anyMatch(i -> i.op() == Program.BARRIER && i.ref() == barrier)) {
                parties.set(number, parties.get(number) + spec.instances());
            }
        }
    }

    private int pipe(String ref) {
        number(Kind.PIPE_WRITERS, ref);
        return number(Kind.PIPE_READERS, ref);
    }

    private int queue(String ref) {
        number(Kind.QUEUE_SERVER, ref);
        return number(Kind.QUEUE, ref);
    }

    private int number(Kind kind, String name) {
        return names[kind.index].number(name);
    }

    private void emit(int op, int ref, long arg, int detail) {
        code.add(new Instruction(op, ref, arg, detail));
    }
}
