package org.schedlab.mechanism;

/**
 * What a group design adds to the steps of one level: load tracking, shares, bandwidth, leaf list. The host calls each at the place that the
 * kernel's order gives it (see docs/adr/0001). Every method does nothing here; {@link LoadTracking} tracks the load of a plain machine.
 */
public interface LevelHooks {

    /** Hooks that do nothing. */
    LevelHooks NONE = new LevelHooks() {};

    /** Told once, when the mechanism that calls these hooks has been made. */
    default void attachedTo(Mechanism mechanism) {}

    /** The current of {@code queue} was charged {@code ns}, or 0 when it begins to run (account_cfs_rq_runtime). */
    default void account(CfsRunQueue queue, long ns) {}

    /** Whether the queue or one above it is throttled (throttled_hierarchy). */
    default boolean throttledHierarchy(CfsRunQueue queue) {
        return false;
    }

    /** Whether the queue is throttled now, throttling it when its runtime is used up (check_cfs_rq_runtime). */
    default boolean check(CfsRunQueue queue) {
        return false;
    }

    /** Whether counters stop at this queue because it is throttled (cfs_rq_throttled). */
    default boolean throttled(CfsRunQueue queue) {
        return false;
    }

    /** An entity is about to join: attach or age its averages, refresh its runnable weight. */
    default void loadEnqueue(CfsRunQueue queue, SchedEntity entity, int flags) {}

    /** An entity is about to leave: age its averages, detach them when it migrates. */
    default void loadDequeue(CfsRunQueue queue, SchedEntity entity, int flags) {}

    /** An entity's dequeue is about to be put off, or one that was is about to be taken back; nothing is published. */
    default void loadDelay(CfsRunQueue queue, SchedEntity entity) {}

    /** A level above that was queued already, or whose queue changed below: age its averages, refresh its runnable weight. */
    default void loadUp(CfsRunQueue queue, SchedEntity entity) {}

    /** The queue below a level left or came back because of throttling: age the entity's averages, refresh its runnable weight, publish nothing. */
    default void loadThrottled(CfsRunQueue queue, SchedEntity entity) {}

    /** An entity starts to run and was queued. */
    default void loadSet(CfsRunQueue queue, SchedEntity entity) {}

    /** An entity stops to run and stays queued. */
    default void loadPut(CfsRunQueue queue, SchedEntity entity) {}

    /** The tick of the running entity. */
    default void loadTick(CfsRunQueue queue, SchedEntity entity) {}

    /** The weight of an entity changes: its load leaves the queue's, is recomputed and added again. */
    default void loadReweight(CfsRunQueue queue, SchedEntity entity, long oldWeight, long newWeight) {}

    /** Recompute the weight of a group entity (update_cfs_group). */
    default void shares(SchedEntity entity) {}

    /** The queue got its first entity (check_enqueue_throttle, list_add_leaf_cfs_rq). */
    default void firstQueued(CfsRunQueue queue) {}

    /** Whether a running task has to leave its queue at its return to user mode because its group is throttled (6.18 and later). */
    default boolean mustLeave(Task task) {
        return false;
    }

    /** A task left its queue because its group is throttled, and waits for {@link Mechanism#leaveLimbo}. */
    default void enterLimbo(Task task) {}

    /** A task that waits because its group is throttled is taken away, to be moved or changed. */
    default void leaveLimbo(Task task) {}

    /** Tasks were queued below an entity of the queue that was queued already. */
    default void moreQueuedBelow(CfsRunQueue queue) {}

    /** A walk that queues tasks ended at the queue of {@code entity} because that is throttled. */
    default void stoppedAt(SchedEntity entity) {}

    /** The last entity left (return_cfs_rq_runtime and the idle clock). */
    default void emptied(CfsRunQueue queue) {}

    /** A sleeping task was put to sleep or woken: util_est of the root queue. */
    default void utilEstEnqueue(CpuRunQueue rq, Task task) {}

    /** See {@link #utilEstEnqueue}; {@code sleep} tells whether the task's own estimate follows its utilisation. */
    default void utilEstDequeue(CpuRunQueue rq, Task task, boolean sleep) {}

    /** The task is new: initial averages (init_entity_runnable_average, post_init_entity_util_avg). */
    default void newTask(Task task) {}

    /** A sleeping task leaves its CPU (migrate_task_rq_fair). */
    default void migrateAsleep(Task task, int toCpu) {}

    /** A task leaves for good (task_dead_fair). */
    default void dead(Task task) {}

    /** The CPU's clocks moved, {@code irqNs} of it interrupt time. */
    default void clock(CpuRunQueue rq, long irqNs) {}

    /** The tick of a busy CPU, after its class (rt and irq averages). */
    default void cpuTick(CpuRunQueue rq) {}

    /** A real-time task of the CPU was charged. */
    default void rtCharged(CpuRunQueue rq) {}

    /** A task was taken off its CPU to be moved to another; its averages go with it. */
    default void detached(Task task) {}

    /** A task goes to another group. */
    default void changedGroup(Task task, GroupQueues from, GroupQueues to) {}

    /** The task leaves the fair class, or a queue of it without being queued (detach_task_cfs_rq). */
    default void leavesFair(Task task) {}

    /** The task enters the fair class, or another queue of it, and may be asleep (attach_task_cfs_rq). */
    default void entersFair(Task task) {}

    /** {@link #updateBlocked}: the root queue's averages were recomputed. */
    int DECAYED = 1;

    /** {@link #updateBlocked}: some queue still has load of tasks that sleep. */
    int BLOCKED_LEFT = 1 << 1;

    /**
     * The averages of a CPU age without an event of their own (update_blocked_averages).
     *
     * @return bits {@link #DECAYED}, {@link #BLOCKED_LEFT}
     */
    default int updateBlocked(CpuRunQueue rq) {
        return 0;
    }

    /** The CPU ran out of work. */
    default void idle(CpuRunQueue rq) {}

    /** The task's load as the root queue sees it (task_h_load). */
    default long hLoad(Task task) {
        return task.avg.loadAvg();
    }
}
