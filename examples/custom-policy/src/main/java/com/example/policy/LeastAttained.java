package com.example.policy;

import jakarta.inject.Inject;
import java.util.Arrays;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.Op;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.QueueView;
import org.schedlab.spi.StateWriter;
import org.schedlab.spi.Verdict;

/**
 * Who has run least since waking runs next (foreground-background; Nuyens and Wierman, "The Foreground-Background queue: a survey", 2008). Short
 * bursts pass long ones without anybody saying which is which. Picking is O(n).
 */
public final class LeastAttained implements PickPolicy<LeastAttained.Line, LeastAttained.Attained> {

    private final long quantumNs;

    @Inject
    public LeastAttained(LeastAttainedConfig config) {
        quantumNs = config.quantumNs();
    }

    /** Who waits on a queue, in no order. */
    static final class Line {
        private Attained[] waiting = new Attained[8];
        private int count;
        private Attained current;

        private void add(Attained entity) {
            if (count == waiting.length) {
                waiting = Arrays.copyOf(waiting, 2 * count);
            }
            entity.place = count;
            waiting[count++] = entity;
        }

        private void remove(Attained entity) {
            if (entity.place >= 0) {
                Attained last = waiting[--count];
                waiting[entity.place] = last;
                last.place = entity.place;
                waiting[count] = null;
                entity.place = -1;
            }
        }
    }

    /** What a task or group has had. */
    static final class Attained {
        private final EntityView view;
        private int place = -1;
        private long servedNs;
        private long turnNs;

        private Attained(EntityView view) {
            this.view = view;
        }
    }

    @Override
    public Line newQueue(QueueView queue) {
        return new Line();
    }

    @Override
    public Attained newEntity(EntityView entity) {
        return new Attained(entity);
    }

    @Override
    public int charge(Line queue, Attained curr, long execNs) {
        curr.servedNs += execNs;
        curr.turnNs += execNs;
        return 0;
    }

    @Override
    public void arrive(Line queue, Attained entity, int flags) {
        if ((flags & (Op.WAKEUP | Op.INITIAL)) != 0) {
            entity.servedNs = 0;
        }
        if (entity != queue.current) {
            queue.add(entity);
        }
    }

    @Override
    public void leave(Line queue, Attained entity, int flags) {
        queue.remove(entity);
    }

    @Override
    public EntityView pick(Line queue, Attained curr, int flags) {
        if (curr != null && (queue.count == 0 || curr.turnNs < quantumNs)) {
            return curr.view;
        }
        Attained least = curr;
        for (int i = 0; i < queue.count; i++) {
            Attained other = queue.waiting[i];
            if (least == null || other.servedNs < least.servedNs) {
                least = other;
            }
        }
        return least == null ? null : least.view;
    }

    @Override
    public void setNext(Line queue, Attained entity, boolean first) {
        queue.remove(entity);
        queue.current = entity;
        entity.turnNs = 0;
    }

    @Override
    public void putPrev(Line queue, Attained entity) {
        queue.current = null;
        if (entity.view.onRq()) {
            queue.add(entity);
        }
    }

    @Override
    public int tick(Line queue, Attained curr, boolean hrtick) {
        return queue.count > 0 && curr.turnNs >= quantumNs ? Verdict.RESCHED : 0;
    }

    @Override
    public int wakeupTask(Line queue, Attained curr, Attained wakee, int flags) {
        return curr.servedNs - wakee.servedNs >= quantumNs ? Verdict.PREEMPT : 0;
    }

    @Override
    public void saveEntity(Attained entity, StateWriter writer) {
        writer.put("served", entity.servedNs);
    }
}
