package org.schedlab.policies.pick;

/**
 * Order of arrival: first in, first out, where the current runs until it sleeps or yields; with a quantum, round robin. Weights do not count.
 */
final class Arrival extends Plain {

    /** {@code quantumNs} is {@link Long#MAX_VALUE} for first in, first out. */
    Arrival(long quantumNs) {
        super(quantumNs);
    }

    @Override
    void join(PlainQueue q, PlainEntity e) {
        e.key = ++q.last;
    }

    @Override
    void advance(PlainQueue q, PlainEntity e, long execNs) {}

    @Override
    void requeue(PlainQueue q, PlainEntity e) {
        e.key = ++q.last;
    }
}
