package org.schedlab.policies.pick;

import org.jspecify.annotations.Nullable;

/** Waiting entities in the order of their keys, each node carrying the sum of the weights of its subtree. */
final class PlainTree extends RbTree<PlainEntity> {

    @Override
    boolean before(PlainEntity a, PlainEntity b) {
        return a.key - b.key < 0;
    }

    @Override
    boolean refresh(PlainEntity node) {
        long sum = node.weight + weightOf(node.left) + weightOf(node.right);
        boolean changed = sum != node.subtreeWeight;
        node.subtreeWeight = sum;
        return changed;
    }

    @Override
    void handOver(PlainEntity from, PlainEntity to) {
        to.subtreeWeight = from.subtreeWeight;
    }

    @Override
    void single(PlainEntity node) {
        node.subtreeWeight = node.weight;
    }

    private static long weightOf(@Nullable PlainEntity node) {
        return node == null ? 0 : node.subtreeWeight;
    }

    /** Sum of all weights. */
    long weight() {
        return weightOf(root());
    }

    /** The entity on whose stretch {@code ticket}, 0 to {@link #weight} - 1, falls when weights are laid end to end in order; O(log n). */
    PlainEntity at(long ticket) {
        PlainEntity node = root();
        long rest = ticket;
        while (node != null) {
            long left = weightOf(node.left);
            if (rest < left) {
                node = node.left;
            } else if (rest < left + node.weight) {
                return node;
            } else {
                rest -= left + node.weight;
                node = node.right;
            }
        }
        throw new IllegalStateException("ticket (" + ticket + ") is beyond the weights");
    }
}
