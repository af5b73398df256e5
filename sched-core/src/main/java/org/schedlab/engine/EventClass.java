package org.schedlab.engine;

/**
 * The classes of events, in the order in which events of one instant happen. The order decides results: the ticks of all CPUs coincide unless
 * they are skewed, and periodic tasks often wake with them.
 *
 * <ol start="0">
 *   <li>IRQ_END: an interrupt ends, before anything that waited for it.
 *   <li>IRQ_BEGIN: an interrupt takes a CPU.
 *   <li>TIMELINE: what is done to the run from outside.
 *   <li>SEGMENT_END: a running task has done its step: it leaves or goes on before a tick could find it with nothing left to do.
 *   <li>TICK: the periodic tick, CPUs in ascending order.
 *   <li>SLICE_END: the high-resolution tick; after the tick, which may have ended the slice.
 *   <li>GROUP_TIMER: the period or slack timer of a task group; it brings tasks back before those that wake then.
 *   <li>WAKE: a task's timer fires; its interrupt comes after that of the tick.
 *   <li>RESCHED: a CPU switches; last, so that it sees all that became runnable in the same instant.
 * </ol>
 */
final class EventClass {

    static final int IRQ_END = 0;
    static final int IRQ_BEGIN = 1;
    static final int TIMELINE = 2;
    static final int SEGMENT_END = 3;
    static final int TICK = 4;
    static final int SLICE_END = 5;
    static final int GROUP_TIMER = 6;
    static final int WAKE = 7;
    static final int RESCHED = 8;

    private EventClass() {}
}
