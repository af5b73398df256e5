package org.schedlab.spi;

import org.jspecify.annotations.Nullable;

/**
 * A fair queueing discipline: who runs next on a queue, for how long, and who preempts whom. The host drives the sequence of steps and owns
 * load weights, {@code onRq}, execution times and counters; the discipline owns virtual time, slices, its timeline and its buddies, as one
 * object per queue and one per entity, made once, so that no step allocates. A call may change only the queue and entity it is given.
 *
 * <p>A discipline must answer for its queue: {@link #arrive}, {@link #leave}, {@link #pick}, {@link #setNext}, {@link #putPrev} and {@link #tick}. The
 * other steps have defaults for one without wakeup preemption, delayed dequeues, buddies, slices of its own and recorded states.
 *
 * @param <Q> the discipline's state of a queue
 * @param <E> the discipline's state of an entity
 */
public interface PickPolicy<Q, E> extends Policy {

    /** Makes the state of a queue; called once for each queue. */
    Q newQueue(QueueView queue);

    /** Makes the state of an entity; called once for each entity. */
    E newEntity(EntityView entity);

    /**
     * Charges the current for {@code execNs} of execution (update_curr).
     *
     * @return {@link Verdict} bits RESCHED, LAZY, CLEAR
     */
    default int charge(Q queue, E curr, long execNs) {
        return 0;
    }

    /** A child is made beside {@code parent}, which the host has charged; 6.8 places the child here a first time (task_fork_fair). */
    default void fork(Q queue, @Nullable E parent, E child) {}

    /**
     * An entity joins: place it, and insert it unless it is the queue's current. The host has not yet counted it
     * ({@code onRq} is false).
     */
    void arrive(Q queue, E entity, int flags);

    /** Whether the dequeue of this sleeper shall be put off (DELAY_DEQUEUE). 7.3 takes the lag here. */
    default boolean wantsDelay(Q queue, E entity, int flags) {
        return false;
    }

    /** An entity leaves; {@code onRq} is still true, the host's counters are still with it. */
    void leave(Q queue, E entity, int flags);

    /** A delayed entity wakes; {@code delayed} is still true. Returns whether it was moved on the timeline. */
    default boolean requeueDelayed(Q queue, E entity) {
        return false;
    }

    /** A delayed entity has left for good; called after {@link #leave}. */
    default void finishDelayed(Q queue, E entity) {}

    /**
     * Chooses who runs next; the answer may be a delayed entity, which the host finishes before it asks again.
     *
     * @param curr the queue's current if it may go on, else null
     * @param flags NOPROTECT or none
     * @return null only when the queue is empty
     */
    @Nullable
    EntityView pick(Q queue, @Nullable E curr, int flags);

    /** The entity starts to run: take it off the timeline if it is queued ({@code first}: it was not running before). */
    void setNext(Q queue, E entity, boolean first);

    /** The entity stops to run: insert it if it is still queued. */
    void putPrev(Q queue, E entity);

    /**
     * The rules of wakeup preemption that look at the tasks alone, before both are brought to a common level and before any charge.
     *
     * @return {@link Verdict} bits GO, PREEMPT, MARK_NEXT
     */
    default int wakeupTask(Q queue, E curr, E wakee, int flags) {
        return 0;
    }

    /**
     * Wakeup preemption between siblings.
     *
     * @return {@link Verdict} bits PREEMPT, LAZY, MARK_NEXT, MARK_LAST
     */
    default int wakeupLevel(Q queue, E curr, E wakee, PreemptContext context) {
        return 0;
    }

    /**
     * The tick, or the high-resolution tick, of the current on one level, after the charge.
     *
     * @return {@link Verdict} bits RESCHED, LAZY, CLEAR
     */
    int tick(Q queue, E curr, boolean hrtick);

    /**
     * The current yields; the host has charged it.
     *
     * @return {@link Verdict} bits, MARK_SKIP where the release marks
     */
    default int yieldTask(Q queue, E curr) {
        return 0;
    }

    /**
     * The weight that counts on the timeline changes; the entity's load weight may differ (7.3: hierarchical weight).
     *
     * @param timelineWeight full resolution
     * @param tableInv whether its reciprocal comes from the nice table
     * @param queued whether the entity is queued now
     */
    default void reweight(Q queue, E entity, long timelineWeight, boolean tableInv, boolean queued) {}

    /** The entity, not queued, goes from one queue to another. */
    default void migrate(Q from, E entity, Q to, Migration why) {}

    /**
     * Sets the slice of an entity.
     *
     * @param ns slice in ns
     * @param custom 1 custom, 0 default, -1 keep the mark as it is
     */
    default void setSlice(Q queue, E entity, long ns, int custom) {}

    /** The shortest slice on the queue, in ns; only asked where groups inherit slices. */
    default long minSlice(Q queue) {
        return 0;
    }

    /** Marks the entity as a buddy of its level; false stops the host's walk up. */
    default boolean mark(Q queue, E entity, Buddy buddy) {
        return false;
    }

    /**
     * Clears those of {@code buddies} that name the entity on its level (clear_buddies).
     *
     * @param buddies {@link Buddy#bit()} bits
     * @return the bits that were cleared; with these the host goes on to the parent
     */
    default int clear(Q queue, E entity, int buddies) {
        return 0;
    }

    /** Whether the entity is the next buddy of its queue (balancing keeps it). */
    default boolean isBuddy(Q queue, E entity) {
        return false;
    }

    /** Whether the entity would be eligible on the queue. */
    default boolean eligible(Q queue, E entity) {
        return true;
    }

    /** ns until the slice of the current ends, for the high-resolution tick. */
    default long sliceEndNs(Q queue, E curr) {
        return Long.MAX_VALUE;
    }

    /** Names the queue's state. */
    default void save(Q queue, StateWriter writer) {}

    /** Takes over a queue's state, after its entities have been loaded and inserted. */
    default void load(Q queue, StateReader reader) {}

    default void saveEntity(E entity, StateWriter writer) {}

    default void loadEntity(E entity, StateReader reader) {}

    /** How the picks so far were answered, or null when the policy does not count. */
    default @Nullable PickStatistics statistics() {
        return null;
    }
}
