package org.schedlab.policies.placement;

import static org.schedlab.topology.CpuMask.NO_CPU;

import org.schedlab.arith.Capacity;
import org.schedlab.arith.Unsigned;
import org.schedlab.spi.CpuView;
import org.schedlab.spi.TaskView;
import org.schedlab.spi.WakeKind;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.domain.DomainFlags;
import org.schedlab.topology.domain.SchedDomain;
import org.schedlab.topology.domain.SchedGroup;

/**
 * Statistics of one group for the slow path, without the task that is to be placed (sg_lb_stats as update_sg_wakeup_stats fills it, 5.5 and later).
 * The mark of an imbalanced group belongs to the balancer and counts as clear.
 */
final class GroupStats {

    /** Types by growing severity; those that a wakeup never sees are left out. */
    static final int HAS_SPARE = 0;

    static final int FULLY_BUSY = 1;
    static final int MISFIT = 2;
    static final int OVERLOADED = 6;

    int type;
    long avgLoad;
    long util;
    long maxCapacity;
    int nrRunning;
    int idleCpus;

    private final boolean allowedOnly;
    private long load;
    private long runnable;
    private long capacity;

    /** {@code allowedOnly}: CPUs that the task may not use count with their capacity alone (6.12.117; "Only update stats for allowed CPUs"). */
    GroupStats(boolean allowedOnly) {
        this.allowedOnly = allowedOnly;
    }

    /** Where a search for the best group starts: worse than any. */
    void worst() {
        type = OVERLOADED;
        avgLoad = -1;
        util = 0;
        maxCapacity = 0;
        nrRunning = 0;
        idleCpus = 0;
    }

    void gather(Decision d, SchedDomain sd, SchedGroup group) {
        load = 0;
        util = 0;
        runnable = 0;
        capacity = 0;
        maxCapacity = 0;
        nrRunning = 0;
        idleCpus = 0;
        boolean misfit = sd.has(DomainFlags.ASYM_CPUCAPACITY);
        CpuMask span = group.span();
        for (int cpu = span.next(0); cpu != NO_CPU; cpu = span.next(cpu + 1)) {
            CpuView view = d.cpu(cpu);
            capacity += view.capacity();
            maxCapacity = Math.max(maxCapacity, view.capacity());
            if (allowedOnly && !d.allowed(cpu)) {
                continue;
            }
            add(d, view, cpu == d.prev && d.context.kind() != WakeKind.FORK);
            if (misfit && Capacity.fits(d.util, view.capacity())) {
                misfit = false;
            }
        }
        type = classify(sd.imbalancePct(), group.weight(), misfit);
        avgLoad = type == FULLY_BUSY || type == OVERLOADED
                ? Long.divideUnsigned(load * Capacity.CAPACITY_SCALE, capacity)
                : 0;
    }

    private void add(Decision d, CpuView view, boolean countedHere) {
        TaskView p = d.task;
        load += countedHere ? Unsigned.subPositive(view.loadAvg(), p.loadAvg()) : view.loadAvg();
        util += utilWithout(d, view, countedHere);
        runnable += countedHere ? Unsigned.subPositive(view.runnableAvg(), p.runnableAvg()) : view.runnableAvg();
        boolean queuedHere = countedHere && p.onRq();
        int nr = view.nrRunning() - (queuedHere ? 1 : 0);
        nrRunning += nr;
        if (queuedHere ? nr == 0 : view.idle()) {
            idleCpus++;
        }
    }

    private static long utilWithout(Decision d, CpuView view, boolean countedHere) {
        long avg = view.utilAvg();
        long est = view.utilEst();
        if (countedHere) {
            avg = Unsigned.subPositive(avg, d.task.utilAvg());
            if (d.task.onRq()) {
                est = Unsigned.subPositive(est, d.task.utilEst());
            }
        }
        return Math.min(Math.max(avg, est), view.capacityOrig());
    }

    private int classify(int pct, int weight, boolean misfit) {
        if (nrRunning > weight && (capacity * 100 < util * pct || capacity * pct < runnable * 100)) {
            return OVERLOADED;
        }
        if (misfit) {
            return MISFIT;
        }
        boolean spare = nrRunning < weight || (capacity * pct >= runnable * 100 && capacity * 100 > util * pct);
        return spare ? HAS_SPARE : FULLY_BUSY;
    }

    /** update_pick_idlest: whether this group is a better choice than {@code best}. */
    boolean betterThan(GroupStats best) {
        if (type != best.type) {
            return type < best.type;
        }
        return switch (type) {
            case OVERLOADED, FULLY_BUSY -> Long.compareUnsigned(avgLoad, best.avgLoad) < 0;
            case MISFIT -> maxCapacity > best.maxCapacity;
            default -> idleCpus > best.idleCpus || (idleCpus == best.idleCpus && util < best.util);
        };
    }
}
