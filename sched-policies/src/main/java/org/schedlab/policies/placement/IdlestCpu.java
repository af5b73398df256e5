package org.schedlab.policies.placement;

import static org.schedlab.policies.placement.Decision.NONE;
import static org.schedlab.topology.CpuMask.NO_CPU;

import org.schedlab.spi.CpuView;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.domain.SchedGroup;

/** Chooses the CPU within a group: the idle one that is quickest to wake, else the least loaded (find_idlest_group_cpu). O(CPUs of the group). */
final class IdlestCpu {

    private final Machine machine;
    private final boolean runnableLoad;
    private final boolean singleShortcut;
    private final boolean thisWinsTies;

    IdlestCpu(Machine machine) {
        this.machine = machine;
        runnableLoad = machine.generation.before(Generation.V5_10);
        singleShortcut = machine.generation.since(Generation.V4_12);
        thisWinsTies = machine.generation.before(Generation.V4_16);
    }

    /** An allowed CPU of the group; {@code thisCpu} when none is allowed. */
    int find(Decision d, SchedGroup group, int thisCpu) {
        if (singleShortcut && group.weight() == 1) {
            return group.span().first();
        }
        CpuMask span = group.span();
        CpuMask allowed = d.task.allowed();
        long quickest = Long.MAX_VALUE;
        long latest = 0;
        long least = Long.MAX_VALUE;
        int idlest = NONE;
        int leastLoaded = thisCpu;
        for (int cpu = span.nextAnd(allowed, 0); cpu != NO_CPU; cpu = span.nextAnd(allowed, cpu + 1)) {
            if (machine.schedIdle(d, cpu)) {
                return cpu;
            }
            CpuView view = d.cpu(cpu);
            if (view.idle()) {
                long latency = view.exitLatencyNs();
                if (latency >= 0 && latency < quickest) {
                    quickest = latency;
                    latest = view.idleStampNs();
                    idlest = cpu;
                } else if ((latency < 0 || latency == quickest) && view.idleStampNs() > latest) {
                    latest = view.idleStampNs();
                    idlest = cpu;
                }
            } else if (idlest == NONE) {
                long load = runnableLoad ? view.runnableLoadAvg() : view.loadAvg();
                if (load < least || (thisWinsTies && load == least && cpu == thisCpu)) {
                    least = load;
                    leastLoaded = cpu;
                }
            }
        }
        return idlest != NONE ? idlest : leastLoaded;
    }
}
