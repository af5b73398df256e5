package org.schedlab.mechanism;

import org.schedlab.spi.Buddy;
import org.schedlab.spi.Op;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.Verdict;

/**
 * The steps of one level, in the kernel's order: what the host does itself, what it asks of the discipline, what it leaves to the hooks. Where
 * vectors pin an order, the comment says so; docs/adr/0001 has the table by release.
 */
final class LevelSteps {

    final PickPolicy<Object, Object> pick;
    final LevelHooks hooks;

    LevelSteps(PickPolicy<Object, Object> pick, LevelHooks hooks) {
        this.pick = pick;
        this.hooks = hooks;
    }

    /** update_curr: charges the queue's current for the time since its last charge. */
    void charge(CfsRunQueue queue) {
        SchedEntity current = queue.current;
        if (current == null) {
            return;
        }
        long now = queue.rq().clockTask();
        long ranNs = now - current.execStart;
        if (ranNs <= 0) {
            return;
        }
        current.execStart = now;
        current.sumExec += ranNs;
        int verdict = pick.charge(queue.state, current.state, ranNs);
        hooks.account(queue, ranNs);
        apply(verdict, queue, current);
    }

    /** Acts on RESCHED, LAZY and CLEAR. */
    void apply(int verdict, CfsRunQueue queue, SchedEntity current) {
        if ((verdict & Verdict.RESCHED) != 0) {
            queue.rq().requestResched(verdict);
        }
        if ((verdict & Verdict.CLEAR) != 0) {
            clearBuddies(current);
        }
    }

    /** clear_buddies: from the entity up, as long as a level names it. */
    void clearBuddies(SchedEntity entity) {
        int buddies = Buddy.ALL;
        for (SchedEntity e = entity; e != null && buddies != 0; e = e.parent) {
            buddies = pick.clear(e.queue.state, e.state, buddies);
        }
    }

    /** set_next_buddy and its kin: from the entity up, until the discipline stops. */
    void mark(SchedEntity entity, Buddy buddy) {
        for (SchedEntity e = entity; e != null; e = e.parent) {
            if (!pick.mark(e.queue.state, e.state, buddy)) {
                return;
            }
        }
    }

    /** enqueue_entity. */
    void enqueue(CfsRunQueue queue, SchedEntity entity, int flags) {
        boolean running = queue.current == entity;
        if (running) {
            pick.arrive(queue.state, entity.state, flags);
        }
        charge(queue);
        // Pinned: load, then shares, then placing; a group's weight decides where it is placed.
        hooks.loadEnqueue(queue, entity, flags);
        hooks.shares(entity);
        if (!running) {
            pick.arrive(queue.state, entity.state, flags);
        }
        queue.account(entity);
        if ((flags & Op.MIGRATED) != 0) {
            entity.execStart = 0;
        }
        entity.onRq = true;
        if (queue.nr == 1) {
            hooks.firstQueued(queue);
        }
    }

    /** dequeue_entity; false when the dequeue was put off. */
    boolean dequeue(CfsRunQueue queue, SchedEntity entity, int flags) {
        charge(queue);
        clearBuddies(entity);
        int undelayable = Op.DELAYED | Op.SPECIAL | Op.NODELAY;
        if ((flags & Op.SLEEP) != 0
                && (flags & undelayable) == 0
                && pick.wantsDelay(queue.state, entity.state, flags)) {
            // Pinned: the averages still see the entity as runnable.
            hooks.loadDelay(queue, entity);
            delay(entity);
            return false;
        }
        hooks.loadDequeue(queue, entity, flags);
        // Pinned: leaving sees onRq and, in 7.x, delayed.
        pick.leave(queue.state, entity.state, flags);
        entity.onRq = false;
        queue.unaccount(entity);
        if (queue.nr == 0) {
            hooks.emptied(queue);
        }
        hooks.shares(entity);
        if ((flags & Op.DELAYED) != 0) {
            entity.delayed = false;
            pick.finishDelayed(queue.state, entity.state);
            // Pinned: the levels above see it as runnable until it is counted out there.
            countDelayed(entity, -1);
        }
        return true;
    }

    /** set_delayed: a task that stays queued counts as delayed on every level up to a throttled one. */
    private void delay(SchedEntity entity) {
        entity.delayed = true;
        countDelayed(entity, 1);
    }

    /** Wakes a delayed entity in place (requeue_delayed_entity). */
    void requeueDelayed(SchedEntity entity) {
        CfsRunQueue queue = entity.queue;
        pick.requeueDelayed(queue.state, entity.state);
        // Pinned: the averages still see the entity as delayed.
        hooks.loadDelay(queue, entity);
        entity.delayed = false;
        countDelayed(entity, -1);
    }

    private void countDelayed(SchedEntity entity, int delta) {
        if (!entity.isTask()) {
            return;
        }
        for (SchedEntity e = entity; e != null; e = e.parent) {
            CfsRunQueue queue = e.queue;
            queue.hNrDelayed += delta;
            queue.hNrRunnable -= delta;
            if (hooks.throttled(queue)) {
                return;
            }
        }
    }

    /** put_prev_entity. */
    void put(CfsRunQueue queue, SchedEntity entity) {
        if (entity.onRq) {
            charge(queue);
        }
        hooks.check(queue);
        if (entity.onRq) {
            pick.putPrev(queue.state, entity.state);
            hooks.loadPut(queue, entity);
        } else {
            pick.putPrev(queue.state, entity.state);
        }
        // Pinned last: the averages still see the entity running.
        queue.current = null;
    }

    /** set_next_entity. */
    void set(CfsRunQueue queue, SchedEntity entity, boolean first) {
        clearBuddies(entity);
        boolean queued = entity.onRq;
        pick.setNext(queue.state, entity.state, first);
        if (queued) {
            // Pinned: the averages see the entity waiting until now.
            hooks.loadSet(queue, entity);
        }
        entity.execStart = queue.rq().clockTask();
        queue.current = entity;
    }

    /** entity_tick. */
    void tick(CfsRunQueue queue, SchedEntity entity, boolean hrtick) {
        charge(queue);
        hooks.loadTick(queue, entity);
        hooks.shares(entity);
        apply(pick.tick(queue.state, entity.state, hrtick), queue, entity);
    }

    /** reweight_entity after the charge; the timeline weight is the load weight. */
    void reweight(SchedEntity entity, long weight, boolean tableInv) {
        CfsRunQueue queue = entity.queue;
        if (entity.onRq) {
            queue.load -= entity.weight;
        }
        pick.reweight(queue.state, entity.state, weight, tableInv, entity.onRq);
        hooks.loadReweight(queue, entity, entity.weight, weight);
        entity.weight = weight;
        entity.tableInv = tableInv;
        if (entity.onRq) {
            queue.load += weight;
        }
    }

    /** The discipline's choice on a queue that is not empty, checked. */
    SchedEntity choose(CfsRunQueue queue, int flags) {
        SchedEntity current = queue.current;
        Object goesOn = current == null || !current.onRq ? null : current.state;
        return PickGuard.check(pick.pick(queue.state, goesOn, flags), queue);
    }
}
