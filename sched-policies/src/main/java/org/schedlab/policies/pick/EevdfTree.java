package org.schedlab.policies.pick;

/**
 * The queued entities of an EEVDF timeline. Ordered by virtual deadline, each node carries the smallest vruntime of its subtree (6.8 onwards);
 * ordered by vruntime, the smallest deadline (6.6 and 6.7). Both carry the slice bounds of the subtree.
 *
 * <p>The shape is part of the behaviour: with {@code slicesFollowRotation} off, a rotation hands over the smallest value alone and leaves the
 * slice bounds of the node that rises as they were, as 6.12 does; on, it hands over all three (7.x).
 */
final class EevdfTree extends RbTree<EevdfEntity> {

    private final boolean byDeadline;
    private final boolean slicesFollowRotation;

    EevdfTree(boolean byDeadline, boolean slicesFollowRotation) {
        this.byDeadline = byDeadline;
        this.slicesFollowRotation = slicesFollowRotation;
    }

    /** Smallest vruntime of a tree that is not empty. */
    long minVruntime() {
        EevdfEntity e = byDeadline ? root() : first();
        if (e == null) {
            throw new IllegalStateException("the timeline is empty");
        }
        return byDeadline ? e.subtreeMin : e.vruntime;
    }

    @Override
    boolean before(EevdfEntity a, EevdfEntity b) {
        return byDeadline ? a.deadline - b.deadline < 0 : a.vruntime - b.vruntime < 0;
    }

    /** The value whose smallest each subtree carries. */
    private long carried(EevdfEntity e) {
        return byDeadline ? e.vruntime : e.deadline;
    }

    @Override
    void single(EevdfEntity e) {
        e.subtreeMin = carried(e);
        e.minSliceNs = e.sliceNs;
        e.maxSliceNs = e.sliceNs;
    }

    @Override
    void handOver(EevdfEntity from, EevdfEntity to) {
        to.subtreeMin = from.subtreeMin;
        if (slicesFollowRotation) {
            to.minSliceNs = from.minSliceNs;
            to.maxSliceNs = from.maxSliceNs;
        }
    }

    @Override
    boolean refresh(EevdfEntity e) {
        long min = carried(e);
        long minSlice = e.sliceNs;
        long maxSlice = e.sliceNs;
        EevdfEntity l = e.left;
        if (l != null) {
            min = l.subtreeMin - min < 0 ? l.subtreeMin : min;
            minSlice = Math.min(minSlice, l.minSliceNs);
            maxSlice = Math.max(maxSlice, l.maxSliceNs);
        }
        EevdfEntity r = e.right;
        if (r != null) {
            min = r.subtreeMin - min < 0 ? r.subtreeMin : min;
            minSlice = Math.min(minSlice, r.minSliceNs);
            maxSlice = Math.max(maxSlice, r.maxSliceNs);
        }
        boolean changed =
                min != e.subtreeMin || minSlice != e.minSliceNs || (slicesFollowRotation && maxSlice != e.maxSliceNs);
        e.subtreeMin = min;
        e.minSliceNs = minSlice;
        e.maxSliceNs = maxSlice;
        return changed;
    }
}
