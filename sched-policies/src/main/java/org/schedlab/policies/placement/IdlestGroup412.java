package org.schedlab.policies.placement;

import static org.schedlab.topology.CpuMask.NO_CPU;

import org.jspecify.annotations.Nullable;
import org.schedlab.arith.Capacity;
import org.schedlab.arith.CpuUtil;
import org.schedlab.arith.Unsigned;
import org.schedlab.spi.CpuView;
import org.schedlab.spi.WakeKind;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.domain.SchedDomain;
import org.schedlab.topology.domain.SchedGroup;

/**
 * find_idlest_group of 4.12 and 4.16: spare capacity first (not for new tasks), then runnable load with the average load breaking near ties. Loads are
 * compared unsigned, as an absent group has the largest. O(CPUs of the domain); allocates nothing. No recorded results exist for it.
 */
final class IdlestGroup412 implements IdlestGroup {

    private static final long NICE_0_LOAD = 1024;

    private final boolean leftCapacity;
    private final long absentLoad;

    private long runnable;
    private long average;
    private long spare;

    IdlestGroup412(Machine machine) {
        leftCapacity = machine.generation.since(Generation.V4_16);
        absentLoad = machine.generation.since(Generation.V4_16) ? -1 : 0;
    }

    @Override
    public @Nullable SchedGroup find(Decision d, SchedDomain sd, int cpu) {
        long margin = NICE_0_LOAD * (sd.imbalancePct() - 100) / 100;
        int scale = 100 + (sd.imbalancePct() - 100) / 2;
        SchedGroup idlest = null;
        SchedGroup roomiest = null;
        long leastRunnable = -1;
        long leastAverage = -1;
        long mostSpare = 0;
        long hereRunnable = absentLoad;
        long hereAverage = absentLoad;
        long hereSpare = 0;
        for (int i = 0; i < sd.groupCount(); i++) {
            SchedGroup group = sd.group(i);
            if (!group.span().intersects(d.task.allowed())) {
                continue;
            }
            gather(d, group.span());
            if (group.span().contains(cpu)) {
                hereRunnable = runnable;
                hereAverage = average;
                hereSpare = spare;
                continue;
            }
            if (above(leastRunnable, runnable + margin)) {
                leastRunnable = runnable;
                leastAverage = average;
                idlest = group;
            } else if (above(leastRunnable + margin, runnable) && above(100 * leastAverage, scale * average)) {
                leastAverage = average;
                idlest = group;
            }
            if (spare > mostSpare) {
                mostSpare = spare;
                roomiest = group;
            }
        }
        if (d.context.kind() != WakeKind.FORK) {
            long half = d.task.utilAvg() / 2;
            if (hereSpare > half && scale * hereSpare > 100 * mostSpare) {
                return null;
            }
            if (mostSpare > half) {
                return roomiest;
            }
        }
        if (idlest == null || above(leastRunnable, hereRunnable + margin)) {
            return null;
        }
        boolean near = above(leastRunnable + margin, hereRunnable) && above(scale * leastAverage, 100 * hereAverage);
        return near ? null : idlest;
    }

    private static boolean above(long a, long b) {
        return Long.compareUnsigned(a, b) > 0;
    }

    private void gather(Decision d, CpuMask span) {
        long capacity = 0;
        runnable = 0;
        average = 0;
        spare = 0;
        for (int cpu = span.next(0); cpu != NO_CPU; cpu = span.next(cpu + 1)) {
            CpuView view = d.cpu(cpu);
            runnable += view.runnableLoadAvg();
            average += view.loadAvg();
            capacity += view.capacity();
            spare = Math.max(spare, spareOf(d, view, cpu));
        }
        runnable = Long.divideUnsigned(runnable * Capacity.CAPACITY_SCALE, capacity);
        average = Long.divideUnsigned(average * Capacity.CAPACITY_SCALE, capacity);
    }

    private long spareOf(Decision d, CpuView view, int cpu) {
        boolean counted = cpu == d.prev && d.context.kind() != WakeKind.FORK;
        long util = counted ? Unsigned.subPositive(view.utilAvg(), d.task.utilAvg()) : view.utilAvg();
        util = CpuUtil.cpuUtil40(util, view.capacityOrig());
        return leftCapacity ? Math.max(view.capacity() - util, 0) : view.capacityOrig() - util;
    }
}
