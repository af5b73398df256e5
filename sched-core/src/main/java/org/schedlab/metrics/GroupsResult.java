package org.schedlab.metrics;

import java.util.List;

/**
 * The task groups of a run. Immutable.
 *
 * @param groups a row per group, in order of creation, removed ones too
 * @param leaf what the lists of queues with load cost
 */
public record GroupsResult(List<GroupResult> groups, Leaf leaf) {

    public GroupsResult {
        groups = List.copyOf(groups);
    }

    /**
     * The lists of queues with load (leaf_cfs_rq_list) and the passes over them (update_blocked_averages). Immutable.
     *
     * @param passes over a CPU's list
     * @param queuesVisited by all passes
     * @param pruned taken off because nothing was left of their load
     * @param addedByEnqueue put on a list because a task was queued
     * @param costNs what the passes would have cost, {@link #PASS_NS} each and {@link #QUEUE_NS} for each queue; nobody was charged for it
     * @param otherPathsNs what the run's wakeups, switches, ticks and searches for CPUs cost by the path costs
     * @param lengths by CPU at the end
     * @param overTime by CPU, as seen at ticks and before and after passes
     */
    public record Leaf(
            long passes,
            long queuesVisited,
            long pruned,
            long addedByEnqueue,
            long costNs,
            long otherPathsNs,
            List<Integer> lengths,
            LengthsOverTime overTime) {

        /** What a pass over an empty list takes in recorded kernels of 5.10 to 7.3. */
        public static final long PASS_NS = 900;

        /** What each queue of a pass takes in recorded kernels of 5.10 to 7.3. */
        public static final long QUEUE_NS = 100;

        public Leaf {
            lengths = List.copyOf(lengths);
        }

        /** What passes cost. */
        public static long cost(long passes, long queuesVisited) {
            return PASS_NS * passes + QUEUE_NS * queuesVisited;
        }

        /** Queues looked at by one pass, on average. */
        public double queuesPerPass() {
            return passes == 0 ? 0 : (double) queuesVisited / passes;
        }

        /** The passes' part of the time in the scheduler, them included. */
        public double shareOfScheduling() {
            return costNs == 0 ? 0 : (double) costNs / (costNs + otherPathsNs);
        }
    }
}
