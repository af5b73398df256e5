package org.schedlab.bench;

import org.schedlab.arith.Weights;
import org.schedlab.pelt.CfsLoad;
import org.schedlab.pelt.HalfLife;
import org.schedlab.pelt.LoadTransfer;
import org.schedlab.pelt.Pelt;
import org.schedlab.pelt.PeltRelease;
import org.schedlab.pelt.SchedAvg;

/** One entity on one queue, updated in small or large steps. Mutable, confined to one thread; allocates nothing per step. */
public final class PeltSteps {
    /** One unit: of 1024 steps one crosses a period border. */
    private static final long SMALL_NS = 1024;

    private final Pelt pelt = new Pelt(HalfLife.MS_32);
    private final LoadTransfer transfer = new LoadTransfer(PeltRelease.V6_12, pelt);
    private final SchedAvg entity = new SchedAvg();
    private final CfsLoad queue = new CfsLoad();
    private long nowNs = 1L << 30;
    private long random = 88_172_645_463_325_252L;

    /** Creates an attached entity. */
    public PeltSteps() {
        queue.avg().startAt(nowNs);
        entity.initTask(Weights.NICE_0_LOAD);
        transfer.attach(queue, entity, Weights.NICE_0_LOAD);
    }

    /** Entity and queue advance by one unit. */
    public long withinPeriod() {
        return update(SMALL_NS);
    }

    /** Entity and queue advance by 1 to 16 ms, so that 1 to 16 borders are crossed. */
    public long acrossPeriods() {
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        return update((1L << 20) + (random & 0xef_ffff));
    }

    private long update(long stepNs) {
        nowNs += stepNs;
        boolean running = (nowNs & (1 << 22)) != 0;
        boolean crossed = pelt.updateSeAndCfsRq(
                nowNs, entity, Weights.NICE_0_LOAD, true, 1, running, queue.avg(), 3 * Weights.NICE_0_LOAD, 3, true);
        return crossed ? entity.utilAvg() : 0;
    }

    /** One attach and detach of the entity. */
    public long attachDetach() {
        transfer.detach(queue, entity, Weights.NICE_0_LOAD);
        transfer.attach(queue, entity, Weights.NICE_0_LOAD);
        return queue.avg().loadSum();
    }

    /** Prints the costs in U. */
    public static void main(String[] args) {
        PeltSteps within = new PeltSteps();
        PeltSteps across = new PeltSteps();
        PeltSteps moved = new PeltSteps();
        Interleaved.inU()
                .add("entity and queue, no border", steps -> {
                    long sum = 0;
                    for (int i = 0; i < steps; i++) {
                        sum += within.withinPeriod();
                    }
                    return sum;
                })
                .add("entity and queue, 1 to 16 borders", steps -> {
                    long sum = 0;
                    for (int i = 0; i < steps; i++) {
                        sum += across.acrossPeriods();
                    }
                    return sum;
                })
                .add("detach and attach", steps -> {
                    long sum = 0;
                    for (int i = 0; i < steps; i++) {
                        sum += moved.attachDetach();
                    }
                    return sum;
                })
                .run();
    }
}
