package org.schedlab.arith;

/**
 * Utilisation of a CPU (0 to its original capacity), also as it would be after moving a task. Stateless and thread-safe, constant time.
 * Follows {@code cpu_util} and {@code task_util_est}.
 */
public final class CpuUtil {
    /** Top bit of {@code util_est}: "util_avg has not changed since"; never part of the value. */
    public static final long UTIL_AVG_UNCHANGED = 0x8000_0000L;
    /** No destination: the utilisation without the task. */
    public static final int NO_CPU = -1;

    private CpuUtil() {}

    /** Returns a task's estimate without the flag bit (6.8 and later, one field). */
    public static long taskUtilEst(long utilEst) {
        return utilEst & ~UTIL_AVG_UNCHANGED;
    }

    /** Returns a task's estimate from the two fields before 6.8. */
    public static long taskUtilEst(long ewma, long enqueued) {
        return Math.max(ewma, enqueued & ~UTIL_AVG_UNCHANGED);
    }

    /** 4.0 to 4.16: the average, capped. */
    public static long cpuUtil40(long utilAvg, long capacityOrig) {
        return Math.min(utilAvg, capacityOrig);
    }

    /** 4.17 to 6.3 without a task to move: average or queued estimates, capped. */
    public static long cpuUtil417(long utilAvg, long utilEst, boolean useEst, long capacityOrig) {
        return Math.min(useEst ? Math.max(utilAvg, utilEst) : utilAvg, capacityOrig);
    }

    /**
     * Moves one term of a task between the CPUs: added if the task comes to {@code cpu}, taken off (not below 0) if it leaves it.
     *
     * @param taskCpu where the task is accounted
     * @param dstCpu where it would go, {@link #NO_CPU} for nowhere
     */
    public static long moved(long cpuTerm, long taskTerm, int cpu, int taskCpu, int dstCpu) {
        if (taskCpu == cpu && dstCpu != cpu) {
            return Unsigned.subPositive(cpuTerm, taskTerm);
        }
        return taskCpu != cpu && dstCpu == cpu ? cpuTerm + taskTerm : cpuTerm;
    }

    /** The estimates of a CPU when a task moves (6.5 and later): a destination counts the task even if it is here already. */
    public static long movedEst(long cpuEst, long taskEst, int cpu, int dstCpu, boolean queuedOrCurrentHere) {
        if (dstCpu == cpu) {
            return cpuEst + taskEst;
        }
        return queuedOrCurrentHere ? Unsigned.subPositive(cpuEst, taskEst) : cpuEst;
    }

    /**
     * 6.12 and later: the largest of the moved average, the moved runnable average if {@code boost}, and the moved estimates if
     * {@code useEst}; capped. The terms come from {@link #moved} and {@link #movedEst}.
     */
    public static long cpuUtil612(
            long utilMoved, long runnableMoved, boolean boost, long estMoved, boolean useEst, long capacityOrig) {
        long util = boost ? Unsigned.max(utilMoved, runnableMoved) : utilMoved;
        if (useEst) {
            util = Unsigned.max(util, estMoved);
        }
        return Unsigned.min(util, capacityOrig);
    }

    /** 6.5 to 6.8: the boost first lifts the CPU's average to its runnable average, then the task's utilisation is moved. */
    public static long boosted68(long utilAvg, long runnableAvg, boolean boost) {
        return boost ? Unsigned.max(utilAvg, runnableAvg) : utilAvg;
    }
}
