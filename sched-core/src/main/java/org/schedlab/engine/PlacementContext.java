package org.schedlab.engine;

import org.jspecify.annotations.Nullable;
import org.schedlab.mechanism.Task;
import org.schedlab.spi.CpuView;
import org.schedlab.spi.PlacementReasons;
import org.schedlab.spi.TaskView;
import org.schedlab.spi.WakeContext;
import org.schedlab.spi.WakeKind;
import org.schedlab.topology.CpuMask;
import org.schedlab.trace.PlacementObserver;

/** The circumstances of a placement, filled anew for each. */
final class PlacementContext implements WakeContext {

    private final SimState sim;
    private WakeKind kind = WakeKind.WAKE;
    private boolean sync;
    private @Nullable TaskView waker;
    private boolean inTask;
    private int thisCpu;
    private int prevCpu;
    private final long scanCpuNs;
    private int scanned;
    private long scanNs;
    private @Nullable PlacementReasons reasons;

    PlacementContext(SimState sim) {
        this.sim = sim;
        this.scanCpuNs = sim.spec.costs().scanCpuNs();
    }

    PlacementContext with(Task task, WakeKind newKind, boolean byTask, boolean isSync, SimCpu from) {
        int prev = task.cpu();
        kind = newKind;
        inTask = byTask;
        sync = isSync;
        waker = from.running == null ? null : from.running.task;
        thisCpu = from.cpu;
        prevCpu = prev;
        scanned = 0;
        scanNs = 0;
        PlacementObserver watcher = sim.placementObserver;
        if (watcher != null) {
            int wakerIndex = SimState.indexOf(from.running);
            reasons = watcher.placing(sim.nowNs, sim.of(task).index, kind, sync, inTask, thisCpu, wakerIndex, prev);
        }
        return this;
    }

    /** Time that the search took. */
    long scanNs() {
        return scanNs;
    }

    /** Tells the observer, if it wanted to know. */
    void placed(int cpu) {
        PlacementObserver watcher = sim.placementObserver;
        if (watcher != null && reasons != null) {
            watcher.placed(cpu, scanned, scanNs);
        }
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
    public boolean inTask() {
        return inTask;
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
        scanned += cpus;
        scanNs += cpus * scanCpuNs;
        return cpus * scanCpuNs;
    }

    @Override
    public @Nullable PlacementReasons reasons() {
        return reasons;
    }
}
