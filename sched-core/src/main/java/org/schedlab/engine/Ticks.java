package org.schedlab.engine;

import org.schedlab.spi.SchedulingPolicy;

/** The periodic tick, which stops while a CPU is idle, and the high-resolution tick at the end of a slice. */
final class Ticks {

    /** Shortest time for which the high-resolution timer is programmed (hrtick_start). */
    private static final long MIN_HRTICK_NS = 10_000;

    private final SimState sim;
    private final Execution execution;
    private final long tickNs;
    private final long startAfterTickNs;
    private final boolean skew;
    private final boolean hrtick;

    Ticks(SimState sim, Execution execution) {
        this.sim = sim;
        this.execution = execution;
        Timing timing = sim.spec.timing();
        this.tickNs = timing.tickNs();
        this.startAfterTickNs = timing.startAfterTickNs();
        this.skew = timing.skewTicks();
        this.hrtick = timing.hrtick();
    }

    /** Starts the tick of a CPU that leaves idle, or goes on with it: the next point of its grid after now (tick_nohz_restart). */
    void arm(SimCpu c) {
        long offset = skew ? tickNs / 2 / sim.topology.possible().count() * c.cpu : 0;
        long sinceGrid = sim.nowNs + startAfterTickNs - offset;
        long next = (Math.floorDiv(sinceGrid, tickNs) + 1) * tickNs;
        sim.queue.arm(c.slot(SimCpu.TICK), next - startAfterTickNs + offset);
    }

    /** The CPU goes idle: no tick any more. */
    void stop(SimCpu c) {
        sim.queue.cancel(c.slot(SimCpu.TICK));
        sim.queue.cancel(c.slot(SimCpu.SLICE_END));
    }

    /** The tick of a busy CPU (scheduler_tick). */
    void tick(SimCpu c) {
        if (sim.nowNs < c.irqUntilNs) {
            sim.queue.arm(c.slot(SimCpu.TICK), c.irqUntilNs);
            return;
        }
        sim.clock(c);
        execution.spend(c, sim.spec.costs().tickNs());
        sim.mechanism.tick(c.cpu);
        sim.observer.tick(sim.nowNs, c.cpu);
        sim.observer.util(sim.nowNs, c.cpu, c.rq.utilAvg());
        sim.balancing.tick(c.cpu, sim.nowNs);
        arm(c);
    }

    /** Programs the end of the running fair task's slice if others wait (hrtick_start_fair). */
    void armSliceEnd(SimCpu c) {
        if (!hrtick) {
            return;
        }
        int slot = c.slot(SimCpu.SLICE_END);
        SimTask task = c.running;
        if (task == null || !isFair(task.task.policy()) || c.rq.hNrQueued() < 2) {
            sim.queue.cancel(slot);
            return;
        }
        long left = sim.mechanism.sliceEndNs(c.cpu);
        if (left == Long.MAX_VALUE) {
            sim.queue.cancel(slot);
        } else {
            // A slice that is over already ends at once, else the timer has a shortest time.
            sim.queue.arm(slot, left < 0 ? sim.nowNs : sim.nowNs + Math.max(MIN_HRTICK_NS, left));
        }
    }

    private static boolean isFair(SchedulingPolicy policy) {
        return policy.isFair();
    }

    /** The end of a slice (hrtick). */
    void sliceEnd(SimCpu c) {
        sim.queue.cancel(c.slot(SimCpu.SLICE_END));
        if (sim.nowNs < c.irqUntilNs) {
            sim.queue.arm(c.slot(SimCpu.SLICE_END), c.irqUntilNs);
            return;
        }
        sim.clock(c);
        sim.mechanism.hrtick(c.cpu);
    }
}
