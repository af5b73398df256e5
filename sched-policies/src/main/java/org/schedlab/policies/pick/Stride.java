package org.schedlab.policies.pick;

import org.schedlab.arith.Weights;

/**
 * Stride scheduling (Waldspurger and Weihl, 1995): each entity advances by its time over its weight, and the one that is least advanced runs.
 * Who joins starts where the queue is, without credit for its sleep and without debt.
 */
final class Stride extends Plain {

    Stride(long quantumNs) {
        super(quantumNs);
    }

    @Override
    void join(PlainQueue q, PlainEntity e) {
        if (e.key - q.last < 0) {
            e.key = q.last;
        }
    }

    @Override
    void advance(PlainQueue q, PlainEntity e, long execNs) {
        e.key += execNs * Weights.NICE_0_LOAD / e.weight;
        PlainEntity first = q.tree.first();
        long least = first != null && first.key - e.key < 0 ? first.key : e.key;
        if (least - q.last > 0) {
            q.last = least;
        }
    }

    @Override
    void requeue(PlainQueue q, PlainEntity e) {}
}
