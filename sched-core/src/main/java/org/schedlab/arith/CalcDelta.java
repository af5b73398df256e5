package org.schedlab.arith;

/**
 * Scales a time span by a ratio of weights, {@code delta · weight / lw}, in the two ways that kernels do it.
 *
 * <p>Up to 6.12, and on 32-bit 7.x, a 32-bit reciprocal and a shift replace the division ({@link #shift}), so the answer depends on the
 * reciprocal: pass the table's for task weights and {@link Weights#inverse} for all others. 64-bit 7.3 divides ({@link #divide}). Spans are
 * ns; weights are full-resolution. Stateless and thread-safe, constant time. Follows {@code __calc_delta} and {@code calc_delta_fair}.
 */
public final class CalcDelta {
    private CalcDelta() {}

    /**
     * {@code __calc_delta} with reciprocal and shift (4.0 to 6.12).
     *
     * @param deltaNs u64 span
     * @param weight full-resolution numerator weight, below 2^42
     * @param lwInverse 32-bit reciprocal of the denominator weight, not 0
     */
    public static long shift(long deltaNs, long weight, long lwInverse) {
        return shiftPlain(deltaNs, Weights.scaleLoadDown(weight), lwInverse);
    }

    /** {@link #shift} with a numerator that is already plain, as all weights of 4.0 are. */
    public static long shiftPlain(long deltaNs, long plainWeight, long lwInverse) {
        long fact = plainWeight;
        int shift = 32;
        int excess = excessBits(fact);
        shift -= excess;
        fact >>>= excess;
        fact = Unsigned.u32(fact) * lwInverse;
        excess = excessBits(fact);
        shift -= excess;
        fact >>>= excess;
        return Unsigned.mulU64U32Shr(deltaNs, Unsigned.u32(fact), shift);
    }

    /** {@link #shift} where the caller's reciprocal may be 0, "not computed yet": then that of {@code lwWeight} is used. */
    public static long shift(long deltaNs, long weight, long lwWeight, long lwInverse) {
        return shift(deltaNs, weight, lwInverse == 0 ? Weights.inverse(lwWeight) : lwInverse);
    }

    /** How many bits a value needs beyond 32. */
    private static int excessBits(long value) {
        return 32 - Integer.numberOfLeadingZeros((int) (value >>> 32));
    }

    /**
     * {@code __calc_delta} of 64-bit 7.3: one division; the product wraps at 2^64.
     *
     * @param lwWeight full-resolution denominator weight, not 0
     */
    public static long divide(long deltaNs, long weight, long lwWeight) {
        return Long.divideUnsigned(deltaNs * weight, lwWeight);
    }

    /** {@code calc_delta_fair} up to 6.12: the span in virtual time of an entity; nice 0 passes unchanged. A reciprocal of 0 is computed. */
    public static long fair(long deltaNs, long weight, long inverse) {
        return weight == Weights.NICE_0_LOAD ? deltaNs : shift(deltaNs, Weights.NICE_0_LOAD, weight, inverse);
    }

    /** {@code calc_delta_fair} of 64-bit 7.3. */
    public static long fairDivide(long deltaNs, long weight) {
        return weight == Weights.NICE_0_LOAD ? deltaNs : divide(deltaNs, Weights.NICE_0_LOAD, weight);
    }

    /** {@code calc_delta_fair} of 4.0, whose weights are plain. A reciprocal of 0 is computed. */
    public static long fairUnscaled(long deltaNs, long plainWeight, long inverse) {
        if (plainWeight == Weights.NICE_0_LOAD_UNSCALED) {
            return deltaNs;
        }
        return shiftPlain(
                deltaNs, Weights.NICE_0_LOAD_UNSCALED, inverse == 0 ? Weights.inverseOfPlain(plainWeight) : inverse);
    }
}
