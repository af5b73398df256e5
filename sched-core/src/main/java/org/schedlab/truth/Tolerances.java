package org.schedlab.truth;

/**
 * How far a recorded figure may lie outside the model's span over its runs. The kernels themselves, each run against its repeats, stay within these
 * for 98.7 % of the figures of the published recordings, but for 88 % of the runs in all figures at once. Immutable.
 *
 * @param sharePoints share of a kind of threads, in points of the whole machine
 * @param countsRelative switches and migrations, as a part
 * @param countsPerRootThread the same, times the root of the number of threads
 * @param countsLeast the same, at least
 * @param delayFactor percentiles of the run delay
 * @param delayLeastNs the same, at least, in ns
 * @param p50Least wakeups for which the median is compared; below, their number is
 * @param p99Least wakeups for which the 99th percentile is compared
 * @param busyPoints mean time with work over the CPUs, in points
 * @param throttledPeriods periods with throttling
 * @param throttledTimeRelative throttled time, as a part
 */
public record Tolerances(
        double sharePoints,
        double countsRelative,
        double countsPerRootThread,
        double countsLeast,
        double delayFactor,
        double delayLeastNs,
        int p50Least,
        int p99Least,
        double busyPoints,
        double throttledPeriods,
        double throttledTimeRelative) {

    /** Those that were published with the recordings. */
    public static final Tolerances PUBLISHED =
            new Tolerances(1.0, 0.10, 3.0, 3.0, 2.0, 20_000, 30, 300, 1.0, 1.0, 0.05);
}
