package org.schedlab.spi;

import java.util.Arrays;
import java.util.List;

/**
 * A number that changes behaviour, declared by the module or plugin that reads it.
 *
 * @param name lower case with its unit, as in {@code base_slice_ns}
 * @param value value where a profile does not say, before scaling
 * @param min smallest value allowed
 * @param max largest value allowed
 * @param scaled whether profile values are multiplied by the CPU factor, as the kernel does at boot; values that a user writes are taken as they are
 * @param releases in which releases it exists, for people
 * @param meaning one line
 * @param values the only values that there are, ascending; empty when every value from {@code min} to {@code max} is good
 */
public record Tunable(
        String name,
        long value,
        long min,
        long max,
        boolean scaled,
        String releases,
        String meaning,
        List<Long> values) {

    public Tunable {
        if (!name.matches("[a-z][a-z0-9_]*")) {
            throw new IllegalArgumentException("tunable name (" + name + ") must be lower case");
        }
        if (value < min || value > max) {
            throw new IllegalArgumentException("tunable " + name + " (" + value + ") is outside " + min + ".." + max);
        }
        values = List.copyOf(values);
        if (!values.isEmpty() && !values.contains(value)) {
            throw new IllegalArgumentException("tunable " + name + " (" + value + ") is none of " + values);
        }
    }

    /** A tunable that takes every value from {@code min} to {@code max}. */
    public Tunable(String name, long value, long min, long max, boolean scaled, String releases, String meaning) {
        this(name, value, min, max, scaled, releases, meaning, List.of());
    }

    /** A tunable that names one of a few things. */
    public static Tunable oneOf(String name, long value, String releases, String meaning, Long... values) {
        List<Long> all = Arrays.stream(values).sorted().toList();
        return new Tunable(name, value, all.get(0), all.get(all.size() - 1), false, releases, meaning, all);
    }

    /** Whether a user may write this value. */
    public boolean takes(long number) {
        return values.isEmpty() ? number >= min && number <= max : values.contains(number);
    }

    /** The value nearest to {@code number} that it takes, the smaller one of two. */
    public long nearest(long number) {
        long inRange = Math.min(Math.max(number, min), max);
        long best = values.isEmpty() ? inRange : values.get(0);
        for (long candidate : values) {
            if (Math.abs(candidate - inRange) < Math.abs(best - inRange)) {
                best = candidate;
            }
        }
        return best;
    }
}
