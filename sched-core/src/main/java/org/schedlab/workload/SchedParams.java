package org.schedlab.workload;

import org.schedlab.spi.SchedulingPolicy;

/**
 * How a task is scheduled (sched_attr). Immutable.
 *
 * @param policy scheduling policy
 * @param nice -20 to 19; counts for fair policies
 * @param rtPriority 1 to 99 for FIFO and RR, 0 otherwise
 * @param sliceNs custom slice of a fair task in ns ({@code sched_runtime}, 6.12+), or 0 for the default
 */
public record SchedParams(SchedulingPolicy policy, int nice, int rtPriority, long sliceNs) {

    /** SCHED_OTHER, nice 0. */
    public static final SchedParams DEFAULT = nice(0);

    public SchedParams {
        if (nice < -20 || nice > 19) {
            throw new IllegalArgumentException("nice (" + nice + ") is outside -20..19");
        }
        if (policy.isFair() ? rtPriority != 0 : rtPriority < 1 || rtPriority > 99) {
            throw new IllegalArgumentException("priority (" + rtPriority + ") does not fit policy " + policy
                    + ": 1..99 for FIFO and RR, 0 for the others");
        }
        if (sliceNs < 0) {
            throw new IllegalArgumentException("sliceNs (" + sliceNs + ") must not be negative");
        }
    }

    /** SCHED_OTHER with a nice level. */
    public static SchedParams nice(int nice) {
        return new SchedParams(SchedulingPolicy.NORMAL, nice, 0, 0);
    }

    /** A fair policy with a nice level. */
    public static SchedParams fair(SchedulingPolicy policy, int nice) {
        return new SchedParams(policy, nice, 0, 0);
    }

    /** SCHED_FIFO or SCHED_RR with a priority, 99 the highest. */
    public static SchedParams realTime(SchedulingPolicy policy, int rtPriority) {
        return new SchedParams(policy, 0, rtPriority, 0);
    }

    /** The same with a custom slice. */
    public SchedParams withSliceNs(long ns) {
        return new SchedParams(policy, nice, rtPriority, ns);
    }
}
