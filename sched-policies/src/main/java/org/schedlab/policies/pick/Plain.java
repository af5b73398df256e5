package org.schedlab.policies.pick;

import org.jspecify.annotations.Nullable;
import org.schedlab.spi.Buddy;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.Migration;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PreemptContext;
import org.schedlab.spi.QueueView;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.spi.StateReader;
import org.schedlab.spi.StateWriter;
import org.schedlab.spi.Verdict;

/**
 * What the reference disciplines share: a queue ordered by one number per entity, a quantum after which the current gives way, no buddies, no
 * delayed dequeue, and SCHED_IDLE tasks that any other preempts. A discipline says where an entity joins and how it advances. Meant for
 * comparison and teaching; no kernel has them. Queueing O(log n), picking O(1) unless a discipline says otherwise.
 */
abstract class Plain implements PickPolicy<PlainQueue, PlainEntity> {

    /** Time after which the current gives way to others, in ns; {@link Long#MAX_VALUE} for never. */
    private final long quantumNs;

    Plain(long quantumNs) {
        this.quantumNs = quantumNs;
    }

    /** Gives an entity that joins its place. */
    abstract void join(PlainQueue q, PlainEntity e);

    /** The entity has run. */
    abstract void advance(PlainQueue q, PlainEntity e, long execNs);

    /** The current's quantum is over, or it yields: its place among those that wait. */
    abstract void requeue(PlainQueue q, PlainEntity e);

    @Override
    public final PlainQueue newQueue(QueueView queue) {
        return new PlainQueue(queue);
    }

    @Override
    public final PlainEntity newEntity(EntityView entity) {
        return new PlainEntity(entity);
    }

    @Override
    public final int charge(PlainQueue q, PlainEntity curr, long execNs) {
        curr.ranNs += execNs;
        advance(q, curr, execNs);
        if (curr.ranNs < quantumNs || q.tree.size() == 0) {
            return 0;
        }
        curr.ranNs = 0;
        requeue(q, curr);
        return Verdict.RESCHED;
    }

    @Override
    public final void fork(PlainQueue q, @Nullable PlainEntity parent, PlainEntity child) {}

    @Override
    public final void arrive(PlainQueue q, PlainEntity e, int flags) {
        e.ranNs = 0;
        join(q, e);
        if (e != q.curr) {
            q.insert(e);
        }
    }

    @Override
    public final boolean wantsDelay(PlainQueue q, PlainEntity e, int flags) {
        return false;
    }

    @Override
    public final void leave(PlainQueue q, PlainEntity e, int flags) {
        if (e.inTree) {
            q.remove(e);
        }
    }

    @Override
    public final boolean requeueDelayed(PlainQueue q, PlainEntity e) {
        return false;
    }

    @Override
    public final void finishDelayed(PlainQueue q, PlainEntity e) {}

    @Override
    public @Nullable EntityView pick(PlainQueue q, @Nullable PlainEntity running, int flags) {
        PlainEntity curr = running != null && running.view.onRq() ? running : null;
        PlainEntity first = q.tree.first();
        if (first == null) {
            return curr == null ? null : curr.view;
        }
        return curr != null && curr.key - first.key <= 0 ? curr.view : first.view;
    }

    @Override
    public void setNext(PlainQueue q, PlainEntity e, boolean first) {
        if (e.inTree) {
            q.remove(e);
        }
        q.curr = e;
    }

    @Override
    public final void putPrev(PlainQueue q, PlainEntity e) {
        if (e.view.onRq()) {
            q.insert(e);
        }
        q.curr = null;
    }

    @Override
    public final int wakeupTask(PlainQueue q, PlainEntity curr, PlainEntity wakee, int flags) {
        boolean idle = curr.view.policy() == SchedulingPolicy.IDLE;
        return idle && wakee.view.policy() != SchedulingPolicy.IDLE ? Verdict.PREEMPT : 0;
    }

    @Override
    public final int wakeupLevel(PlainQueue q, PlainEntity curr, PlainEntity wakee, PreemptContext context) {
        return 0;
    }

    @Override
    public final int tick(PlainQueue q, PlainEntity curr, boolean hrtick) {
        return 0;
    }

    @Override
    public final int yieldTask(PlainQueue q, PlainEntity curr) {
        curr.ranNs = 0;
        requeue(q, curr);
        return 0;
    }

    @Override
    public void reweight(PlainQueue q, PlainEntity e, long timelineWeight, boolean tableInv, boolean queued) {
        boolean inTree = e.inTree;
        if (inTree) {
            q.remove(e);
        }
        e.weight = timelineWeight;
        if (inTree) {
            q.insert(e);
        }
    }

    @Override
    public final void migrate(PlainQueue from, PlainEntity e, PlainQueue to, Migration why) {}

    @Override
    public final void setSlice(PlainQueue q, PlainEntity e, long ns, int custom) {}

    @Override
    public final long minSlice(PlainQueue q) {
        return quantumNs;
    }

    @Override
    public final boolean mark(PlainQueue q, PlainEntity e, Buddy buddy) {
        return false;
    }

    @Override
    public final int clear(PlainQueue q, PlainEntity e, int buddies) {
        return 0;
    }

    @Override
    public final boolean isBuddy(PlainQueue q, PlainEntity e) {
        return false;
    }

    @Override
    public final boolean eligible(PlainQueue q, PlainEntity e) {
        return true;
    }

    @Override
    public final long sliceEndNs(PlainQueue q, PlainEntity curr) {
        return quantumNs == Long.MAX_VALUE ? quantumNs : quantumNs - curr.ranNs;
    }

    @Override
    public final void save(PlainQueue q, StateWriter w) {
        w.put("last", q.last);
    }

    @Override
    public final void load(PlainQueue q, StateReader r) {
        q.last = r.num("last", q.last);
    }

    @Override
    public final void saveEntity(PlainEntity e, StateWriter w) {
        w.put("key", e.key);
        w.put("ran", e.ranNs);
    }

    @Override
    public final void loadEntity(PlainEntity e, StateReader r) {
        e.key = r.num("key", e.key);
        e.ranNs = r.num("ran", e.ranNs);
    }
}
