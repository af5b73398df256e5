package org.schedlab.metrics;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one task group used and how it was throttled: a row of the result. Immutable. What is null was not counted, as for groups without a
 * quota.
 *
 * @param path of the group, {@code /a/b}
 * @param cpuNs time on CPUs of its tasks and those of the groups below
 * @param share {@code cpuNs} as a part of the measured time of one CPU
 * @param nrPeriods enforcement periods
 * @param nrThrottled periods in which a queue of the group was throttled
 * @param throttledNs time for which queues of the group were throttled, summed over CPUs
 * @param nrBursts periods in which more than the quota was used
 * @param burstNs time used beyond the quota
 */
public record GroupResult(
        String path,
        long cpuNs,
        double share,
        @Nullable Long nrPeriods,
        @Nullable Long nrThrottled,
        @Nullable Long throttledNs,
        @Nullable Long nrBursts,
        @Nullable Long burstNs) {

    private static final long US = 1_000;

    /** From the keys of a {@code cpu.stat} of version 2. */
    public static GroupResult of(String path, long cpuNs, long measuredNs, Map<String, Long> stat) {
        return new GroupResult(
                path,
                cpuNs,
                measuredNs == 0 ? 0 : (double) cpuNs / measuredNs,
                stat.get("nr_periods"),
                stat.get("nr_throttled"),
                ns(stat.get("throttled_usec")),
                stat.get("nr_bursts"),
                ns(stat.get("burst_usec")));
    }

    private static @Nullable Long ns(@Nullable Long us) {
        return us == null ? null : us * US;
    }
}
