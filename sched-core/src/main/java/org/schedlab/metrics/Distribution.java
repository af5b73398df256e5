package org.schedlab.metrics;

/**
 * A distribution of times in ns. Percentiles are of the nearest rank: the value that is reached by the given part of all values. They are
 * exact for few values, beyond that within the histogram's precision (see {@link RunCollector}); n, mean and max are always exact. When n is 0 the other figures are 0 and mean nothing.
 *
 * @param n number of values
 * @param meanNs arithmetic mean
 */
public record Distribution(long n, double meanNs, long p50Ns, long p90Ns, long p99Ns, long p999Ns, long maxNs) {

    /** No values. */
    public static final Distribution NONE = new Distribution(0, 0, 0, 0, 0, 0, 0);
}
