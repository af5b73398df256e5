package org.schedlab.pelt;

import org.schedlab.arith.Unsigned;

/**
 * How fast load tracking forgets: the number of 1024-µs periods after which a contribution counts half, with the decay tables that follow
 * from it.
 *
 * <p>32 is what every mainline release uses and what the golden vectors prove ({@code LOAD_AVG_MAX} 47742); 16 and 8 are built by the same
 * rule, so that their arithmetic is consistent in itself: factors {@code floor(y^n · (2^32 − 1))} with {@code y^halfLife = 1/2}, maximum the
 * fixed point of {@code max = decay(max, 1) + 1024}. (Vendor kernels that offer 8 and 16 ms ship maxima from another generator.)
 *
 * <p>Immutable and thread-safe; all functions are constant-time. Follows {@code decay_load} and {@code __accumulate_pelt_segments},
 * identical in 4.12 to 7.3.
 */
// The tables never leave the class and are never written after construction.
@SuppressWarnings("ImmutableEnumChecker")
public enum HalfLife {
    /** 32 periods, mainline. */
    MS_32(32),
    /** 16 periods. */
    MS_16(16),
    /** 8 periods. */
    MS_8(8);

    /** Length of a period in 1024-ns units. */
    public static final int PERIOD_UNITS = 1024;

    private final int periods;
    private final int shift;
    private final long[] inverse;
    private final long max;
    /** Units of n full periods after a border, decayed to now; index n, the last entry holds for all larger n. */
    private final long[] fullPeriods;
    /** {@code 2^63 / divider} rounded up, for each filling of the current period. */
    private final long[] reciprocals = new long[PERIOD_UNITS];

    HalfLife(int periods) {
        this.periods = periods;
        this.shift = Integer.numberOfTrailingZeros(periods);
        this.inverse = new long[periods];
        for (int n = 0; n < periods; n++) {
            // StrictMath: the same bits on every platform.
            inverse[n] = (long) (StrictMath.pow(0.5, (double) n / periods) * Unsigned.U32_MASK);
        }
        this.max = fixedPoint();
        this.fullPeriods = new long[periods * 16 + 1];
        for (int n = 1; n < fullPeriods.length; n++) {
            fullPeriods[n] = max - Unsigned.u32(decayLoad(max, n)) - PERIOD_UNITS;
        }
        for (int contrib = 0; contrib < PERIOD_UNITS; contrib++) {
            reciprocals[contrib] = Long.MAX_VALUE / (minDivider() + contrib) + 1;
        }
    }

    /** The decay factors; not to be written. */
    long[] inverses() {
        return inverse;
    }

    /** Units of n full periods that have just passed, decayed to now; the last entry holds for all larger n; not to be written. */
    long[] fullPeriodSums() {
        return fullPeriods;
    }

    /** {@code 2^63 / divider} rounded up, for each filling of the current period; not to be written. */
    long[] reciprocals() {
        return reciprocals;
    }

    private long fixedPoint() {
        long value = PERIOD_UNITS;
        long last;
        do {
            last = value;
            value = decayLoad(value, 1) + PERIOD_UNITS;
        } while (value != last);
        return value;
    }

    /** Returns the half-life in periods of 1024 µs. */
    public int periods() {
        return periods;
    }

    /** Returns the limit of a sum of full periods, {@code LOAD_AVG_MAX}: 47742 for 32 periods. */
    public long loadAvgMax() {
        return max;
    }

    /** Returns the smallest divider, {@code PELT_MIN_DIVIDER}: the maximum without the period that is just being filled. */
    public long minDivider() {
        return max - PERIOD_UNITS;
    }

    /** Returns the n-th decay factor as a 32-bit fraction, n from 0 to {@code periods() − 1}; the 0th is one short of 2^32. */
    public long inverse(int n) {
        return inverse[n];
    }

    /**
     * Returns {@code value · y^n} for a u64 value, rounded down at each step: 0 beyond 63 half-lives. With n = 0 a value below 2^32 loses one;
     * kernels since 4.3 never ask for that.
     *
     * @param n number of periods, u64
     */
    public long decayLoad(long value, long n) {
        if (Long.compareUnsigned(n, maxPeriods()) > 0) {
            return 0;
        }
        int count = (int) n;
        return scale(value >>> (count >>> shift), inverse[count & (periods - 1)]);
    }

    /** Returns the number of periods beyond which everything has decayed to 0. */
    long maxPeriods() {
        return periods * 63L;
    }

    /**
     * Returns {@code value · factor / 2^32} with the 96-bit product cut to 64 bits afterwards. Decay factors are between 2^31 and 2^32: shifted
     * to the top of a word they count as negative, so that the signed high half is short by the value itself, and by the factor where the value
     * counts as negative, too.
     */
    static long scale(long value, long factor) {
        long top = factor << 32;
        return Math.multiplyHigh(value, top) + value + ((value >> 63) & top);
    }

    /**
     * Returns the contribution of a span that crosses at least one period border, u32.
     *
     * @param periods borders crossed, at least 1
     * @param first units left in the old period
     * @param last units in the new period
     */
    public long segments(long periods, long first, long last) {
        long full = fullPeriods[(int) Unsigned.min(periods, fullPeriods.length - 1)];
        return Unsigned.u32(decayLoad(first, periods) + full + last);
    }
}
