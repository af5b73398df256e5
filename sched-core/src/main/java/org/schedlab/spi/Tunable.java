package org.schedlab.spi;

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
 */
public record Tunable(String name, long value, long min, long max, boolean scaled, String releases, String meaning) {

    public Tunable {
        if (!name.matches("[a-z][a-z0-9_]*")) {
            throw new IllegalArgumentException("tunable name (" + name + ") must be lower case");
        }
        if (value < min || value > max) {
            throw new IllegalArgumentException("tunable " + name + " (" + value + ") is outside " + min + ".." + max);
        }
    }
}
