package org.schedlab.mechanism;

/** What a {@link GroupTree} asks of whoever drives the mechanism. Times are those of the CPUs' clocks, in ns. One thread. */
public interface GroupDriver {

    /** The present. */
    long nowNs();

    /** Brings the clock of a CPU up to the present. */
    void updateClock(int cpu);

    /** The tree changed what is queued on a CPU, or asked it to reschedule: to be looked at when the tree's operation has ended. */
    void changed(int cpu);

    /** {@link GroupTree#fire} of this timer is to be called at a time, instead of any that was set before. Timers are numbered from 0. */
    void arm(int timer, long atNs);

    /** A timer shall not expire. */
    void cancel(int timer);
}
