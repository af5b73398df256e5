package org.schedlab.mechanism;

/** What the lists of queues with load, one per CPU, have cost so far. Read whenever wanted; no call allocates. */
public interface LeafStatistics {

    /** Queues on the list of a CPU now. */
    int length(int cpu);

    /** Passes of update_blocked_averages over all CPUs. */
    long passes();

    /** Queues that these passes looked at. */
    long queuesVisited();

    /** Queues that these passes took off. */
    long pruned();

    /** Queues put on a list, again or for the first time, because a task was queued. */
    long addedByEnqueue();
}
