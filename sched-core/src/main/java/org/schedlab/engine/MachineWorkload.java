package org.schedlab.engine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.workload.Phase;
import org.schedlab.workload.SchedParams;
import org.schedlab.workload.Step;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;

/** Fits a workload to a machine: masks of the machine's size, and tasks for the real-time pressure at the end. */
final class MachineWorkload {

    /** Priority of the tasks that stand for real-time pressure. */
    private static final int RT_PRESSURE_PRIORITY = 50;

    private MachineWorkload() {}

    static Workload fit(Workload workload, Topology topology, List<Pressure> pressure) {
        List<TaskSpec> tasks = new ArrayList<>();
        for (TaskSpec spec : workload.tasks()) {
            tasks.add(fit(spec, topology));
        }
        for (int i = 0; i < pressure.size(); i++) {
            Pressure load = pressure.get(i);
            if (load.kind() == Pressure.Kind.RT) {
                tasks.add(task("pressure/" + load.cpu() + (i == 0 ? "" : "/" + i), load, topology));
            }
        }
        return new Workload(tasks, workload.timerOrigin(), workload.durationNs());
    }

    private static TaskSpec task(String name, Pressure load, Topology topology) {
        return TaskSpec.named(
                        name, new Step.RunFor(load.durationNs()), new Step.Timer(name, load.periodNs(), true, true))
                .sched(SchedParams.realTime(SchedulingPolicy.FIFO, RT_PRESSURE_PRIORITY))
                .cpus(inMachine(CpuMask.of(load.cpu() + 1, load.cpu()), topology))
                .delayNs(load.offsetNs())
                .build();
    }

    private static TaskSpec fit(TaskSpec spec, Topology topology) {
        List<Phase> phases = new ArrayList<>();
        for (Phase p : spec.phases()) {
            phases.add(new Phase(p.name(), p.loop(), p.sched(), fit(p.cpus(), topology), p.group(), p.steps()));
        }
        return new TaskSpec(
                spec.name(),
                spec.instances(),
                spec.sched(),
                fit(spec.cpus(), topology),
                spec.delayNs(),
                spec.loop(),
                phases,
                spec.group());
    }

    private static @Nullable CpuMask fit(@Nullable CpuMask cpus, Topology topology) {
        return cpus == null ? null : inMachine(cpus, topology);
    }

    /** A mask of the size of the machine with those CPUs of {@code cpus} that the machine has. */
    static CpuMask inMachine(CpuMask cpus, Topology topology) {
        CpuMask mask = new CpuMask(topology.cpuCapacity());
        for (int cpu = cpus.next(0); cpu != CpuMask.NO_CPU; cpu = cpus.next(cpu + 1)) {
            if (topology.possible().contains(cpu)) {
                mask.set(cpu);
            }
        }
        if (mask.isEmpty()) {
            throw new IllegalArgumentException(
                    "cpus (" + cpus + ") has none of the machine's cpus " + topology.possible());
        }
        return mask;
    }
}
