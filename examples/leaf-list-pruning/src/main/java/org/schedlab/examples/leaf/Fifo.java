package org.schedlab.examples.leaf;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.QueueView;

/** First come, first served: the least that the mechanism asks of a discipline. Entities are their own state. */
final class Fifo implements PickPolicy<ArrayDeque<EntityView>, EntityView> {

    @Override
    public ArrayDeque<EntityView> newQueue(QueueView queue) {
        return new ArrayDeque<>();
    }

    @Override
    public EntityView newEntity(EntityView entity) {
        return entity;
    }

    @Override
    public void arrive(ArrayDeque<EntityView> queue, EntityView entity, int flags) {
        queue.addLast(entity);
    }

    @Override
    public void leave(ArrayDeque<EntityView> queue, EntityView entity, int flags) {
        queue.remove(entity);
    }

    @Override
    public @Nullable EntityView pick(ArrayDeque<EntityView> queue, @Nullable EntityView curr, int flags) {
        return queue.peekFirst();
    }

    @Override
    public void setNext(ArrayDeque<EntityView> queue, EntityView entity, boolean first) {
        // Who runs stays at its place in the line.
    }

    @Override
    public void putPrev(ArrayDeque<EntityView> queue, EntityView entity) {
        // As above.
    }

    @Override
    public int tick(ArrayDeque<EntityView> queue, EntityView curr, boolean hrtick) {
        return 0;
    }
}
