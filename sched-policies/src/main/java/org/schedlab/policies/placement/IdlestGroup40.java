package org.schedlab.policies.placement;

import static org.schedlab.topology.CpuMask.NO_CPU;

import org.jspecify.annotations.Nullable;
import org.schedlab.arith.Capacity;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.domain.SchedDomain;
import org.schedlab.topology.domain.SchedGroup;

/**
 * find_idlest_group of 4.0: the least load per capacity, unless the local group is about as good. Load indices are 0, as they are by default on the way of
 * fork, exec and wakeup. O(CPUs of the domain); allocates nothing.
 */
final class IdlestGroup40 implements IdlestGroup {

    @Override
    public @Nullable SchedGroup find(Decision d, SchedDomain sd, int cpu) {
        SchedGroup idlest = null;
        long least = -1;
        long here = 0;
        for (int i = 0; i < sd.groupCount(); i++) {
            SchedGroup group = sd.group(i);
            if (!group.span().intersects(d.task.allowed())) {
                continue;
            }
            long load = load(d, group.span());
            if (group.span().contains(cpu)) {
                here = load;
            } else if (Long.compareUnsigned(load, least) < 0) {
                least = load;
                idlest = group;
            }
        }
        int imbalance = 100 + (sd.imbalancePct() - 100) / 2;
        return idlest == null || Long.compareUnsigned(100 * here, imbalance * least) < 0 ? null : idlest;
    }

    private static long load(Decision d, CpuMask span) {
        long load = 0;
        long capacity = 0;
        for (int cpu = span.next(0); cpu != NO_CPU; cpu = span.next(cpu + 1)) {
            load += d.cpu(cpu).runnableLoadAvg();
            capacity += d.cpu(cpu).capacity();
        }
        return Long.divideUnsigned(load * Capacity.CAPACITY_SCALE, capacity);
    }
}
