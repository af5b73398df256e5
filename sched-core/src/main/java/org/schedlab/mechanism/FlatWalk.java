package org.schedlab.mechanism;

import org.jspecify.annotations.Nullable;
import org.schedlab.arith.Weights;
import org.schedlab.spi.Buddy;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.Op;
import org.schedlab.spi.PreemptContext;
import org.schedlab.spi.Verdict;

/**
 * All tasks of a CPU stand on the root queue's timeline; groups keep load, counters and bandwidth, and scale the weight with which their tasks
 * count there (7.x). Follows enqueue_task_fair, dequeue_entities, pick_task_fair and wakeup_preempt_fair of 7.3.
 */
final class FlatWalk implements GroupDesign, PreemptContext {

    private final LevelSteps steps;
    private int preemptFlags;
    private @Nullable CpuRunQueue preemptRq;

    FlatWalk(LevelSteps steps) {
        this.steps = steps;
    }

    @Override
    public CfsRunQueue line(CfsRunQueue queue) {
        return queue.rq().root();
    }

    private static Object lineOf(Task task) {
        return task.queue.rq().root().state;
    }

    /**
     * The weight with which a task counts on the CPU's timeline ({@code h_load.weight}): its share of each level, rounded down, at least 2.
     */
    static long timelineWeight(Task task) {
        long weight = Weights.NICE_0_LOAD;
        for (SchedEntity e = task; e != null; e = e.parent) {
            long whole = e.parent != null ? e.queue.load : Weights.NICE_0_LOAD;
            weight = Math.max(Long.divideUnsigned(weight * e.weight, whole), Weights.MIN_LOAD);
        }
        return weight;
    }

    private void refreshWeight(Task task, boolean queued) {
        steps.pick.reweight(lineOf(task), task.state, timelineWeight(task), false, queued);
    }

    @Override
    public void enqueue(Task task, int flags) {
        CpuRunQueue rq = task.queue.rq();
        Object line = lineOf(task);
        charge(rq);
        boolean running = rq.current == task && task.queue.current == task;
        if (running) {
            steps.pick.arrive(line, task.state, flags);
        }
        // Pinned: the counters and weights of all levels are up to date before the task is scaled and placed.
        countIn(task, flags);
        if (!running) {
            refreshWeight(task, false);
            steps.pick.arrive(line, task.state, flags);
        }
        if ((flags & Op.MIGRATED) != 0) {
            task.execStart = 0;
        }
        rq.nrRunning++;
    }

    private void countIn(Task task, int flags) {
        int idle = task.idle ? 1 : 0;
        int levelFlags = flags;
        boolean joining = true;
        for (SchedEntity e = task; e != null; e = e.parent) {
            CfsRunQueue queue = e.queue;
            if (joining && !e.onRq) {
                steps.hooks.loadEnqueue(queue, e, levelFlags);
                steps.hooks.shares(e);
                queue.account(e);
                e.onRq = true;
                if (queue.nr == 1) {
                    steps.hooks.firstQueued(queue);
                }
            } else {
                joining = false;
                steps.hooks.loadUp(queue, e);
                steps.hooks.shares(e);
            }
            levelFlags = Op.WAKEUP;
            idle = count(queue, task.delayed, idle, 1);
        }
    }

    private void countOut(Task task, int flags, boolean wasDelayed) {
        int idle = task.idle ? 1 : 0;
        int levelFlags = flags;
        boolean leaving = true;
        for (SchedEntity e = task; e != null; e = e.parent) {
            CfsRunQueue queue = e.queue;
            if (leaving) {
                steps.hooks.loadDequeue(queue, e, levelFlags);
                e.onRq = false;
                queue.unaccount(e);
                if (queue.nr == 0) {
                    steps.hooks.emptied(queue);
                }
                steps.hooks.shares(e);
                leaving = queue.nr == 0;
            } else {
                steps.hooks.loadUp(queue, e);
                steps.hooks.shares(e);
            }
            levelFlags |= Op.SLEEP;
            idle = count(queue, wasDelayed, idle, -1);
        }
    }

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
        CpuRunQueue rq = task.queue.rq();
        Object line = lineOf(task);
        clearBuddies(task);
        charge(rq);
        int undelayable = Op.DELAYED | Op.SPECIAL | Op.NODELAY;
        if ((flags & Op.SLEEP) != 0 && (flags & undelayable) == 0 && steps.pick.wantsDelay(line, task.state, flags)) {
            task.delayed = true;
            countDelayed(task, 1);
            return false;
        }
        boolean wasDelayed = task.delayed;
        // Pinned before onRq is cleared and before the count walk.
        steps.pick.leave(line, task.state, flags);
        countOut(task, flags, wasDelayed);
        if ((flags & Op.DELAYED) != 0) {
            task.delayed = false;
            steps.pick.finishDelayed(line, task.state);
        }
        rq.nrRunning--;
        return true;
    }

    private static void countDelayed(Task task, int sign) {
        for (SchedEntity e = task; e != null; e = e.parent) {
            e.queue.hNrDelayed += sign;
            e.queue.hNrRunnable -= sign;
        }
    }

    @Override
    public void forked(Task child) {
        CpuRunQueue rq = child.queue.rq();
        charge(rq);
        Task current = rq.currentFair();
        steps.pick.fork(rq.root().state, current == null ? null : current.state, child.state);
    }

    @Override
    public void wakeDelayed(Task task) {
        // Pinned: 7.x charges first.
        charge(task.queue.rq());
        steps.pick.requeueDelayed(lineOf(task), task.state);
        task.delayed = false;
        countDelayed(task, -1);
    }

    @Override
    public @Nullable Task pick(CpuRunQueue rq) {
        CfsRunQueue root = rq.root();
        while (root.nr != 0) {
            SchedEntity current = root.current;
            if (current != null && current.onRq) {
                charge(rq);
            }
            if (steps.hooks.check(root)) {
                continue;
            }
            Task running = rq.currentFair();
            Object goesOn = running == null || !running.onRq ? null : running.state;
            Task task = PickGuard.check(steps.pick.pick(root.state, goesOn, 0), rq);
            if (!task.delayed) {
                return task;
            }
            finish(task);
        }
        return null;
    }

    @Override
    public void finish(EntityView delayed) {
        Task task = (Task) delayed;
        dequeue(task, Op.SLEEP | Op.DELAYED);
        task.queue.rq().delayedLeft(task);
    }

    @Override
    public void switchTo(CpuRunQueue rq, @Nullable Task previous, @Nullable Task next) {
        // Pinned: a task that is chosen again is put and set all the same.
        if (previous != null) {
            put(rq, previous);
        }
        if (next != null) {
            refreshWeight(next, true);
            clearBuddies(next);
            steps.pick.setNext(rq.root().state, next.state, true);
            for (SchedEntity e = next; e != null; e = e.parent) {
                steps.hooks.loadSet(e.queue, e);
                e.execStart = rq.clockTask();
                e.queue.current = e;
            }
        }
    }

    private void put(CpuRunQueue rq, Task previous) {
        if (previous.onRq) {
            charge(rq);
        }
        steps.pick.putPrev(rq.root().state, previous.state);
        for (SchedEntity e = previous; e != null; e = e.parent) {
            steps.hooks.check(e.queue);
            if (e.onRq) {
                steps.hooks.loadPut(e.queue, e);
            }
            e.queue.current = null;
        }
    }

    @Override
    public void charge(CpuRunQueue rq) {
        CfsRunQueue root = rq.root();
        if (root.current == null) {
            return;
        }
        Task task = rq.currentFair();
        if (task == null) {
            return;
        }
        for (SchedEntity e = task; e != null; e = e.parent) {
            long ranNs = rq.clockTask() - e.execStart;
            if (ranNs > 0) {
                e.execStart = rq.clockTask();
                e.sumExec += ranNs;
                if (e == task) {
                    int verdict = steps.pick.charge(root.state, task.state, ranNs);
                    apply(verdict, rq, task);
                }
                steps.hooks.account(e.queue, ranNs);
            }
        }
    }

    private void apply(int verdict, CpuRunQueue rq, Task current) {
        if ((verdict & Verdict.RESCHED) != 0) {
            rq.requestResched(verdict);
        }
        if ((verdict & Verdict.CLEAR) != 0) {
            clearBuddies(current);
        }
    }

    private void clearBuddies(Task task) {
        steps.pick.clear(lineOf(task), task.state, Buddy.ALL);
    }

    @Override
    public void tick(CpuRunQueue rq, Task current, boolean hrtick) {
        charge(rq);
        for (SchedEntity e = current; e != null; e = e.parent) {
            steps.hooks.loadTick(e.queue, e);
            steps.hooks.shares(e);
        }
        refreshWeight(current, true);
        apply(steps.pick.tick(rq.root().state, current.state, hrtick), rq, current);
    }

    @Override
    public void yieldTask(Task current) {
        CpuRunQueue rq = current.queue.rq();
        if (rq.nrRunning == 1) {
            return;
        }
        clearBuddies(current);
        charge(rq);
        apply(steps.pick.yieldTask(rq.root().state, current.state), rq, current);
    }

    @Override
    public void checkPreempt(CpuRunQueue rq, Task current, Task wakee, int flags) {
        Object line = rq.root().state;
        int rules = steps.pick.wakeupTask(line, current.state, wakee.state, flags);
        markNext(rules, line, wakee);
        if ((rules & Verdict.PREEMPT) != 0) {
            rq.requestResched(rules);
            return;
        }
        if ((rules & Verdict.GO) == 0) {
            return;
        }
        preemptFlags = flags;
        preemptRq = rq;
        int verdict = steps.pick.wakeupLevel(line, current.state, wakee.state, this);
        markNext(verdict, line, wakee);
        if ((verdict & Verdict.PREEMPT) != 0) {
            rq.requestResched(verdict);
        }
    }

    private void markNext(int verdict, Object line, Task wakee) {
        if ((verdict & Verdict.MARK_NEXT) != 0) {
            steps.pick.mark(line, wakee.state, Buddy.NEXT);
        }
    }

    @Override
    public int flags() {
        return preemptFlags;
    }

    @Override
    public void charge() {
        if (preemptRq != null) {
            charge(preemptRq);
        }
    }

    @Override
    public void reweight(Task task, long weight, boolean tableInv) {
        CpuRunQueue rq = task.queue.rq();
        charge(rq);
        if (task.onRq) {
            task.queue.load += weight - task.weight;
        }
        steps.hooks.loadReweight(task.queue, task, task.weight, weight);
        task.weight = weight;
        task.tableInv = tableInv;
        if (task.onRq) {
            // A sleeper is scaled when it is queued again.
            refreshWeight(task, true);
        }
    }

    @Override
    public void reweightGroup(GroupEntity entity, long weight) {
        if (entity.onRq) {
            entity.queue.load += weight - entity.weight;
        }
        steps.hooks.loadReweight(entity.queue, entity, entity.weight, weight);
        entity.weight = weight;
    }

    @Override
    public void finishDelayed(GroupEntity entity) {
        throw new IllegalStateException("only tasks are delayed on a flat timeline");
    }

    @Override
    public void throttle(CfsRunQueue queue) {
        throw new UnsupportedOperationException("tasks leave one by one in this design");
    }

    @Override
    public void unthrottle(CfsRunQueue queue) {
        throw new UnsupportedOperationException("tasks leave one by one in this design");
    }

    @Override
    public long hLoad(Task task) {
        return steps.hooks.hLoad(task);
    }
}
