package org.schedlab.cgroup;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.input.Printable;

/**
 * The content of a {@code cpu.stat}. Times are ns, whichever unit the file has: version 1 counts {@code throttled_time} in ns, version 2
 * {@code throttled_usec} in microseconds. Immutable.
 *
 * @param values all keys of the file in its order, with the numbers as they stand there
 */
public record CpuStat(Map<String, Long> values) {

    private static final long US = 1_000;
    private static final int MAX_DIGITS = 18;
    private static final int MAX_KEYS = 200;

    public CpuStat {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /**
     * Reads lines of a key and a number.
     *
     * @throws IllegalArgumentException with the line in its message when one is not
     */
    public static CpuStat parse(String text) {
        Map<String, Long> values = new LinkedHashMap<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            String[] words = line.strip().split("\\s+");
            boolean digits = words.length == 2 && words[1].matches("\\d{1," + MAX_DIGITS + "}");
            if (!digits || values.size() >= MAX_KEYS) {
                throw new CpuStatException(number, line);
            }
            values.put(words[0], Long.valueOf(words[1]));
        }
        return new CpuStat(values);
    }

    /** A line that cannot be read. */
    public static final class CpuStatException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;
        private final int line;

        CpuStatException(int line, String text) {
            super("line (" + Printable.quoted(text) + ") is not a key and a number");
            this.line = line;
        }

        /** Its number, from 1. */
        public int line() {
            return line;
        }
    }

    /** CPU time of the group, ns, or null. */
    public @Nullable Long usageNs() {
        return micro("usage_usec");
    }

    /** Enforcement periods, or null. */
    public @Nullable Long nrPeriods() {
        return values.get("nr_periods");
    }

    /** Periods in which the group was throttled, or null. */
    public @Nullable Long nrThrottled() {
        return values.get("nr_throttled");
    }

    /** Time for which queues of the group were throttled, summed over CPUs, ns, or null. */
    public @Nullable Long throttledNs() {
        Long ns = values.get("throttled_time");
        return ns != null ? ns : micro("throttled_usec");
    }

    /** Periods in which a burst was used, or null. */
    public @Nullable Long nrBursts() {
        return values.get("nr_bursts");
    }

    /** Run time beyond the quota, ns, or null. */
    public @Nullable Long burstNs() {
        Long ns = values.get("burst_time");
        return ns != null ? ns : micro("burst_usec");
    }

    /** Whether more periods were throttled than there were: no kernel counts so, somebody edited the file. */
    public boolean impossible() {
        Long periods = nrPeriods();
        Long throttled = nrThrottled();
        return periods != null && throttled != null && throttled > periods;
    }

    private @Nullable Long micro(String key) {
        Long us = values.get(key);
        return us == null ? null : us * US;
    }
}
