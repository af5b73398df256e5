package org.schedlab.testkit;

import org.jspecify.annotations.Nullable;
import org.schedlab.spi.Buddy;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.Migration;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PickStatistics;
import org.schedlab.spi.PreemptContext;
import org.schedlab.spi.QueueView;
import org.schedlab.spi.StateReader;
import org.schedlab.spi.StateWriter;

/**
 * Hands every step on to another pick policy; subclasses look before and after.
 *
 * @param <Q> the policy's state of a queue
 * @param <E> the policy's state of an entity
 */
public abstract class ForwardingPick<Q, E> implements PickPolicy<Q, E> {

    private final PickPolicy<Q, E> delegate;

    /** Forwards to {@code delegate}. */
    protected ForwardingPick(PickPolicy<Q, E> delegate) {
        this.delegate = delegate;
    }

    @Override
    public Q newQueue(QueueView queue) {
        return delegate.newQueue(queue);
    }

    @Override
    public E newEntity(EntityView entity) {
        return delegate.newEntity(entity);
    }

    @Override
    public int charge(Q queue, E curr, long execNs) {
        return delegate.charge(queue, curr, execNs);
    }

    @Override
    public void fork(Q queue, @Nullable E parent, E child) {
        delegate.fork(queue, parent, child);
    }

    @Override
    public void arrive(Q queue, E entity, int flags) {
        delegate.arrive(queue, entity, flags);
    }

    @Override
    public boolean wantsDelay(Q queue, E entity, int flags) {
        return delegate.wantsDelay(queue, entity, flags);
    }

    @Override
    public void leave(Q queue, E entity, int flags) {
        delegate.leave(queue, entity, flags);
    }

    @Override
    public boolean requeueDelayed(Q queue, E entity) {
        return delegate.requeueDelayed(queue, entity);
    }

    @Override
    public void finishDelayed(Q queue, E entity) {
        delegate.finishDelayed(queue, entity);
    }

    @Override
    public @Nullable EntityView pick(Q queue, @Nullable E curr, int flags) {
        return delegate.pick(queue, curr, flags);
    }

    @Override
    public void setNext(Q queue, E entity, boolean first) {
        delegate.setNext(queue, entity, first);
    }

    @Override
    public void putPrev(Q queue, E entity) {
        delegate.putPrev(queue, entity);
    }

    @Override
    public int wakeupTask(Q queue, E curr, E wakee, int flags) {
        return delegate.wakeupTask(queue, curr, wakee, flags);
    }

    @Override
    public int wakeupLevel(Q queue, E curr, E wakee, PreemptContext context) {
        return delegate.wakeupLevel(queue, curr, wakee, context);
    }

    @Override
    public int tick(Q queue, E curr, boolean hrtick) {
        return delegate.tick(queue, curr, hrtick);
    }

    @Override
    public int yieldTask(Q queue, E curr) {
        return delegate.yieldTask(queue, curr);
    }

    @Override
    public void reweight(Q queue, E entity, long timelineWeight, boolean tableInv, boolean queued) {
        delegate.reweight(queue, entity, timelineWeight, tableInv, queued);
    }

    @Override
    public void migrate(Q from, E entity, Q to, Migration why) {
        delegate.migrate(from, entity, to, why);
    }

    @Override
    public void setSlice(Q queue, E entity, long ns, int custom) {
        delegate.setSlice(queue, entity, ns, custom);
    }

    @Override
    public long minSlice(Q queue) {
        return delegate.minSlice(queue);
    }

    @Override
    public boolean mark(Q queue, E entity, Buddy buddy) {
        return delegate.mark(queue, entity, buddy);
    }

    @Override
    public int clear(Q queue, E entity, int buddies) {
        return delegate.clear(queue, entity, buddies);
    }

    @Override
    public boolean isBuddy(Q queue, E entity) {
        return delegate.isBuddy(queue, entity);
    }

    @Override
    public boolean eligible(Q queue, E entity) {
        return delegate.eligible(queue, entity);
    }

    @Override
    public long sliceEndNs(Q queue, E curr) {
        return delegate.sliceEndNs(queue, curr);
    }

    @Override
    public void save(Q queue, StateWriter writer) {
        delegate.save(queue, writer);
    }

    @Override
    public void load(Q queue, StateReader reader) {
        delegate.load(queue, reader);
    }

    @Override
    public void saveEntity(E entity, StateWriter writer) {
        delegate.saveEntity(entity, writer);
    }

    @Override
    public void loadEntity(E entity, StateReader reader) {
        delegate.loadEntity(entity, reader);
    }

    @Override
    public @Nullable PickStatistics statistics() {
        return delegate.statistics();
    }
}
