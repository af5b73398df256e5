package org.schedlab.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Keeps how long a list per CPU was over a run in bounded memory: time is cut into at most {@link #STEPS} steps, whose length doubles when the run
 * outgrows them; of each step and CPU the mean over time and the longest are kept. A length holds from the time at which it was told to the next.
 * Mutable, one thread; telling allocates nothing and is O(steps passed since the last).
 */
public final class LengthRecorder {

    /** Most steps that are kept. */
    public static final int STEPS = 128;

    /** What a step lasts at first. */
    public static final long FIRST_STEP_NS = 1_000_000;

    private final long[][] lengthNs;
    private final int[][] longest;
    private final int[] length;
    private final long[] toldNs;
    private long stepNs = FIRST_STEP_NS;

    /** All lists are empty at time 0. */
    public LengthRecorder(int cpus) {
        lengthNs = new long[cpus][STEPS];
        longest = new int[cpus][STEPS];
        length = new int[cpus];
        toldNs = new long[cpus];
    }

    /** The list of a CPU has a length from now on; times of one CPU do not go back. */
    public void tell(int cpu, long nowNs, int lengthNow) {
        while (nowNs >= STEPS * stepNs) {
            doubleStep();
        }
        hold(cpu, nowNs);
        length[cpu] = lengthNow;
        int step = (int) (nowNs / stepNs);
        longest[cpu][step] = Math.max(longest[cpu][step], lengthNow);
    }

    /** Accounts the length that has held since it was told. */
    private void hold(int cpu, long untilNs) {
        long at = toldNs[cpu];
        while (at < untilNs) {
            int step = (int) (at / stepNs);
            long to = Math.min(untilNs, (step + 1) * stepNs);
            lengthNs[cpu][step] += length[cpu] * (to - at);
            longest[cpu][step] = Math.max(longest[cpu][step], length[cpu]);
            at = to;
        }
        toldNs[cpu] = untilNs;
    }

    private void doubleStep() {
        for (int cpu = 0; cpu < length.length; cpu++) {
            long[] sums = lengthNs[cpu];
            int[] most = longest[cpu];
            for (int i = 0; i < STEPS / 2; i++) {
                sums[i] = sums[2 * i] + sums[2 * i + 1];
                most[i] = Math.max(most[2 * i], most[2 * i + 1]);
            }
            Arrays.fill(sums, STEPS / 2, STEPS, 0);
            Arrays.fill(most, STEPS / 2, STEPS, 0);
        }
        stepNs *= 2;
    }

    /** What was kept up to the end of the run; allocates. */
    public LengthsOverTime until(long endNs) {
        List<List<Double>> means = new ArrayList<>();
        List<List<Integer>> most = new ArrayList<>();
        for (int cpu = 0; cpu < length.length; cpu++) {
            tell(cpu, endNs, length[cpu]);
            List<Double> meansHere = new ArrayList<>();
            List<Integer> mostHere = new ArrayList<>();
            for (int step = 0; step * stepNs < endNs; step++) {
                long lasted = Math.min(endNs, (step + 1) * stepNs) - step * stepNs;
                meansHere.add((double) lengthNs[cpu][step] / lasted);
                mostHere.add(longest[cpu][step]);
            }
            means.add(meansHere);
            most.add(mostHere);
        }
        return new LengthsOverTime(stepNs, endNs, means, most);
    }
}
