package org.schedlab.mechanism;

import org.jspecify.annotations.Nullable;
import org.schedlab.spi.Buddy;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.Op;
import org.schedlab.spi.PreemptContext;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.spi.Verdict;

/**
 * Each level of the hierarchy has its own timeline, and picking descends from the root (every release up to 6.x). Follows
 * enqueue_task_fair, dequeue_entities, pick_task_fair, put_prev/set_next_task_fair and check_preempt_wakeup of 6.1, 6.8 and 6.12.
 */
final class HierarchicalWalk implements GroupDesign, PreemptContext {

    private final LevelSteps steps;
    private final HostOrder order;
    private final ThrottleWalk throttling;

    /** The wakeup preemption under way. */
    private int preemptFlags;

    private @Nullable CfsRunQueue preemptQueue;

    HierarchicalWalk(LevelSteps steps, HostOrder order) {
        this.steps = steps;
        this.order = order;
        this.throttling = new ThrottleWalk(steps);
    }

    @Override
    public void enqueue(Task task, int flags) {
        int levelFlags = flags;
        int idle = task.idle ? 1 : 0;
        SchedEntity e = task;
        for (; e != null; e = e.parent) {
            if (e.onRq) {
                if (e.delayed) {
                    steps.requeueDelayed(e);
                }
                break;
            }
            CfsRunQueue queue = e.queue;
            if (order.groupSlices() && e instanceof GroupEntity group) {
                steps.pick.setSlice(queue.state, e.state, minSlice(group.own()), 1);
            }
            steps.enqueue(queue, e, levelFlags);
            idle = count(queue, task.delayed, idle, 1);
            if (steps.hooks.throttled(queue)) {
                steps.hooks.stoppedAt(e);
                return;
            }
            levelFlags = Op.WAKEUP;
        }
        for (; e != null; e = e.parent) {
            CfsRunQueue queue = e.queue;
            refreshUpper(queue, e, e instanceof GroupEntity group ? minSlice(group.own()) : 0);
            idle = count(queue, task.delayed, idle, 1);
            if (steps.hooks.throttled(queue)) {
                steps.hooks.stoppedAt(e);
                return;
            }
            steps.hooks.moreQueuedBelow(queue);
        }
        task.queue.rq().nrRunning++;
    }

    /** A level above the ones that changed: averages, shares, slice. */
    private void refreshUpper(CfsRunQueue queue, SchedEntity entity, long sliceNs) {
        steps.hooks.loadUp(queue, entity);
        steps.hooks.shares(entity);
        if (order.groupSlices() && !entity.isTask()) {
            steps.pick.setSlice(queue.state, entity.state, sliceNs, -1);
        }
    }

    /** The shortest slice on a queue, asked only where group entities take it. */
    private long minSlice(CfsRunQueue queue) {
        return order.groupSlices() ? steps.pick.minSlice(queue.state) : 0;
    }

    /** Counts one task in ({@code sign} 1) or out (-1) on one level; returns its idle count for the level above. */
    private static int count(CfsRunQueue queue, boolean delayed, int idle, int sign) {
        queue.hNrQueued += sign;
        if (delayed) {
            queue.hNrDelayed += sign;
        } else {
            queue.hNrRunnable += sign;
        }
        queue.hNrIdle += sign * idle;
        GroupEntity owner = queue.owner();
        return owner != null && owner.idle ? 1 : idle;
    }

    @Override
    public boolean dequeue(Task task, int flags) {
        return dequeueFrom(task, flags);
    }

    /** dequeue_entities for a task, or for a delayed group entity that was picked and leaves for good. */
    private boolean dequeueFrom(SchedEntity start, int flags) {
        boolean task = start.isTask();
        boolean taskSleep = task && (flags & Op.SLEEP) != 0;
        boolean wasDelayed = start.delayed && (flags & Op.DELAYED) == 0;
        int idle = start.idle ? 1 : 0;
        int levelFlags = flags;
        long sliceNs = 0;
        SchedEntity e = start;
        for (; e != null; e = e.parent) {
            CfsRunQueue queue = e.queue;
            if (!steps.dequeue(queue, e, levelFlags)) {
                if (e == start) {
                    return false;
                }
                // A group entity that stays takes the shortest slice of the queue on which it stays.
                sliceNs = minSlice(queue);
                break;
            }
            if (task) {
                idle = count(queue, wasDelayed, idle, -1);
            }
            if (steps.hooks.throttled(queue)) {
                return true;
            }
            if (queue.load != 0) {
                sliceNs = minSlice(queue);
                e = e.parent;
                if (taskSleep && e != null && !steps.hooks.throttledHierarchy(queue)) {
                    // The kernel prefers the sleeper's group at the next pick.
                    steps.mark(e, Buddy.NEXT);
                }
                break;
            }
            levelFlags = (levelFlags & ~(Op.DELAYED | Op.SPECIAL | Op.NODELAY)) | Op.SLEEP;
        }
        for (; e != null; e = e.parent) {
            CfsRunQueue queue = e.queue;
            refreshUpper(queue, e, sliceNs);
            sliceNs = minSlice(queue);
            if (task) {
                idle = count(queue, wasDelayed, idle, -1);
            }
            if (steps.hooks.throttled(queue)) {
                return true;
            }
        }
        if (task) {
            start.queue.rq().nrRunning--;
        }
        return true;
    }

    @Override
    public void forked(Task child) {
        CfsRunQueue queue = child.queue;
        steps.charge(queue);
        SchedEntity current = queue.current;
        steps.pick.fork(queue.state, current == null ? null : current.state, child.state);
    }

    @Override
    public void wakeDelayed(Task task) {
        steps.requeueDelayed(task);
    }

    @Override
    public @Nullable Task pick(CpuRunQueue rq) {
        Task running = rq.currentFair();
        if (order.putBeforePick() && running != null) {
            // The put may ask again, and that request stands.
            rq.resched = false;
            putAll(running);
        }
        CfsRunQueue queue = rq.root();
        while (queue.nr != 0) {
            SchedEntity current = queue.current;
            if (current != null && current.onRq) {
                steps.charge(queue);
            }
            if (steps.hooks.check(queue)) {
                queue = rq.root();
                continue;
            }
            SchedEntity entity = steps.choose(queue, 0);
            if (entity.delayed) {
                finish(entity);
                queue = rq.root();
            } else if (entity instanceof GroupEntity group) {
                queue = group.own();
            } else {
                return (Task) entity;
            }
        }
        return null;
    }

    /** A delayed entity was picked and leaves for good. */
    private void finish(SchedEntity delayed) {
        if (delayed instanceof Task task) {
            dequeue(task, Op.SLEEP | Op.DELAYED);
            task.queue.rq().delayedLeft(task);
        } else {
            dequeueFrom(delayed, Op.SLEEP | Op.DELAYED);
        }
    }

    @Override
    public void switchTo(CpuRunQueue rq, @Nullable Task previous, @Nullable Task next) {
        if (previous != null && previous == next && !order.setNextAlways() && previous.queue.current == previous) {
            return;
        }
        SchedEntity put = previous;
        SchedEntity set = next;
        // Below the level that both share, the deeper one goes first (pinned: put before set on the common level).
        while (put != null && set != null && put.queue != set.queue) {
            int putDepth = put.depth;
            int setDepth = set.depth;
            if (setDepth <= putDepth) {
                putIfRunning(put);
                put = put.parent;
            }
            if (setDepth >= putDepth) {
                steps.set(set.queue, set, true);
                set = set.parent;
            }
        }
        if (put != null && set != null) {
            putIfRunning(put);
            setUp(set);
            return;
        }
        for (; put != null; put = put.parent) {
            putIfRunning(put);
        }
        if (set != null) {
            setUp(set);
            if (previous == null) {
                askForRuntime(set);
            }
        }
    }

    /** Of the levels of a task that follows one of another class, those without runtime ask for some (set_next_task_fair). */
    private void askForRuntime(SchedEntity entity) {
        for (SchedEntity e = entity; e != null; e = e.parent) {
            steps.hooks.account(e.queue, 0);
        }
    }

    /** Sets the entity and all above it that do not run yet. */
    private void setUp(SchedEntity entity) {
        for (SchedEntity e = entity; e != null && e.queue.current != e; e = e.parent) {
            steps.set(e.queue, e, true);
        }
    }

    private void putAll(SchedEntity entity) {
        for (SchedEntity e = entity; e != null; e = e.parent) {
            putIfRunning(e);
        }
    }

    private void putIfRunning(SchedEntity entity) {
        if (entity.queue.current == entity) {
            steps.put(entity.queue, entity);
        }
    }

    @Override
    public void charge(CpuRunQueue rq) {
        for (SchedEntity e = rq.currentFair(); e != null; e = e.parent) {
            steps.charge(e.queue);
        }
    }

    @Override
    public void tick(CpuRunQueue rq, Task current, boolean hrtick) {
        for (SchedEntity e = current; e != null; e = e.parent) {
            steps.tick(e.queue, e, hrtick);
        }
    }

    @Override
    public void yieldTask(Task current) {
        CfsRunQueue queue = current.queue;
        if (queue.rq().nrRunning == 1) {
            return;
        }
        steps.clearBuddies(current);
        if (current.policy != SchedulingPolicy.BATCH || !order.batchYieldsUncharged()) {
            steps.charge(queue);
        }
        int verdict = steps.pick.yieldTask(queue.state, current.state);
        if ((verdict & Verdict.MARK_SKIP) != 0) {
            steps.mark(current, Buddy.SKIP);
        }
    }

    @Override
    public void checkPreempt(CpuRunQueue rq, Task current, Task wakee, int flags) {
        int rules = steps.pick.wakeupTask(current.queue.state, current.state, wakee.state, flags);
        if ((rules & Verdict.MARK_NEXT) != 0) {
            steps.mark(wakee, Buddy.NEXT);
        }
        if ((rules & Verdict.PREEMPT) != 0) {
            rq.requestResched(rules);
            return;
        }
        if ((rules & Verdict.GO) == 0) {
            return;
        }
        SchedEntity mine = current;
        SchedEntity other = wakee;
        while (mine.depth > other.depth) {
            mine = mine.parentOrFail();
        }
        while (other.depth > mine.depth) {
            other = other.parentOrFail();
        }
        while (mine.queue != other.queue) {
            mine = mine.parentOrFail();
            other = other.parentOrFail();
        }
        preemptFlags = flags;
        preemptQueue = mine.queue;
        int verdict = steps.pick.wakeupLevel(mine.queue.state, mine.state, other.state, this);
        if ((verdict & Verdict.MARK_NEXT) != 0) {
            steps.mark(other, Buddy.NEXT);
        }
        if ((verdict & Verdict.PREEMPT) != 0) {
            rq.requestResched(verdict);
            if ((verdict & Verdict.MARK_LAST) != 0) {
                steps.mark(mine, Buddy.LAST);
            }
        }
    }

    @Override
    public int flags() {
        return preemptFlags;
    }

    @Override
    public void charge() {
        if (preemptQueue != null) {
            steps.charge(preemptQueue);
        }
    }

    @Override
    public void finish(EntityView delayed) {
        throw new IllegalStateException("no delayed entity leaves during wakeup preemption in this design");
    }

    @Override
    public void reweight(Task task, long weight, boolean tableInv) {
        reweight((SchedEntity) task, weight, tableInv);
    }

    @Override
    public void reweightGroup(GroupEntity entity, long weight) {
        reweight(entity, weight, false);
    }

    private void reweight(SchedEntity entity, long weight, boolean tableInv) {
        CfsRunQueue queue = entity.queue;
        if (queue.current == entity || (order.reweightCharges() && entity.onRq)) {
            steps.charge(queue);
        }
        steps.reweight(entity, weight, tableInv);
    }

    @Override
    public void finishDelayed(GroupEntity entity) {
        dequeueFrom(entity, Op.SLEEP | Op.DELAYED);
    }

    @Override
    public void throttle(CfsRunQueue queue) {
        throttling.takeOff(queue);
    }

    @Override
    public void unthrottle(CfsRunQueue queue) {
        throttling.bringBack(queue);
    }

    @Override
    public CfsRunQueue line(CfsRunQueue queue) {
        return queue;
    }

    @Override
    public long hLoad(Task task) {
        return steps.hooks.hLoad(task);
    }
}
