package org.schedlab.policies.pick;

import org.jspecify.annotations.Nullable;
import org.schedlab.spi.PickStatistics;
import org.schedlab.spi.Settings;

/**
 * The search for the eligible entity with the earliest deadline, in the three forms of its history (LKML, "sched/eevdf: Optimize reweight and
 * pick", November 2023). Without DEADLINE_TREE the timeline is ordered by vruntime and a second descent looks for the earliest deadline in the
 * best subtree to the left (6.6, 6.7). With it one descent of a timeline ordered by deadline suffices. With PICK_FASTPATH the leftmost entity,
 * which has the earliest deadline of all, is tried before that, in O(1) (6.8 onwards).
 */
final class EevdfSearch {

    final boolean byDeadline;
    private final Eevdf eevdf;
    private final boolean fastPath;
    private final PickStatistics statistics;

    EevdfSearch(Eevdf eevdf, Settings settings, PickStatistics statistics) {
        this.eevdf = eevdf;
        this.statistics = statistics;
        byDeadline = settings.isOn("DEADLINE_TREE");
        fastPath = settings.isOn("PICK_FASTPATH");
    }

    /** The eligible entity of the tree with the earliest deadline, or null when none is eligible. */
    @Nullable
    EevdfEntity earliest(EevdfQueue q) {
        if (!byDeadline) {
            return twoDescents(q);
        }
        if (fastPath) {
            EevdfEntity first = q.tree.first();
            if (first != null && eevdf.eligibleAt(q, first.vruntime)) {
                statistics.countLeftmost();
                return first;
            }
            statistics.countMiss();
        }
        return descend(q);
    }

    /** Left as long as the left subtree holds an eligible entity, then this node, then right. */
    private @Nullable EevdfEntity descend(EevdfQueue q) {
        int visits = 0;
        EevdfEntity node = q.tree.root();
        while (node != null) {
            visits++;
            EevdfEntity left = node.left;
            if (left != null && eevdf.eligibleAt(q, left.subtreeMin)) {
                node = left;
            } else if (eevdf.eligibleAt(q, node.vruntime)) {
                break;
            } else {
                node = node.right;
            }
        }
        statistics.countDescent(visits);
        return node;
    }

    /**
     * First along the border between eligible and not: everything to the left of an eligible node is eligible too, so it is enough to remember
     * the node and the left subtree with the earliest deadlines. Then, if that subtree wins, down to the node that holds its deadline.
     */
    private @Nullable EevdfEntity twoDescents(EevdfQueue q) {
        int visits = 0;
        EevdfEntity best = null;
        EevdfEntity bestLeft = null;
        EevdfEntity node = q.tree.root();
        while (node != null) {
            visits++;
            if (!eevdf.eligibleAt(q, node.vruntime)) {
                node = node.left;
                continue;
            }
            if (best == null || node.deadline - best.deadline < 0) {
                best = node;
            }
            EevdfEntity left = node.left;
            if (left != null && (bestLeft == null || left.subtreeMin - bestLeft.subtreeMin < 0)) {
                bestLeft = left;
            }
            // Further right only if that is where the earliest deadline of this subtree is.
            boolean here = node.deadline == node.subtreeMin || (left != null && left.subtreeMin == node.subtreeMin);
            node = here ? null : node.right;
        }
        if (best != null && bestLeft != null && bestLeft.subtreeMin - best.deadline < 0) {
            long wanted = bestLeft.subtreeMin;
            best = bestLeft;
            visits++;
            while (best.deadline != wanted) {
                EevdfEntity left = best.left;
                EevdfEntity below = left != null && left.subtreeMin == wanted ? left : best.right;
                if (below == null) {
                    throw new IllegalStateException("no node of the subtree has its earliest deadline");
                }
                best = below;
                visits++;
            }
        }
        statistics.countDescent(visits);
        return best;
    }
}
