package org.schedlab.metrics;

import java.util.List;

/**
 * What one thread did in a run, or all threads of one kind together: a row of the result. Immutable.
 *
 * @param name thread name, or the kind's name in a row of a group
 * @param kind the kind's name
 * @param threads 1, or the number of threads of the kind
 * @param cpuNs time on CPUs
 * @param share {@code cpuNs} as a part of the measured time of one CPU; of a kind the sum over its threads
 * @param switches times it left a CPU
 * @param voluntary of these, to sleep or to end
 * @param preempted of these, while still runnable
 * @param wakeups wakeups that queued it
 * @param migrations changes of CPU
 * @param runDelay from wakeup (sched_waking) to running
 * @param preemptWait from losing the CPU while runnable to running again
 * @param runLength uninterrupted time on a CPU
 * @param cpuNsByCpu time by CPU, indexed by CPU number
 */
public record TaskResult(
        String name,
        String kind,
        int threads,
        long cpuNs,
        double share,
        long switches,
        long voluntary,
        long preempted,
        long wakeups,
        long migrations,
        Distribution runDelay,
        Distribution preemptWait,
        Distribution runLength,
        List<Long> cpuNsByCpu) {

    public TaskResult {
        cpuNsByCpu = List.copyOf(cpuNsByCpu);
    }
}
