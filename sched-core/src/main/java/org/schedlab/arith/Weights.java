package org.schedlab.arith;

/**
 * Load weights: the nice table with its reciprocals, the two weight resolutions, and the cgroup spellings of a weight.
 *
 * <p>A <em>full-resolution</em> weight has ten extra bits (nice 0 = {@link #NICE_0_LOAD} = 1&nbsp;048&nbsp;576; 64-bit kernels since 4.7,
 * {@code scale_load}); 4.0 works in plain table units (nice 0 = {@link #NICE_0_LOAD_UNSCALED}). Every weight has a 32-bit reciprocal
 * ({@code load_weight.inv_weight}): task weights carry the <em>table's</em> rounded one, all other weights
 * {@code floor(0xffffffff / scaleLoadDown(w))}; the two differ in the last digit and the difference is visible in virtual times. A
 * {@code struct load_weight} is therefore two fields held by the caller, weight and reciprocal, the latter 0 while not computed.
 *
 * <p>Stateless and thread-safe. Follows {@code sched_prio_to_weight}, {@code sched_prio_to_wmult}, {@code scale_load_down} and
 * {@code cpu_weight_*} of 4.0 to 7.3.
 */
public final class Weights {
    /** Bits between plain and full resolution ({@code SCHED_FIXEDPOINT_SHIFT}). */
    public static final int LOAD_SHIFT = 10;
    /** Full-resolution weight of nice 0. */
    public static final long NICE_0_LOAD = 1L << (2 * LOAD_SHIFT);
    /** Weight of nice 0 in 4.0, which has no extra resolution. */
    public static final long NICE_0_LOAD_UNSCALED = 1L << LOAD_SHIFT;
    /** Plain weight of a SCHED_IDLE task and of a group with {@code cpu.idle}. */
    public static final int WEIGHT_IDLEPRIO = 3;
    /** Table reciprocal of a SCHED_IDLE task. */
    public static final long WMULT_IDLEPRIO = 1_431_655_765L;
    /** Largest reciprocal ({@code WMULT_CONST}). */
    public static final long WMULT_CONST = 0xffff_ffffL;
    /** Smallest weight of a scaled-down non-zero load. */
    public static final long MIN_LOAD = 2;
    /** Lowest nice value. */
    public static final int MIN_NICE = -20;
    /** Highest nice value. */
    public static final int MAX_NICE = 19;
    /** {@code cpu.weight} of a new group. */
    public static final int DEFAULT_CPU_WEIGHT = 100;
    /** Largest {@code cpu.weight}; the smallest is 1. */
    public static final int MAX_CPU_WEIGHT = 10_000;

    private static final int[] NICE_TO_WEIGHT = {
        88761, 71755, 56483, 46273, 36291, 29154, 23254, 18705, 14949, 11916, //
        9548, 7620, 6100, 4904, 3906, 3121, 2501, 1991, 1586, 1277, //
        1024, 820, 655, 526, 423, 335, 272, 215, 172, 137, //
        110, 87, 70, 56, 45, 36, 29, 23, 18, 15
    };

    private static final int[] NICE_TO_WMULT = {
        48388, 59856, 76040, 92818, 118348, 147320, 184698, 229616, 287308, 360437, //
        449829, 563644, 704093, 875809, 1099582, 1376151, 1717300, 2157191, 2708050, 3363326, //
        4194304, 5237765, 6557202, 8165337, 10153587, 12820798, 15790321, 19976592, 24970740, 31350126, //
        39045157, 49367440, 61356676, 76695844, 95443717, 119304647, 148102320, 186737708, 238609294, 286331153
    };

    private Weights() {}

    /** Returns the plain table weight of a nice value, 15 to 88761. */
    public static int niceToWeight(int nice) {
        return NICE_TO_WEIGHT[index(nice)];
    }

    /** Returns the table reciprocal of a nice value. */
    public static long niceToWmult(int nice) {
        return NICE_TO_WMULT[index(nice)];
    }

    private static int index(int nice) {
        if (nice < MIN_NICE || nice > MAX_NICE) {
            throw new IllegalArgumentException("Nice value (" + nice + ") is out of range.\nMaybe use a value from "
                    + MIN_NICE + " to " + MAX_NICE + ".");
        }
        return nice - MIN_NICE;
    }

    /**
     * Returns the table reciprocal of a plain weight if it is a task weight (one of the nice table or {@link #WEIGHT_IDLEPRIO}), else 0,
     * which means "compute by {@link #inverse}". At most six comparisons.
     */
    public static long tableInverse(long plainWeight) {
        if (plainWeight == WEIGHT_IDLEPRIO) {
            return WMULT_IDLEPRIO;
        }
        int low = 0;
        int high = NICE_TO_WEIGHT.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int weight = NICE_TO_WEIGHT[middle];
            if (weight == plainWeight) {
                return NICE_TO_WMULT[middle];
            }
            if (weight > plainWeight) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return 0;
    }

    /** Returns the full-resolution weight of a plain one. */
    public static long scaleLoad(long plainWeight) {
        return plainWeight << LOAD_SHIFT;
    }

    /** Returns the plain weight of a full-resolution one: 0 stays 0, all others become at least 2. */
    public static long scaleLoadDown(long fullWeight) {
        return fullWeight == 0 ? 0 : Math.max(MIN_LOAD, fullWeight >>> LOAD_SHIFT);
    }

    /**
     * Returns the lazily made reciprocal of a full-resolution weight: {@code floor(0xffffffff / scaleLoadDown(w))}, at least 1 and at most
     * {@link #WMULT_CONST} (which is the answer for weight 0).
     */
    public static long inverse(long fullWeight) {
        return inverseOfPlain(scaleLoadDown(fullWeight));
    }

    /** {@link #inverse} of a weight that is already plain, as 4.0 has them. */
    public static long inverseOfPlain(long plainWeight) {
        if (Long.compareUnsigned(plainWeight, WMULT_CONST) >= 0) {
            return 1;
        }
        return plainWeight == 0 ? WMULT_CONST : WMULT_CONST / plainWeight;
    }

    /** Returns the full-resolution shares of a {@code cpu.weight} (1 to 10000), rounded half up. */
    public static long cpuWeightToShares(int cpuWeight) {
        long plain = (cpuWeight * 1024L + DEFAULT_CPU_WEIGHT / 2) / DEFAULT_CPU_WEIGHT;
        return scaleLoad(plain);
    }

    /** Returns the {@code cpu.weight} that is read back for full-resolution shares, rounded half up and clamped to 1 to 10000. */
    public static int sharesToCpuWeight(long shares) {
        long weight = (scaleLoadDown(shares) * DEFAULT_CPU_WEIGHT + 512) / 1024;
        return (int) Unsigned.clamp(weight, 1, MAX_CPU_WEIGHT);
    }

    /** Returns the full-resolution shares of a {@code cpu.weight.nice}. */
    public static long cpuWeightNiceToShares(int nice) {
        return scaleLoad(niceToWeight(nice));
    }

    /**
     * Returns the {@code cpu.weight.nice} that is read back for full-resolution shares: scanning from nice −20 downwards, the last value
     * before the distance to the table weight stops shrinking.
     */
    public static int sharesToCpuWeightNice(long shares) {
        long weight = scaleLoadDown(shares);
        long last = Integer.MAX_VALUE;
        int index = 0;
        for (; index < NICE_TO_WEIGHT.length; index++) {
            long delta = Math.abs(NICE_TO_WEIGHT[index] - weight);
            if (delta >= last) {
                break;
            }
            last = delta;
        }
        return index - 1 + MIN_NICE;
    }

    /** Whether a full-resolution weight is that of a nice level or of SCHED_IDLE, whose reciprocals stand in a table. */
    public static boolean isNiceWeight(long fullWeight) {
        long plain = scaleLoadDown(fullWeight);
        if (scaleLoad(plain) != fullWeight) {
            return false;
        }
        boolean found = plain == WEIGHT_IDLEPRIO;
        for (int nice = MIN_NICE; nice <= MAX_NICE && !found; nice++) {
            found = niceToWeight(nice) == plain;
        }
        return found;
    }
}
