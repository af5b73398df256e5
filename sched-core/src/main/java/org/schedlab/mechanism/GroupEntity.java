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

    @Override
    public SchedulingPolicy policy() {
        return SchedulingPolicy.NORMAL;
    }

    @Override
    public String toString() {
        return "group entity " + id + " on cpu " + queue.cpu();
    }
}
