package org.schedlab.policies.placement;

import org.schedlab.spi.CpuView;
import org.schedlab.spi.Settings;
import org.schedlab.spi.TaskView;
import org.schedlab.topology.domain.SchedDomain;

/**
 * Decides whether the idle search starts at the waker's CPU or at the task's previous one (wake_affine with its idle and weight halves, 4.14 and
 * later). O(1).
 */
final class WakeAffine implements AffineRule {

    private final Machine machine;
    private final boolean useIdle;
    private final boolean useWeight;
    private final boolean bias;
    private final boolean prevIdle;
    private final boolean runnableLoad;
    private final boolean tiesPull;
    private final boolean delayedSleep;

    WakeAffine(Machine machine, Settings settings) {
        this.machine = machine;
        useIdle = settings.isOn("WA_IDLE");
        useWeight = settings.isOn("WA_WEIGHT");
        bias = settings.isOn("WA_BIAS");
        prevIdle = settings.isOn("WA_PREV_IDLE");
        runnableLoad = machine.generation.before(Generation.V5_10);
        tiesPull = machine.generation.before(Generation.V5_10);
        delayedSleep = machine.generation.since(Generation.V6_12);
    }

    @Override
    public int affine(Decision d, SchedDomain sd, int thisCpu, int prev) {
        int target = Decision.NONE;
        if (useIdle) {
            target = idlePart(d, thisCpu, prev);
        }
        String half = "affine idle";
        if (useWeight && target == Decision.NONE) {
            half = "affine weight";
            target = weightPart(d, sd, thisCpu, prev);
        }
        boolean pull = target == thisCpu;
        d.ended(half, pull ? "search pulled to the waker's cpu" : "search stays at the previous cpu");
        return pull ? thisCpu : prev;
    }

    /** wake_affine_idle. */
    @Override
    public int idlePart(Decision d, int thisCpu, int prev) {
        CpuView here = d.cpu(thisCpu);
        if (here.idle() && machine.share(thisCpu, prev)) {
            return d.cpu(prev).idle() ? prev : thisCpu;
        }
        int alone = here.nrRunning() - (delayedSleep ? here.hNrDelayed() : 0);
        if (d.sync && alone == 1) {
            return thisCpu;
        }
        if (prevIdle && d.cpu(prev).idle()) {
            return prev;
        }
        return Decision.NONE;
    }

    private long load(CpuView cpu) {
        return runnableLoad ? cpu.runnableLoadAvg() : cpu.loadAvg();
    }

    /** wake_affine_weight. */
    @Override
    public int weightPart(Decision d, SchedDomain sd, int thisCpu, int prev) {
        long here = load(d.cpu(thisCpu));
        if (d.sync) {
            TaskView waker = d.context.waker();
            long leaves = waker == null ? 0 : waker.hLoad();
            if (leaves > here) {
                return thisCpu;
            }
            here -= leaves;
        }
        long taskLoad = d.task.hLoad();
        here += taskLoad;
        long there = load(d.cpu(prev)) - taskLoad;
        if (bias) {
            here *= 100;
            there *= 100 + (sd.imbalancePct() - 100) / 2;
        }
        here *= d.cpu(prev).capacity();
        there *= d.cpu(thisCpu).capacity();
        if (d.sync && !tiesPull) {
            there += 1;
        }
        boolean pull = tiesPull ? here <= there : here < there;
        return pull ? thisCpu : Decision.NONE;
    }
}
