package org.schedlab.policies.pick;

import org.jspecify.annotations.Nullable;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.RandomStream;

/**
 * Lottery scheduling (Waldspurger and Weihl, 1994): when a quantum is over, the winner is drawn among all that want to run, with a chance
 * proportional to the weight. Draws come from the policy's own random stream, so the same seed gives the same run. Picking is O(log n).
 */
final class Lottery extends Plain {

    private final RandomStream random;

    Lottery(long quantumNs, RandomStream random) {
        super(quantumNs);
        this.random = random;
    }

    @Override
    void join(PlainQueue q, PlainEntity e) {
        e.key = ++q.last;
    }

    @Override
    void advance(PlainQueue q, PlainEntity e, long execNs) {}

    @Override
    void requeue(PlainQueue q, PlainEntity e) {}

    @Override
    public @Nullable EntityView pick(PlainQueue q, @Nullable PlainEntity running, int flags) {
        PlainEntity curr = running != null && running.view.onRq() ? running : null;
        long waiting = q.tree.weight();
        long all = waiting + (curr == null ? 0 : curr.weight);
        if (all == 0) {
            return null;
        }
        long ticket = random.nextLong(all);
        if (curr != null && ticket >= waiting) {
            return curr.view;
        }
        return q.tree.at(ticket).view;
    }
}
