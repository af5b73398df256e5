package org.schedlab.policies.pick;

import org.jspecify.annotations.Nullable;
import org.schedlab.spi.QueueView;

/** EEVDF's state of a queue: its zero point, the sums over the tree, the tree, the running entity and the buddy. */
final class EevdfQueue {

    /** Initial zero point, chosen so that wrap-around happens at once. */
    static final long INITIAL_ZERO = -(1L << 20);

    final QueueView view;
    final EevdfTree tree;

    /** Zero point of virtual time: min_vruntime in 6.8, zero_vruntime since. */
    long v0 = INITIAL_ZERO;

    /** Σ w·(v − v0) over the tree. */
    long sumWv;

    /** Σ w over the tree. */
    long sumW;

    /** The running entity; it is not in the tree. */
    @Nullable
    EevdfEntity curr;

    @Nullable
    EevdfEntity next;

    EevdfQueue(QueueView view, EevdfTree tree) {
        this.view = view;
        this.tree = tree;
    }

    /** The running entity while it is queued, else null. */
    @Nullable
    EevdfEntity queuedCurr() {
        EevdfEntity c = curr;
        return c != null && c.view.onRq() ? c : null;
    }

    /** Entities on the timeline, the running one included. */
    int count() {
        return tree.size() + (queuedCurr() != null ? 1 : 0);
    }

    void insert(EevdfEntity e) {
        sumWv += e.sumWeight * (e.vruntime - v0);
        sumW += e.sumWeight;
        tree.insert(e);
    }

    void remove(EevdfEntity e) {
        tree.remove(e);
        sumWv -= e.sumWeight * (e.vruntime - v0);
        sumW -= e.sumWeight;
    }

    /** Moves the zero point and rebases the sum. */
    void moveZero(long delta) {
        sumWv -= sumW * delta;
        v0 += delta;
    }
}
