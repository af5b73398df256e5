package org.schedlab.policies.placement;

import org.schedlab.spi.CpuView;
import org.schedlab.spi.TaskView;
import org.schedlab.topology.domain.SchedDomain;

/**
 * wake_affine of 4.0 and 4.12: the loads of both CPUs as they would be after the wakeup, scaled by the capacity of the other; an unloaded waker's CPU
 * is compared by capacity alone. In 4.0 a wide wakeup is refused here. What a task weighs is taken as in the root group (effective_load of groups is not modelled). O(1).
 */
final class AffineLoad40 implements AffineRule {

    /** Views give weights in full resolution; 4.0 has plain ones. */
    private static final int WEIGHT_SHIFT = 10;

    private final Machine machine;
    private final WakeTracking tracking;
    private final boolean oldest;
    private final boolean refusesWide;

    AffineLoad40(Machine machine, WakeTracking tracking, boolean wakeWide) {
        this.machine = machine;
        this.tracking = tracking;
        oldest = machine.generation == Generation.V4_0;
        refusesWide = oldest && wakeWide;
    }

    private long weigh(TaskView task) {
        return oldest ? task.weight() >> WEIGHT_SHIFT : task.loadAvg();
    }

    @Override
    public int affine(Decision d, SchedDomain sd, int thisCpu, int prev) {
        if (refusesWide && tracking.wide(d.context.waker(), thisCpu, d.task, machine.domains.llcSize(thisCpu))) {
            d.ended("affine", "wide");
            return prev;
        }
        CpuView here = d.cpu(thisCpu);
        CpuView there = d.cpu(prev);
        long hereLoad = here.runnableLoadAvg();
        if (d.sync) {
            TaskView waker = d.context.waker();
            hereLoad -= waker == null ? 0 : weigh(waker);
        }
        long a = 100 * there.capacity();
        long b = (100 + (sd.imbalancePct() - 100) / 2) * here.capacity();
        if (hereLoad > 0) {
            a *= hereLoad + weigh(d.task);
            b *= there.runnableLoadAvg();
        }
        boolean pull = a <= b;
        d.ended("affine load", pull ? "search pulled to the waker's cpu" : "search stays at the previous cpu");
        return pull ? thisCpu : prev;
    }
}
