package org.schedlab.mechanism;

import org.jspecify.annotations.Nullable;

/**
 * The walks over the levels of the group hierarchy. {@link HierarchicalWalk} picks level by level (every release up to 6.x), {@link FlatWalk}
 * keeps all tasks of a CPU on one timeline (7.x). Without groups each walk has a single level. What happens on each level besides the
 * discipline's steps is behind {@link LevelHooks}.
 */
public interface GroupDesign {

    /** Queues a task that is not queued. */
    void enqueue(Task task, int flags);

    /** A new task, not queued, is made beside what runs on its CPU (task_fork_fair to 6.11): charge its queue, let it be placed a first time. */
    void forked(Task child);

    /** Takes a queued task off; false when its dequeue was put off. */
    boolean dequeue(Task task, int flags);

    /** A delayed task wakes where it is queued. */
    void wakeDelayed(Task task);

    /** Chooses the next task of the CPU and commits the mutations of choosing: charges, throttling, delayed entities that leave. */
    @Nullable
    Task pick(CpuRunQueue rq);

    /**
     * Puts the previous task and sets the next on the levels that differ.
     *
     * @param previous the fair task that ran, or null
     * @param next the fair task that will run, or null
     */
    void switchTo(CpuRunQueue rq, @Nullable Task previous, @Nullable Task next);

    /** Charges the running task on every level. */
    void charge(CpuRunQueue rq);

    void tick(CpuRunQueue rq, Task current, boolean hrtick);

    /** The running task yields. */
    void yieldTask(Task current);

    /** Wakeup preemption of the running fair task by a queued fair wakee. */
    void checkPreempt(CpuRunQueue rq, Task current, Task wakee, int flags);

    /** Gives a task another weight. */
    void reweight(Task task, long weight, boolean tableInv);

    /** Gives a group entity another weight. */
    void reweightGroup(GroupEntity entity, long weight);

    /** A group entity whose dequeue was put off leaves for good. */
    void finishDelayed(GroupEntity entity);

    /** Takes a queue that has been throttled off the levels above, with its tasks (throttle_cfs_rq). */
    void throttle(CfsRunQueue queue);

    /** Brings back a queue that is throttled no longer and has load (unthrottle_cfs_rq). */
    void unthrottle(CfsRunQueue queue);

    /** The queue whose timeline the entities of a queue stand on: itself, or the root queue when flat. */
    CfsRunQueue line(CfsRunQueue queue);

    /** The task's load as the root queue sees it (task_h_load). */
    long hLoad(Task task);
}
