package org.schedlab.engine;

import org.jspecify.annotations.Nullable;
import org.schedlab.mechanism.CpuRunQueue;

/** A CPU as the simulation sees it: the mechanism's queues, who runs, how far, and what the kernel's paths still take. */
final class SimCpu {

    /** Timer slots of a CPU, in this order. */
    static final int TICK = 0;

    static final int SLICE_END = 1;
    static final int SEGMENT_END = 2;
    static final int IRQ_END = 3;
    static final int RESCHED = 4;
    static final int SLOTS = 5;

    /** What its RESCHED slot stands for. */
    enum Switching {
        /** Nothing. */
        NO,
        /** An interrupt from another CPU is under way; the running task goes on meanwhile. */
        ASKED,
        /** The switch has begun: the running task makes no progress any more. */
        BEGUN
    }

    final int cpu;
    final CpuRunQueue rq;
    final int firstSlot;
    boolean online = true;

    /** Who runs, or null when idle. */
    @Nullable
    SimTask running;

    /** Up to when the running task's progress has been counted. */
    long progressAtNs;

    /** Until when paths of the kernel and interrupts hold the CPU: no progress before. */
    long kernelUntilNs;

    /** Until when an interrupt holds the CPU, and up to when its time has been told to the mechanism. */
    long irqUntilNs;

    long irqToldNs;

    /** Work per ns: capacity, less when a sibling is busy. */
    long speed;

    Switching switching = Switching.NO;

    /** The last count that observers were told. */
    int toldNrRunning;

    SimCpu(int cpu, CpuRunQueue rq, int firstSlot) {
        this.cpu = cpu;
        this.rq = rq;
        this.firstSlot = firstSlot;
        this.speed = rq.capacityOrig();
    }

    int slot(int which) {
        return firstSlot + which;
    }

    /** Whether it has been asked to reschedule, at once or lazily. */
    boolean needsResched() {
        return rq.resched() || rq.lazyResched();
    }
}
