package org.schedlab.mechanism;

import org.schedlab.spi.Op;

/**
 * Takes a throttled queue with all its tasks off the levels above it, and brings it back, where each level has its own timeline (every release
 * up to 6.17). Follows the entity walks of throttle_cfs_rq and unthrottle_cfs_rq.
 */
final class ThrottleWalk {

    private final LevelSteps steps;

    ThrottleWalk(LevelSteps steps) {
        this.steps = steps;
    }

    void takeOff(CfsRunQueue throttled) {
        int queued = throttled.hNrQueued;
        int runnable = throttled.hNrRunnable;
        int idle = throttled.hNrIdle;
        SchedEntity e = throttled.owner();
        for (; e != null; e = e.parent) {
            if (!e.onRq) {
                return;
            }
            // Only releases that put dequeues off know the difference that SPECIAL makes.
            steps.dequeue(e.queue, e, e.delayed ? Op.SLEEP | Op.SPECIAL | Op.DELAYED : Op.SLEEP | Op.SPECIAL);
            idle = count(e, -queued, -runnable, -idle);
            if (e.queue.load != 0) {
                e = e.parent;
                break;
            }
        }
        for (; e != null; e = e.parent) {
            if (!e.onRq) {
                return;
            }
            steps.hooks.loadThrottled(e.queue, e);
            idle = count(e, -queued, -runnable, -idle);
        }
        throttled.rq().nrRunning -= queued;
    }

    void bringBack(CfsRunQueue unthrottled) {
        int queued = unthrottled.hNrQueued;
        int runnable = unthrottled.hNrRunnable;
        int idle = unthrottled.hNrIdle;
        SchedEntity e = unthrottled.owner();
        for (; e != null; e = e.parent) {
            if (e.delayed) {
                steps.dequeue(e.queue, e, Op.SLEEP | Op.DELAYED);
            } else if (e.onRq) {
                break;
            }
            steps.enqueue(e.queue, e, Op.WAKEUP);
            idle = count(e, queued, runnable, idle);
            if (steps.hooks.throttled(e.queue)) {
                steps.hooks.stoppedAt(e);
                return;
            }
        }
        for (; e != null; e = e.parent) {
            steps.hooks.loadUp(e.queue, e);
            idle = count(e, queued, runnable, idle);
            if (steps.hooks.throttled(e.queue)) {
                steps.hooks.stoppedAt(e);
                return;
            }
            steps.hooks.moreQueuedBelow(e.queue);
        }
        unthrottled.rq().nrRunning += queued;
    }

    /** Counts tasks in, or out when negative, on the level of an entity; returns the size of the idle part for the levels above. */
    private static int count(SchedEntity entity, int queued, int runnable, int idle) {
        int idlePart = entity.idle ? queued : idle;
        CfsRunQueue queue = entity.queue;
        queue.hNrQueued += queued;
        queue.hNrRunnable += runnable;
        queue.hNrDelayed += queued - runnable;
        queue.hNrIdle += idlePart;
        return Math.abs(idlePart);
    }
}
