package org.schedlab.engine;

import org.jspecify.annotations.Nullable;
import org.schedlab.spi.CpuView;
import org.schedlab.spi.PlacementReasons;
import org.schedlab.spi.TaskView;
import org.schedlab.spi.WakeContext;
import org.schedlab.spi.WakeKind;
import org.schedlab.topology.CpuMask;

/** The circumstances of a placement, filled anew for each. */
final class PlacementContext implements WakeContext {

    private final SimState sim;
    private WakeKind kind = WakeKind.WAKE;
    private boolean sync;
    private @Nullable TaskView waker;
    private int thisCpu;
    private int prevCpu;

    PlacementContext(SimState sim) {
        this.sim = sim;
    }

    PlacementContext with(WakeKind newKind, boolean isSync, SimCpu from, int prev) {
        kind = newKind;
        sync = isSync;
        waker = from.running == null ? null : from.running.task;
        thisCpu = from.cpu;
        prevCpu = prev;
        return this;
    }

    @Override
    public WakeKind kind() {
        return kind;
    }

    @Override
    public boolean sync() {
        return sync;
    }

    @Override
    public @Nullable TaskView waker() {
        return waker;
    }

    @Override
    public int thisCpu() {
        return thisCpu;
    }

    @Override
    public int prevCpu() {
        return prevCpu;
    }

    @Override
    public long nowNs() {
        return sim.nowNs;
    }

    @Override
    public CpuView cpu(int cpu) {
        return sim.mechanism.cpu(cpu);
    }

    @Override
    public CpuMask online() {
        return sim.online;
    }

    @Override
    public CpuMask idleCpus() {
        return sim.idleCpus;
    }

    @Override
    public CpuMask schedIdleCpus() {
        return sim.schedIdleCpus;
    }

    @Override
    public long scanned(int cpus) {
        return 0;
    }

    @Override
    public @Nullable PlacementReasons reasons() {
        return null;
    }
}
