package org.schedlab.arith;

/**
 * Unsigned and saturating helpers in the widths that the scheduler uses. Stateless, thread-safe, constant time. Named after the kernel
 * helpers {@code mul_u64_u32_shr}, {@code sub_positive} and {@code add_positive}.
 */
public final class Unsigned {
    /** Mask of the low 32 bits: a u32 is a {@code long} in 0 to this value. */
    public static final long U32_MASK = 0xffff_ffffL;

    private Unsigned() {}

    /** Returns {@code value} cut to 32 bits. */
    public static long u32(long value) {
        return value & U32_MASK;
    }

    /**
     * Multiplies a u64 by a u32 with the full 96-bit product, shifts right and cuts the result to 64 bits.
     *
     * @param shift 0 to 32
     */
    public static long mulU64U32Shr(long value, long mul, int shift) {
        long low = (value & U32_MASK) * mul;
        long high = (value >>> 32) * mul;
        return (high << (32 - shift)) + (low >>> shift);
    }

    /** Returns {@code value − subtrahend} as u64, or 0 where that would wrap below zero. */
    public static long subPositive(long value, long subtrahend) {
        long difference = value - subtrahend;
        return Long.compareUnsigned(difference, value) > 0 ? 0 : difference;
    }

    /** Returns {@code value + delta} for a signed {@code delta}, or 0 where a negative delta would wrap below zero. */
    public static long addPositive(long value, long delta) {
        long sum = value + delta;
        return delta < 0 && Long.compareUnsigned(sum, value) > 0 ? 0 : sum;
    }

    /** {@link #subPositive} in 32 bits, for {@code util_sum}: the subtrahend is cut to 32 bits first. */
    public static long subPositiveU32(long value, long subtrahend) {
        long difference = u32(value - subtrahend);
        return difference > u32(value) ? 0 : difference;
    }

    /** {@link #addPositive} on a u32 with a 64-bit signed delta, for {@code util_sum}: only the result is cut to 32 bits. */
    public static long addPositiveU32(long value, long delta) {
        long sum = u32(value + delta);
        return delta < 0 && sum > u32(value) ? 0 : sum;
    }

    /** Returns the larger of two u64. */
    public static long max(long a, long b) {
        return Long.compareUnsigned(a, b) >= 0 ? a : b;
    }

    /** Returns the smaller of two u64. */
    public static long min(long a, long b) {
        return Long.compareUnsigned(a, b) <= 0 ? a : b;
    }

    /** Returns the larger of two values after both have been cut to 32 bits, as {@code max_t(u32, …)} does. */
    public static long maxU32(long a, long b) {
        return Math.max(u32(a), u32(b));
    }

    /** Kernel-style signed clamp: {@code low} wins below it, else {@code high} above it, also when {@code low > high}. */
    public static long clamp(long value, long low, long high) {
        if (value < low) {
            return low;
        }
        return value > high ? high : value;
    }
}
