package org.schedlab.mechanism;

import org.schedlab.spi.SchedulingPolicy;

/** A task group on one CPU, as an entity of its parent's queue, with the queue that it owns ({@code tg->se[cpu]}, {@code my_q}). */
public final class GroupEntity extends SchedEntity {

    private final CfsRunQueue own;

    /** Made by {@link Mechanism#newGroupEntity}. */
    GroupEntity(int id, CfsRunQueue parentQueue, CfsRunQueue own, long weight) {
        super(id, parentQueue, weight, false);
        this.own = own;
        own.ownedBy(this);
    }

    /** The queue that this entity stands for. */
    public CfsRunQueue own() {
        return own;
    }

    /**
     * The tasks below count as idle ones from now on, or no longer (sched_group_set_idle): levels above follow by those that are not idle by
     * themselves, up to the first that is idle itself or not queued.
     */
    void setIdle(boolean idleNow) {
        if (idle == idleNow) {
            return;
        }
        idle = idleNow;
        if (onRq) {
            queue.idleNr += idleNow ? 1 : -1;
        }
        int tasks = own.hNrQueued - own.hNrIdle;
        for (SchedEntity e = this; e != null && e.onRq; e = e.parent) {
            e.queue.hNrIdle += idleNow ? tasks : -tasks;
            if (e.parent != null && e.parent.idle) {
                return;
            }
        }
    }

    @Override
    public SchedulingPolicy policy() {
        return SchedulingPolicy.NORMAL;
    }

    @Override
    public String toString() {
        return "group entity " + id + " on cpu " + queue.cpu();
    }
}
