package org.schedlab.testkit;

import org.jspecify.annotations.Nullable;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.QueueView;
import org.schedlab.spi.Verdict;

/**
 * The plainest pick policy that a run can have: everybody in turn, one quantum each, wakeups preempt nobody. Each step is O(1) and allocates
 * nothing.
 */
public final class Turns implements PickPolicy<Turns.Line, Turns.Place> {

    private final long quantumNs;

    /** With a quantum in ns. */
    public Turns(long quantumNs) {
        this.quantumNs = quantumNs;
    }

    /** A queue: a ring around a head that stands for nobody. */
    public static final class Line {
        private final Place head = new Place(null);
        private @Nullable Place current;

        private Line() {}
    }

    /** An entity's place in the line; linked to itself while it is in none. */
    public static final class Place {
        private final @Nullable EntityView entity;
        private Place before = this;
        private Place after = this;
        private long ranNs;

        private Place(@Nullable EntityView entity) {
            this.entity = entity;
        }

        private void insertBefore(Place other) {
            before = other.before;
            after = other;
            before.after = this;
            after.before = this;
        }

        private void remove() {
            before.after = after;
            after.before = before;
            before = this;
            after = this;
        }
    }

    @Override
    public Line newQueue(QueueView queue) {
        return new Line();
    }

    @Override
    public Place newEntity(EntityView entity) {
        return new Place(entity);
    }

    @Override
    public int charge(Line queue, Place curr, long execNs) {
        curr.ranNs += execNs;
        return 0;
    }

    @Override
    public void arrive(Line queue, Place entity, int flags) {
        if (entity != queue.current) {
            entity.insertBefore(queue.head);
        }
    }

    @Override
    public void leave(Line queue, Place entity, int flags) {
        entity.remove();
    }

    @Override
    public @Nullable EntityView pick(Line queue, @Nullable Place curr, int flags) {
        Place first = queue.head.after;
        if (curr != null && (first == queue.head || curr.ranNs < quantumNs)) {
            return curr.entity;
        }
        return first.entity;
    }

    @Override
    public void setNext(Line queue, Place entity, boolean first) {
        entity.remove();
        entity.ranNs = 0;
        queue.current = entity;
    }

    @Override
    public void putPrev(Line queue, Place entity) {
        queue.current = null;
        EntityView view = entity.entity;
        if (view != null && view.onRq()) {
            entity.insertBefore(queue.head);
        }
    }

    @Override
    public int tick(Line queue, Place curr, boolean hrtick) {
        boolean alone = queue.head.after == queue.head;
        return alone || curr.ranNs < quantumNs ? 0 : Verdict.RESCHED;
    }
}
