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
     * @param lengths by CPU at the end
     * @param longest by CPU, as seen at its ticks and at the end
     */
    public record Leaf(
            long passes,
            long queuesVisited,
            long pruned,
            long addedByEnqueue,
            List<Integer> lengths,
            List<Integer> longest) {

        public Leaf {
            lengths = List.copyOf(lengths);
            longest = List.copyOf(longest);
        }
    }
}
