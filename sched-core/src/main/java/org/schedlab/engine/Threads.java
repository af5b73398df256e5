package org.schedlab.engine;

import org.jspecify.annotations.Nullable;
import org.schedlab.mechanism.Task;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.topology.CpuMask;
import org.schedlab.workload.Interpreter;
import org.schedlab.workload.SchedParams;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;

/** Makes the threads of a run. */
final class Threads {

    /** Threads that a run can have. */
    static final int MAX_THREADS = 1_000_000;

    private final SimState sim;
    private final Workload workload;
    private final Interpreter interpreter;
    private final int firstOutside;
    private final int[] made;

    /**
     * @param workload the tasks, those that stand for pressure at the end
     * @param firstOutside index of the first kind that stands for pressure
     */
    Threads(SimState sim, Workload workload, Interpreter interpreter, int firstOutside) {
        this.sim = sim;
        this.workload = workload;
        this.interpreter = interpreter;
        this.firstOutside = firstOutside;
        this.made = new int[workload.tasks().size()];
    }

    /**
     * One more thread of a kind, on no queue.
     *
     * @param lastCpu where it counts as having run last, or NO_CPU
     * @param parent who forks it, or null at the start
     */
    SimTask make(int kind, int lastCpu, @Nullable SimTask parent) {
        TaskSpec spec = workload.tasks().get(kind);
        if (sim.taskCount >= MAX_THREADS) {
            throw new IllegalStateException("Task " + spec.name() + " would be thread " + (MAX_THREADS + 1)
                    + " of the run; " + MAX_THREADS + " are allowed.\nMaybe a fork stands in an endless loop.");
        }
        int instance = made[kind]++;
        String name = instance < spec.instances() ? spec.threadName(instance) : spec.name() + "-f" + instance;
        boolean outside = kind >= firstOutside;
        Task task = newTask(name, spec.sched(), mask(spec), lastCpu);
        SimTask thread = new SimTask(
                sim.taskCount,
                name,
                spec.name(),
                task,
                interpreter.newThread(kind, sim.taskCount),
                outside,
                wakeSlot());
        if (sim.groups != null && !outside) {
            sim.groups.enter(thread, spec.group(), parent, kind);
        }
        sim.add(thread);
        if (!outside) {
            sim.live++;
        }
        return thread;
    }

    /** The task that wakes the threads of a released start: FIFO 99 on the first CPU. */
    SimTask makeReleaser() {
        CpuMask mask = CpuMask.of(sim.cpuCapacity(), sim.online.first());
        Task task = newTask("observer", SchedParams.realTime(SchedulingPolicy.FIFO, 99), mask, CpuMask.NO_CPU);
        SimTask thread = new SimTask(sim.taskCount, "observer", "observer", task, null, true, wakeSlot());
        sim.add(thread);
        return thread;
    }

    private Task newTask(String name, SchedParams params, CpuMask mask, int lastCpu) {
        boolean fits = mask.contains(lastCpu) && sim.online.contains(lastCpu);
        int cpu = fits ? lastCpu : Math.max(sim.online.first(), mask.nextAnd(sim.online, 0));
        Task task = sim.mechanism.newTask(name, params.policy(), params.nice(), params.rtPriority(), mask, cpu);
        if (params.sliceNs() > 0) {
            sim.mechanism.setSlice(task, params.sliceNs());
        }
        return task;
    }

    private CpuMask mask(TaskSpec spec) {
        CpuMask cpus = spec.cpus();
        return cpus == null ? sim.topology.possible() : cpus;
    }

    private int wakeSlot() {
        int slot = sim.usedSlots++;
        if (slot >= sim.queue.slots()) {
            sim.queue.grow(Math.max(slot + 64, sim.queue.slots() * 3 / 2));
        }
        sim.queue.define(slot, EventClass.WAKE);
        return slot;
    }
}
