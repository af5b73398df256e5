package org.schedlab.examples.shared;

import java.util.Objects;
import org.schedlab.metrics.PlacementResult;
import org.schedlab.metrics.RunResult;
import org.schedlab.metrics.TaskResult;

/**
 * One run and what was watched besides. Immutable.
 *
 * @param result the figures of the run
 * @param awayFromIdlePrev wakeups put on another socket although the previous CPU was idle
 * @param away wakeups put on another socket
 */
public record Outcome(RunResult result, long awayFromIdlePrev, long away) {

    /** How the CPUs were chosen. */
    public PlacementResult placement() {
        return Objects.requireNonNull(result.placement(), "the bundled placement counts");
    }

    /** A count as a part of all wakeups decided, in percent. */
    public double percent(long count) {
        return 100.0 * count / Math.max(1, placement().wakeups());
    }

    /** CPUs tested by searches for each wakeup decided. */
    public double scannedPerWakeup() {
        return (double) placement().cpusScanned() / Math.max(1, placement().wakeups());
    }

    /** Mean run delay of all threads whose kind begins so, in µs. */
    public double meanDelayUs(String prefix) {
        double sum = 0;
        long n = 0;
        for (TaskResult row : result.groups()) {
            if (row.kind().startsWith(prefix)) {
                sum += row.runDelay().meanNs() * row.runDelay().n();
                n += row.runDelay().n();
            }
        }
        return n == 0 ? 0 : sum / n / 1_000;
    }

    /** CPU time of all threads whose kind begins so, in ms: what they got done. */
    public double cpuMs(String prefix) {
        long ns = 0;
        for (TaskResult row : result.groups()) {
            ns += row.kind().startsWith(prefix) ? row.cpuNs() : 0;
        }
        return ns / 1e6;
    }
}
