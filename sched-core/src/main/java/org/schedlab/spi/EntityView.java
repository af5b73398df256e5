package org.schedlab.spi;

import org.jspecify.annotations.Nullable;

/** A task or group on a fair queue, as a policy may read it (sched_entity). All getters are O(1) and allocate nothing. */
public interface EntityView {

    /** Dense number, unique within a run over tasks and group entities alike. */
    int id();

    boolean isTask();

    /** Load weight in full resolution: nice 0 is 1048576. */
    long weight();

    /** Whether the reciprocal of {@link #weight()} comes from the nice table (tasks) instead of a division (groups). */
    boolean tableInv();

    /** Queued, running included ({@code on_rq}). */
    boolean onRq();

    /** Sleeps, but its dequeue was put off ({@code sched_delayed}). */
    boolean delayed();

    /** SCHED_IDLE task, or group with cpu.idle set. */
    boolean idle();

    /** Policy of a task; {@link SchedulingPolicy#NORMAL} for a group. */
    SchedulingPolicy policy();

    /** Task clock in ns at which it was charged last ({@code exec_start}). */
    long execStart();

    /** Execution time so far in ns ({@code sum_exec_runtime}). */
    long sumExec();

    /** The group entity above, or null directly under the root. */
    @Nullable
    EntityView parent();

    /** The queue that it is or would be queued on ({@code cfs_rq}). */
    QueueView queue();

    /** The discipline's own state of this entity, as its {@code newEntity} made it. */
    Object state();
}
