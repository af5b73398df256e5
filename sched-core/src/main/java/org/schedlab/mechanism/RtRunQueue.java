package org.schedlab.mechanism;

import org.jspecify.annotations.Nullable;
import org.schedlab.spi.SchedulingPolicy;

/**
 * The real-time queue of one CPU: a list of tasks per priority, the highest first, the head of a list running (rt_rq, FIFO and RR). Push and
 * pull between CPUs are not modelled.
 */
final class RtRunQueue {

    static final int PRIORITIES = 100;

    /** Slice of a round-robin task in ns ({@code RR_TIMESLICE}, 100 ms). */
    static final long RR_SLICE_NS = 100_000_000L;

    private final @Nullable Task[] heads = new Task[PRIORITIES];
    private final long[] nonEmpty = new long[2];
    private int nr;

    int nr() {
        return nr;
    }

    void enqueue(Task task, boolean atHead) {
        int priority = task.rtPriority;
        Task head = heads[priority];
        if (head == null) {
            task.rtNext = task;
            task.rtPrev = task;
            heads[priority] = task;
            nonEmpty[priority >>> 6] |= 1L << priority;
        } else {
            task.rtNext = head;
            task.rtPrev = head.rtPrev;
            head.rtPrev.rtNext = task;
            head.rtPrev = task;
            if (atHead) {
                heads[priority] = task;
            }
        }
        task.onRtRq = true;
        nr++;
    }

    void dequeue(Task task) {
        int priority = task.rtPriority;
        if (task.rtNext == task) {
            heads[priority] = null;
            nonEmpty[priority >>> 6] &= ~(1L << priority);
        } else {
            task.rtPrev.rtNext = task.rtNext;
            task.rtNext.rtPrev = task.rtPrev;
            if (heads[priority] == task) {
                heads[priority] = task.rtNext;
            }
        }
        task.rtNext = task;
        task.rtPrev = task;
        task.onRtRq = false;
        nr--;
    }

    /** The task to run, or null. */
    @Nullable
    Task pick() {
        if (nr == 0) {
            return null;
        }
        int priority = nonEmpty[1] != 0
                ? 127 - Long.numberOfLeadingZeros(nonEmpty[1])
                : 63 - Long.numberOfLeadingZeros(nonEmpty[0]);
        return heads[priority];
    }

    /** Puts the task behind the others of its priority (sched_yield, end of a round-robin slice). */
    void requeue(Task task) {
        if (heads[task.rtPriority] == task) {
            heads[task.rtPriority] = task.rtNext;
        } else {
            dequeue(task);
            enqueue(task, false);
        }
    }

    /** Takes {@code ranNs} off a round-robin slice; true when it ended and another task of the priority waits. */
    boolean tick(Task task, long ranNs) {
        if (task.policy != SchedulingPolicy.RR) {
            return false;
        }
        task.rrLeftNs -= ranNs;
        if (task.rrLeftNs > 0) {
            return false;
        }
        task.rrLeftNs = RR_SLICE_NS;
        if (task.rtNext == task) {
            return false;
        }
        requeue(task);
        return true;
    }
}
