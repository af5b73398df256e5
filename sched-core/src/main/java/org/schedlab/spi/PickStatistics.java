package org.schedlab.spi;

/**
 * How a pick policy came to its answers in one run: counters, not times. The policy counts every choice that it makes, those that only test
 * whether a wakee would win included. Follows the statistics proposed in "sched/eevdf: Optimize reweight and pick" (November 2023, patch 4,
 * never merged). One thread; counting allocates nothing.
 */
public final class PickStatistics {

    private long sole;
    private long buddies;
    private long currents;
    private long leftmosts;
    private long descents;
    private long visits;
    private long descentVisits;

    /** The only entity was the answer. */
    public void countSole() {
        sole++;
    }

    /** The next buddy was the answer. */
    public void countBuddy() {
        buddies++;
    }

    /** The running entity was the answer. */
    public void countCurrent() {
        currents++;
    }

    /** A search ended at the leftmost node. */
    public void countLeftmost() {
        leftmosts++;
        visits++;
    }

    /** The leftmost node was looked at in vain; a descent follows. */
    public void countMiss() {
        visits++;
    }

    /** A search had to walk down the tree and stood on {@code nodes} nodes. */
    public void countDescent(int nodes) {
        descents++;
        visits += nodes;
        descentVisits += nodes;
    }

    /** Picks answered because there was one entity alone. */
    public long sole() {
        return sole;
    }

    /** Picks answered by the next buddy. */
    public long buddies() {
        return buddies;
    }

    /** Picks answered by the running entity, after a search or without one. */
    public long currents() {
        return currents;
    }

    /** Searches answered by the leftmost node, in O(1). */
    public long leftmosts() {
        return leftmosts;
    }

    /** Searches that walked down the tree. */
    public long descents() {
        return descents;
    }

    /** Nodes visited by all searches, leftmost nodes that were no answer included. */
    public long visits() {
        return visits;
    }

    /** Nodes visited by the searches that walked down. */
    public long descentVisits() {
        return descentVisits;
    }

    /** Searches of the tree: by the leftmost or by descent. */
    public long searches() {
        return leftmosts + descents;
    }
}
