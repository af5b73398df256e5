package org.schedlab.spi;

/** What a discipline may ask of the host while it decides on wakeup preemption. */
public interface PreemptContext {

    /** The {@link Op} bits of this wakeup: FORK, SYNC, RQ_SELECTED. */
    int flags();

    /** Charges the current on every level that the release charges here. */
    void charge();

    /** Takes a delayed entity off its queue for good; it must be delayed. */
    void finish(EntityView delayed);
}
