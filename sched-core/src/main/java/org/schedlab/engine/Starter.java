package org.schedlab.engine;

import java.util.List;
import org.schedlab.topology.CpuMask;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;

/** Brings the threads of the workload to life. */
final class Starter {

    private final SimState sim;
    private final Threads threads;
    private final Wakeups wakeups;
    private final Switching switching;

    Starter(SimState sim, Threads threads, Wakeups wakeups, Switching switching) {
        this.sim = sim;
        this.threads = threads;
        this.wakeups = wakeups;
        this.switching = switching;
    }

    void start(Workload workload) {
        SimCpu boot = sim.cpu(sim.online.first());
        boolean released = sim.spec.start().kind() == Start.Kind.RELEASED;
        int inWorkload = sim.spec.workload().tasks().size();
        for (int kind = 0; kind < inWorkload; kind++) {
            TaskSpec spec = workload.tasks().get(kind);
            for (int i = 0; i < spec.instances(); i++) {
                int lastCpu = lastCpu(sim.taskCount);
                SimTask thread = threads.make(kind, lastCpu, null);
                if (released) {
                    thread.enter(SimTask.State.WAITS, 0);
                    sim.waiting++;
                } else {
                    boolean given = lastCpu != CpuMask.NO_CPU && thread.task.cpu() == lastCpu;
                    wakeups.fork(thread, boot, false, given ? lastCpu : CpuMask.NO_CPU);
                }
            }
        }
        if (released) {
            sim.releasing = true;
            SimTask releaser = threads.makeReleaser();
            wakeups.fork(releaser, boot, false, boot.cpu);
        }
        for (int kind = inWorkload; kind < workload.tasks().size(); kind++) {
            wakeups.fork(threads.make(kind, CpuMask.NO_CPU, null), boot, false, CpuMask.NO_CPU);
        }
        for (int cpu = sim.online.next(0); cpu != CpuMask.NO_CPU; cpu = sim.online.next(cpu + 1)) {
            switching.returnToUser(sim.cpu(cpu));
        }
    }

    private int lastCpu(int thread) {
        List<Integer> cpus = sim.spec.start().lastCpus();
        return thread < cpus.size() ? cpus.get(thread) : CpuMask.NO_CPU;
    }
}
