package org.schedlab.pelt;

/**
 * The PELT clock of one queue under bandwidth control: it stands still while the queue is throttled, so that waiting for quota neither decays
 * nor raises its signals.
 *
 * <p>Times are ns of {@link PeltClock#rqClockPeltNs}. Mutable, confined to one thread; constant time. Follows {@code cfs_rq_clock_pelt} with
 * {@code throttle_count} (5.1 to 6.17) or {@code pelt_clock_throttled} (7.x): the caller says when freezing starts and ends.
 */
public final class CfsPeltClock {
    private boolean frozen;
    private long frozenAtNs;
    private long frozenTimeNs;

    /** Returns the queue's time when its CPU's PELT time is {@code rqClockPeltNs}. */
    public long nowNs(long rqClockPeltNs) {
        return (frozen ? frozenAtNs : rqClockPeltNs) - frozenTimeNs;
    }

    /** Whether the clock stands still. */
    public boolean frozen() {
        return frozen;
    }

    /** Returns how long it has stood still in all, not counting a standstill that lasts. */
    public long frozenTimeNs() {
        return frozenTimeNs;
    }

    /** Stops the clock; does nothing if it stands already. */
    public void freeze(long rqClockPeltNs) {
        if (!frozen) {
            frozen = true;
            frozenAtNs = rqClockPeltNs;
        }
    }

    /** Lets the clock go on from where it stood; does nothing if it runs. */
    public void unfreeze(long rqClockPeltNs) {
        if (frozen) {
            frozen = false;
            frozenTimeNs += rqClockPeltNs - frozenAtNs;
        }
    }

    /** Takes over the standstills of another queue of the CPU, as a new group's queue does from its CPU ({@code sync_throttle}). */
    public void copyFrom(CfsPeltClock other) {
        frozen = other.frozen;
        frozenAtNs = other.frozenAtNs;
        frozenTimeNs = other.frozenTimeNs;
    }

    /** Loads a saved state. */
    public void restore(boolean savedFrozen, long savedFrozenAtNs, long savedFrozenTimeNs) {
        frozen = savedFrozen;
        frozenAtNs = savedFrozenAtNs;
        frozenTimeNs = savedFrozenTimeNs;
    }
}
