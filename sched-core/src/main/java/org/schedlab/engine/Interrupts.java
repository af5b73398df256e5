package org.schedlab.engine;

import java.util.ArrayList;
import java.util.List;

/** Periodic interrupts on chosen CPUs. While one runs, the CPU's task stays current, makes no progress and is not charged. */
final class Interrupts {

    private final SimState sim;
    private final Execution execution;
    private final Switching switching;
    private final List<Pressure> sources = new ArrayList<>();
    private final int firstSlot;

    /**
     * @param firstSlot the first of as many slots as the run has sources of pressure
     */
    Interrupts(SimState sim, Execution execution, Switching switching, int firstSlot) {
        this.sim = sim;
        this.execution = execution;
        this.switching = switching;
        this.firstSlot = firstSlot;
        for (Pressure pressure : sim.spec.pressure()) {
            if (pressure.kind() == Pressure.Kind.IRQ) {
                int slot = firstSlot + sources.size();
                sources.add(pressure);
                sim.cpu(pressure.cpu());
                sim.queue.define(slot, EventClass.IRQ_BEGIN);
                sim.queue.arm(slot, pressure.offsetNs());
            }
        }
    }

    /** Whether there is any. */
    boolean any() {
        return !sources.isEmpty();
    }

    /** An interrupt takes its CPU. */
    void begin(int slot) {
        Pressure source = sources.get(slot - firstSlot);
        sim.queue.arm(slot, sim.nowNs + source.periodNs());
        SimCpu c = sim.cpu(source.cpu());
        if (!c.online) {
            return;
        }
        sim.clock(c);
        execution.spend(c, source.durationNs());
        c.irqToldNs = Math.max(c.irqToldNs, sim.nowNs);
        c.irqUntilNs = Math.max(c.irqUntilNs, sim.nowNs) + source.durationNs();
        sim.queue.arm(c.slot(SimCpu.IRQ_END), c.irqUntilNs);
        sim.observer.pressure(sim.nowNs, c.cpu, source.durationNs());
        execution.armSegment(c);
        if (c.switching != SimCpu.Switching.NO) {
            switching.postpone(c);
        }
    }

    /** The CPU is back from its interrupts. */
    void end(SimCpu c) {
        sim.queue.cancel(c.slot(SimCpu.IRQ_END));
        sim.clock(c);
        switching.returnToUser(c);
    }
}
