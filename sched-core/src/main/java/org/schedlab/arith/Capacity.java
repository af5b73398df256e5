package org.schedlab.arith;

/**
 * CPU capacity on the 1024 scale: what other classes leave, whether a utilisation fits, and how many CPUs an idle search may visit.
 *
 * <p>{@code capacityOrig} is the hardware's, never reduced; {@code capacity} is what is left for fair tasks, at least 1 while the CPU is
 * online. Stateless and thread-safe, constant time. Follows {@code scale_rt_capacity}, {@code fits_capacity}, {@code capacity_greater},
 * {@code util_fits_cpu}, {@code check_cpu_capacity}, {@code wake_cap}, {@code update_idle_cpu_scan} of the releases named at each method.
 */
public final class Capacity {
    /** Capacity of the biggest CPU. */
    public static final long CAPACITY_SCALE = 1024;
    /** A utilisation fits below 1024/1280 = 80 % of a capacity. */
    public static final long FIT_MARGIN = 1280;
    /** A capacity is greater than another beyond 1078/1024, about 5 %. */
    public static final long GREATER_MARGIN = 1078;

    private Capacity() {}

    /** Whether a utilisation fits a capacity with the 20 % margin ({@code fits_capacity}, {@code task_fits_capacity}). */
    public static boolean fits(long util, long capacity) {
        return util * FIT_MARGIN < capacity * CAPACITY_SCALE;
    }

    /** Whether a capacity is noticeably greater than another ({@code capacity_greater}, 5.14 and later). */
    public static boolean greater(long capacity, long other) {
        return capacity * CAPACITY_SCALE > other * GREATER_MARGIN;
    }

    /** Whether other classes or interrupts have reduced a CPU noticeably against a domain's {@code imbalance_pct} ({@code check_cpu_capacity}). */
    public static boolean reduced(long capacity, long capacityOrig, long imbalancePct) {
        return capacity * imbalancePct < capacityOrig * 100;
    }

    /**
     * The part of 1024 that realtime time leaves in 4.0.
     *
     * @param rtAvg ns of other classes' time, halved every {@code periodNs}
     * @return the scale to multiply a capacity with, may be 0
     */
    public static long scaleRt40(long rqClockNs, long ageStampNs, long rtAvg, long periodNs) {
        long total = periodNs + Math.max(0, rqClockNs - ageStampNs);
        long available = Long.compareUnsigned(total, rtAvg) < 0 ? 0 : total - rtAvg;
        return Long.divideUnsigned(available, Math.max(total, CAPACITY_SCALE) >> 10);
    }

    /** The part of 1024 that realtime time leaves in 4.12 and 4.16, where {@code rtAvg} carries the frequency scale (× 1024). At least 1. */
    public static long scaleRt412(long rqClockNs, long ageStampNs, long rtAvg, long periodNs) {
        long total = periodNs + Math.max(0, rqClockNs - ageStampNs);
        long used = Long.divideUnsigned(rtAvg, total);
        return Long.compareUnsigned(used, CAPACITY_SCALE) < 0 ? CAPACITY_SCALE - used : 1;
    }

    /** Applies {@link #scaleRt40} or {@link #scaleRt412} to a capacity; at least 1. */
    public static long scaled(long capacity, long scale) {
        return Math.max(1, (capacity * scale) >> 10);
    }

    /**
     * Capacity for fair tasks, 4.19 to 6.6: thermal pressure counts as time used by others. May be 0; {@link #atLeastOne} makes it a CPU's
     * capacity.
     */
    public static long scaleRt419(long capacityOrig, long irqUtil, long rtUtil, long dlUtil, long thermalLoadAvg) {
        return scaleRtPelt(capacityOrig, irqUtil, rtUtil + dlUtil + thermalLoadAvg);
    }

    /**
     * Capacity for fair tasks, 6.10 and later: pressure ({@link #pressure}) lowers the maximum instead, and interrupts scale against the
     * lowered maximum. May be 0; {@link #atLeastOne} makes it a CPU's capacity.
     */
    public static long scaleRt610(long capacityOrig, long irqUtil, long rtUtil, long dlUtil, long pressure) {
        return scaleRtPelt(capacityOrig - pressure, irqUtil, rtUtil + dlUtil);
    }

    /** The capacity that is stored for a CPU: never 0, since it divides ({@code update_cpu_capacity}). */
    public static long atLeastOne(long scaledCapacity) {
        return Math.max(1, scaledCapacity);
    }

    private static long scaleRtPelt(long max, long irqUtil, long used) {
        if (Long.compareUnsigned(irqUtil, max) >= 0 || Long.compareUnsigned(used, max) >= 0) {
            return 1;
        }
        return Long.divideUnsigned((max - used) * (max - irqUtil), max);
    }

    /** Capacity lost to hardware, 6.10 and later: the larger of tracked hardware pressure and the cpufreq cap. */
    public static long pressure(long hwLoadAvg, long cpufreqPressure) {
        return Math.max(hwLoadAvg, cpufreqPressure);
    }

    /**
     * Whether a utilisation fits a CPU under utilisation clamps (6.1 and later).
     *
     * @param uclampUsed whether any clamp is in force; without, only {@link #fits} counts
     * @param pressure capacity lost: thermal pressure up to 6.9, {@link #pressure} later
     * @return 1 fits, 0 does not, −1 fits except that the minimum clamp asks for more than the CPU can give now
     */
    public static int utilFitsCpu(
            long util,
            boolean uclampUsed,
            long uclampMin,
            long uclampMax,
            long capacity,
            long capacityOrig,
            long pressure) {
        boolean fits = fits(util, capacity);
        if (!uclampUsed) {
            return fits ? 1 : 0;
        }
        boolean unclampedBig = capacityOrig == CAPACITY_SCALE && uclampMax == CAPACITY_SCALE;
        fits |= !unclampedBig && uclampMax <= capacityOrig;
        long min = Math.min(uclampMin, uclampMax);
        if (fits && util < min && min > capacityOrig - pressure) {
            return -1;
        }
        return fits ? 1 : 0;
    }

    /** Whether a wakeup must not be affine because the task is too big for the smaller of two CPUs ({@code wake_cap}, 4.8 to 5.6). */
    public static boolean wakeCap(long capacityOrigPrev, long capacityOrigCpu, long rdMaxCapacity, long taskUtil) {
        long low = Math.min(capacityOrigPrev, capacityOrigCpu);
        if (rdMaxCapacity - low < rdMaxCapacity >> 3) {
            return false;
        }
        return low * CAPACITY_SCALE < taskUtil * FIT_MARGIN;
    }

    /** CPUs that SIS_UTIL lets an idle search visit in an LLC of {@code llcWeight} CPUs whose utilisations add up to {@code sumUtil} (5.19 and later). */
    public static long nrIdleScan(long llcWeight, long sumUtil, long imbalancePct) {
        long x = Long.divideUnsigned(sumUtil, llcWeight);
        long t = Long.divideUnsigned(x * x * imbalancePct * imbalancePct, 10_000 * CAPACITY_SCALE);
        long y = CAPACITY_SCALE - Unsigned.min(t, CAPACITY_SCALE);
        return y * llcWeight / CAPACITY_SCALE;
    }
}
