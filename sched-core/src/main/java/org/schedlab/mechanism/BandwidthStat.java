package org.schedlab.mechanism;

/**
 * What {@code cpu.stat} says of a group's bandwidth, in ns; text is for whoever prints it. Immutable.
 *
 * @param nrPeriods periods that ended while the timer ran
 * @param nrThrottled periods at whose end some queue was throttled
 * @param throttledNs time that queues spent throttled, summed over CPUs
 * @param nrBursts periods that used more than the quota
 * @param burstNs what they used beyond it
 */
public record BandwidthStat(long nrPeriods, long nrThrottled, long throttledNs, long nrBursts, long burstNs) {

    private static final long NS_PER_US = 1000;

    /** The lines of cgroup v2: times in µs. */
    public String v2() {
        return "nr_periods " + nrPeriods + "\nnr_throttled " + nrThrottled + "\nthrottled_usec "
                + throttledNs / NS_PER_US + "\nnr_bursts " + nrBursts + "\nburst_usec " + burstNs / NS_PER_US + "\n";
    }

    /** The lines of cgroup v1: times in ns. */
    public String v1() {
        return "nr_periods " + nrPeriods + "\nnr_throttled " + nrThrottled + "\nthrottled_time " + throttledNs
                + "\nnr_bursts " + nrBursts + "\nburst_time " + burstNs + "\n";
    }
}
