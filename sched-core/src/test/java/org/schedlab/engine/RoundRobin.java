package org.schedlab.engine;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.schedlab.spi.Buddy;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.Migration;
import org.schedlab.spi.Op;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PreemptContext;
import org.schedlab.spi.QueueView;
import org.schedlab.spi.StateReader;
import org.schedlab.spi.StateWriter;
import org.schedlab.spi.Verdict;

/** A discipline small enough to reason about: first come first served, a new turn at every tick, wakeups preempt only if asked. */
final class RoundRobin implements PickPolicy<RoundRobin.Line, RoundRobin.Turn> {

    private final boolean wakeupsPreempt;

    RoundRobin(boolean wakeupsPreempt) {
        this.wakeupsPreempt = wakeupsPreempt;
    }

    static final class Line {
        final ArrayDeque<Turn> waiting = new ArrayDeque<>();

        @Nullable
        Turn current;
    }

    static final class Turn {
        final EntityView entity;

        Turn(EntityView entity) {
            this.entity = entity;
        }
    }

    @Override
    public Line newQueue(QueueView queue) {
        return new Line();
    }

    @Override
    public Turn newEntity(EntityView entity) {
        return new Turn(entity);
    }

    @Override
    public int charge(Line queue, Turn curr, long execNs) {
        return 0;
    }

    @Override
    public void fork(Line queue, @Nullable Turn parent, Turn child) {}

    @Override
    public void arrive(Line queue, Turn entity, int flags) {
        if (queue.current != entity) {
            queue.waiting.addLast(entity);
        }
    }

    @Override
    public boolean wantsDelay(Line queue, Turn entity, int flags) {
        return false;
    }

    @Override
    public void leave(Line queue, Turn entity, int flags) {
        queue.waiting.remove(entity);
    }

    @Override
    public boolean requeueDelayed(Line queue, Turn entity) {
        return false;
    }

    @Override
    public void finishDelayed(Line queue, Turn entity) {}

    @Override
    public @Nullable EntityView pick(Line queue, @Nullable Turn curr, int flags) {
        Turn first = queue.waiting.peekFirst();
        if (first != null) {
            return first.entity;
        }
        return curr == null ? null : curr.entity;
    }

    @Override
    public void setNext(Line queue, Turn entity, boolean first) {
        queue.waiting.remove(entity);
        queue.current = entity;
    }

    @Override
    public void putPrev(Line queue, Turn entity) {
        queue.current = null;
        if (entity.entity.onRq()) {
            queue.waiting.addLast(entity);
        }
    }

    @Override
    public int wakeupTask(Line queue, Turn curr, Turn wakee, int flags) {
        return wakeupsPreempt && (flags & Op.FORK) == 0 ? Verdict.PREEMPT : 0;
    }

    @Override
    public int wakeupLevel(Line queue, Turn curr, Turn wakee, PreemptContext context) {
        return 0;
    }

    @Override
    public int tick(Line queue, Turn curr, boolean hrtick) {
        return queue.waiting.isEmpty() ? 0 : Verdict.RESCHED;
    }

    @Override
    public int yieldTask(Line queue, Turn curr) {
        return 0;
    }

    @Override
    public void reweight(Line queue, Turn entity, long timelineWeight, boolean tableInv, boolean queued) {}

    @Override
    public void migrate(Line from, Turn entity, Line to, Migration why) {}

    @Override
    public void setSlice(Line queue, Turn entity, long ns, int custom) {}

    @Override
    public long minSlice(Line queue) {
        return 0;
    }

    @Override
    public boolean mark(Line queue, Turn entity, Buddy buddy) {
        return false;
    }

    @Override
    public int clear(Line queue, Turn entity, int buddies) {
        return 0;
    }

    @Override
    public boolean isBuddy(Line queue, Turn entity) {
        return false;
    }

    @Override
    public boolean eligible(Line queue, Turn entity) {
        return true;
    }

    @Override
    public long sliceEndNs(Line queue, Turn curr) {
        return Long.MAX_VALUE;
    }

    @Override
    public void save(Line queue, StateWriter writer) {}

    @Override
    public void load(Line queue, StateReader reader) {}

    @Override
    public void saveEntity(Turn entity, StateWriter writer) {}

    @Override
    public void loadEntity(Turn entity, StateReader reader) {}
}
