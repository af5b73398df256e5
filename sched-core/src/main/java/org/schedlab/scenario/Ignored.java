package org.schedlab.scenario;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.schedlab.engine.RunSpec;
import org.schedlab.engine.TimelineAction;
import org.schedlab.plugin.PolicyChoice;
import org.schedlab.spi.Capability;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.workload.Phase;
import org.schedlab.workload.SchedParams;
import org.schedlab.workload.TaskSpec;

/** Finds what a run uses and a policy does not declare to understand. Stateless. */
final class Ignored {

    private Ignored() {}

    static List<String> notes(RunSpec spec, PolicyChoice choice, long limitMs) {
        Set<Capability> used = used(spec);
        // Nice levels, say, are none of a placement's business.
        used.removeIf(capability -> !capability.concerns(choice.kind()));
        used.removeAll(choice.honours(spec.settings(), limitMs));
        List<String> notes = new ArrayList<>();
        for (Capability capability : used) {
            notes.add(choice.kind().key() + " policy " + choice.id() + " ignores "
                    + capability.name().toLowerCase(Locale.ROOT).replace('_', '-') + ", which this run uses");
        }
        return notes;
    }

    private static Set<Capability> used(RunSpec spec) {
        Set<Capability> used = EnumSet.noneOf(Capability.class);
        Topology topology = spec.topology();
        int first = topology.online().first();
        for (int cpu = first; cpu != CpuMask.NO_CPU; cpu = topology.online().next(cpu + 1)) {
            if (topology.capacityOrig(cpu) != topology.capacityOrig(first)) {
                used.add(Capability.ASYM_CAPACITY);
            }
        }
        if (topology.nodeCount() > 1) {
            used.add(Capability.NUMA);
        }
        if (spec.usesGroups()) {
            used.add(Capability.CPU_WEIGHT);
        }
        for (TaskSpec task : spec.workload().tasks()) {
            add(task.sched(), used);
            for (Phase phase : task.phases()) {
                SchedParams sched = phase.sched();
                if (sched != null) {
                    add(sched, used);
                }
            }
        }
        for (TimelineAction action : spec.timeline()) {
            if (action instanceof TimelineAction.Renice renice) {
                add(SchedParams.nice(renice.nice()), used);
            } else if (action instanceof TimelineAction.SetPolicy change) {
                add(change.params(), used);
            } else if (action instanceof TimelineAction.SetSlice slice) {
                add(SchedParams.DEFAULT.withSliceNs(slice.sliceNs()), used);
            }
        }
        return used;
    }

    private static void add(SchedParams sched, Set<Capability> used) {
        if (sched.policy().isFair() && sched.nice() != 0) {
            used.add(Capability.NICE);
        }
        if (sched.policy() == SchedulingPolicy.IDLE) {
            used.add(Capability.SCHED_IDLE);
        }
        if (sched.sliceNs() != 0) {
            used.add(Capability.CUSTOM_SLICE);
        }
    }
}
