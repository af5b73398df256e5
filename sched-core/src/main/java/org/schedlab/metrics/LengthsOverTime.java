package org.schedlab.metrics;

import java.util.List;

/**
 * How long a list per CPU was over a run, in steps of equal length, the last of which may be cut short. Immutable.
 *
 * @param stepNs what a step lasts
 * @param endNs end of the last step
 * @param means by CPU and step, weighted by time
 * @param longest by CPU and step
 */
public record LengthsOverTime(long stepNs, long endNs, List<List<Double>> means, List<List<Integer>> longest) {

    public LengthsOverTime {
        means = means.stream().map(List::copyOf).toList();
        longest = longest.stream().map(List::copyOf).toList();
    }

    /** Steps of each CPU. */
    public int steps() {
        return means.isEmpty() ? 0 : means.get(0).size();
    }

    /** When a step ends. */
    public long stepEndNs(int step) {
        return Math.min(endNs, (step + 1) * stepNs);
    }

    /** The mean of a CPU over the steps from one to before another, weighted by time; 0 for none. */
    public double mean(int cpu, int fromStep, int toStep) {
        double sum = 0;
        for (int step = fromStep; step < toStep; step++) {
            sum += means.get(cpu).get(step) * (stepEndNs(step) - step * stepNs);
        }
        long lasted = toStep > fromStep ? stepEndNs(toStep - 1) - fromStep * stepNs : 0;
        return lasted == 0 ? 0 : sum / lasted;
    }

    /** The longest that the list of a CPU was. */
    public int longest(int cpu) {
        return longest.get(cpu).stream().mapToInt(Integer::intValue).max().orElse(0);
    }
}
