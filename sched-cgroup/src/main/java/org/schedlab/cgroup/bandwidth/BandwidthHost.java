package org.schedlab.cgroup.bandwidth;

/** What pools need of what they stand in: time, timers, and the act of throttling. Called on the thread of the pools. */
public interface BandwidthHost {

    /** Now, on the clock of the timers. */
    long nowNs();

    /** The period timer of a pool shall fire at {@code atNs}; it is not armed already. */
    void armPeriod(CfsBandwidth pool, long atNs);

    /** The slack timer of a pool shall fire at {@code atNs}; it is not armed already. */
    void armSlack(CfsBandwidth pool, long atNs);

    /** The clock of a queue's CPU, which throttled time is measured with. */
    long clockNs(QueueRuntime queue);

    /** The running task of a queue is to give way because the queue has no runtime left. */
    void resched(QueueRuntime queue);

    /** A queue has just been throttled: takes its tasks off. {@link QueueRuntime#throttled} is still false. */
    void throttle(QueueRuntime queue);

    /** Whether the time of a queue that has just been throttled counts; from 6.6 on only while it has tasks. */
    boolean someoneWaits(QueueRuntime queue);

    /** A queue is throttled no longer: brings its tasks back. {@link QueueRuntime#throttled} is false already. */
    void unthrottle(QueueRuntime queue);

    /** Whether a queue is of the CPU on which the timer runs. */
    boolean local(QueueRuntime queue);
}
