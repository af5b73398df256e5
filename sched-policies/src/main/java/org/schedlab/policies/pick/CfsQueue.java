package org.schedlab.policies.pick;

import org.jspecify.annotations.Nullable;
import org.schedlab.spi.QueueView;

/** CFS's state of a queue: its minimum, its tree, the running entity and the three buddies. */
final class CfsQueue {

    final QueueView view;
    final CfsTree tree = new CfsTree();

    /** min_vruntime: never moves backwards. Starts so that wrap-around happens at once. */
    long minVruntime = -(1L << 20);

    /** The running entity; it is not in the tree. */
    @Nullable
    CfsEntity curr;

    @Nullable
    CfsEntity next;

    @Nullable
    CfsEntity last;

    @Nullable
    CfsEntity skip;

    CfsQueue(QueueView view) {
        this.view = view;
    }

    /** The running entity while it is queued, else null. */
    @Nullable
    CfsEntity queuedCurr() {
        CfsEntity c = curr;
        return c != null && c.view.onRq() ? c : null;
    }

    /** update_min_vruntime: the smaller of current and leftmost, never backwards; {@code leaving} counts no longer. */
    void advanceMinimum(@Nullable CfsEntity leaving) {
        CfsEntity c = queuedCurr();
        if (c == leaving) {
            c = null;
        }
        CfsEntity first = tree.first();
        long candidate = minVruntime;
        if (c != null) {
            candidate = c.vruntime;
        }
        if (first != null && (c == null || first.vruntime - candidate < 0)) {
            candidate = first.vruntime;
        }
        if (candidate - minVruntime > 0) {
            minVruntime = candidate;
        }
    }
}
