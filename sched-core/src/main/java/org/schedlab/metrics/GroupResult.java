package org.schedlab.metrics;

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
        @Nullable Long burstNs) {}
