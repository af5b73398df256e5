package org.schedlab.metrics;

import org.jspecify.annotations.Nullable;
import org.schedlab.spi.PickStatistics;

/**
 * How the next tasks of a run were found, as its pick policy counted; choices that only test whether a wakee would win included. Immutable.
 *
 * @param sole answered because there was one entity alone
 * @param buddies answered by the next buddy
 * @param currents answered by the running entity
 * @param leftmosts searches answered by the leftmost node
 * @param descents searches that walked down the tree
 * @param visits nodes visited by all searches, looks at the leftmost included
 * @param descentVisits nodes visited by the searches that walked down
 */
public record PickResult(
        long sole, long buddies, long currents, long leftmosts, long descents, long visits, long descentVisits) {

    /** The counts of a policy, or null when it has none. */
    public static @Nullable PickResult of(@Nullable PickStatistics counts) {
        return counts == null
                ? null
                : new PickResult(
                        counts.sole(),
                        counts.buddies(),
                        counts.currents(),
                        counts.leftmosts(),
                        counts.descents(),
                        counts.visits(),
                        counts.descentVisits());
    }

    /** Searches of the tree: by the leftmost or by descent. */
    public long searches() {
        return leftmosts + descents;
    }

    /** The part of the searches that the leftmost answered, 0 without any. */
    public double leftmostShare() {
        return searches() == 0 ? 0 : (double) leftmosts / searches();
    }

    /** Nodes per search, 0 without any. */
    public double visitsPerSearch() {
        return searches() == 0 ? 0 : (double) visits / searches();
    }
}
