package org.schedlab.engine;

/**
 * Something outside the workload that takes a CPU periodically. Immutable.
 *
 * @param kind what takes it
 * @param cpu CPU
 * @param periodNs distance of the beginnings, positive
 * @param durationNs how long each time, less than the period
 * @param offsetNs when it begins first
 */
public record Pressure(Kind kind, int cpu, long periodNs, long durationNs, long offsetNs) {

    /** What takes the CPU. */
    public enum Kind {
        /**
         * An interrupt: the current task stays current, its execution clock stands still ({@code clock_task}), it preempts nothing else. The
         * kernel sees it as IRQ time.
         */
        IRQ,
        /** A real-time task (FIFO, priority 50) pinned to the CPU, named {@code pressure/CPU}. */
        RT
    }

    public Pressure {
        if (cpu < 0 || periodNs <= 0 || durationNs <= 0 || durationNs >= periodNs || offsetNs < 0) {
            throw new IllegalArgumentException("pressure on cpu " + cpu + " (" + durationNs + " ns of every " + periodNs
                    + " ns from " + offsetNs + " ns) needs 0 < duration < period");
        }
    }
}
