package org.schedlab.examples.pelt;

import org.schedlab.arith.Weights;
import org.schedlab.pelt.HalfLife;
import org.schedlab.pelt.Pelt;
import org.schedlab.pelt.SchedAvg;

/**
 * {@code util_avg} of a nice-0 task that runs for some periods and then sleeps for as many, on every period border, with the closed form.
 * Immutable once made.
 */
final class StepCurve {
    private static final long PERIOD_NS = (long) HalfLife.PERIOD_UNITS << Pelt.UNIT_SHIFT;
    private static final double FULL = 1024;

    private final int halfLifePeriods;
    private final int runPeriods;
    private final long[] model;

    private StepCurve(int halfLifePeriods, int runPeriods, long[] model) {
        this.halfLifePeriods = halfLifePeriods;
        this.runPeriods = runPeriods;
        this.model = model;
    }

    static StepCurve of(HalfLife halfLife, int runPeriods) {
        Pelt pelt = new Pelt(halfLife);
        SchedAvg task = new SchedAvg();
        long[] model = new long[2 * runPeriods + 1];
        for (int period = 1; period < model.length; period++) {
            long nowNs = period * PERIOD_NS;
            boolean running = period <= runPeriods;
            pelt.updateSe(nowNs, task, Weights.NICE_0_LOAD, running, running ? 1 : 0, running);
            model[period] = task.utilAvg();
        }
        return new StepCurve(halfLife.periods(), runPeriods, model);
    }

    int length() {
        return model.length;
    }

    int runPeriods() {
        return runPeriods;
    }

    long model(int period) {
        return model[period];
    }

    double closedForm(int period) {
        double risen = FULL * (1 - Math.pow(0.5, (double) Math.min(period, runPeriods) / halfLifePeriods));
        return period <= runPeriods ? risen : risen * Math.pow(0.5, (double) (period - runPeriods) / halfLifePeriods);
    }

    double worstDifference() {
        double worst = 0;
        for (int period = 0; period < model.length; period++) {
            worst = Math.max(worst, Math.abs(model[period] - closedForm(period)));
        }
        return worst;
    }

    /** The first period at which the average reaches a level on the way up, or −1. */
    int reaches(long level) {
        for (int period = 0; period <= runPeriods; period++) {
            if (model[period] >= level) {
                return period;
            }
        }
        return -1;
    }
}
