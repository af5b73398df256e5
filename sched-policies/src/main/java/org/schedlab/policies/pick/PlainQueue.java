package org.schedlab.policies.pick;

import org.jspecify.annotations.Nullable;
import org.schedlab.spi.QueueView;

/** A reference discipline's state of a queue. */
final class PlainQueue {

    final QueueView view;
    final PlainTree tree = new PlainTree();

    /** The highest place given so far (arrival number), or the pass of whoever ran last. */
    long last;

    /** The running entity; it is not in the tree. */
    @Nullable
    PlainEntity curr;

    PlainQueue(QueueView view) {
        this.view = view;
    }

    void insert(PlainEntity e) {
        tree.insert(e);
    }

    void remove(PlainEntity e) {
        tree.remove(e);
    }
}
