package org.schedlab.testkit;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.QueueView;
import org.schedlab.testkit.EevdfRules.Release;
import org.schedlab.testkit.Timeline.Row;

/**
 * Watches an EEVDF policy and stops at the first step that breaks an invariant, printing the last events and the queue.
 *
 * <ul>
 *   <li>reweight: w · lag of the entity is kept but for rounding, and so the average; nobody else moves. With REWEIGHT_KEEPS_LAG off the average
 *       jumps as far as predicted.
 *   <li>lag: never beyond its bound when an entity leaves.
 *   <li>pick: a buddy that is eligible, a current that is eligible and protected, or else the earliest deadline among the eligible.
 *   <li>placing: who joins without lag is eligible.
 *   <li>overflow: Σ w·(v − v0) fits into 64 bits.
 * </ul>
 *
 * <p>Each probed step is O(n) and allocates: for tests, not for measurements.
 *
 * @param <Q> the policy's state of a queue
 * @param <E> the policy's state of an entity
 */
public final class EevdfProbes<Q, E> extends ForwardingPick<Q, E> {

    private static final int EVENTS = 24;

    private final PickPolicy<Q, E> policy;
    private final EevdfRules rules;
    private final IdentityHashMap<Object, Timeline<Q, E>> timelines = new IdentityHashMap<>();
    private final IdentityHashMap<Object, EntityView> views = new IdentityHashMap<>();
    private final Deque<String> events = new ArrayDeque<>();
    private final ProbeCounts counts = new ProbeCounts();

    /** Watches {@code policy}, which follows {@code rules}. */
    public EevdfProbes(PickPolicy<Q, E> policy, EevdfRules rules) {
        super(policy);
        this.policy = policy;
        this.rules = rules;
    }

    /** How often each probe looked. */
    public ProbeCounts counts() {
        return counts;
    }

    @Override
    public Q newQueue(QueueView queue) {
        Q state = super.newQueue(queue);
        timelines.put(state, new Timeline<>(policy, state));
        return state;
    }

    @Override
    public E newEntity(EntityView entity) {
        E state = super.newEntity(entity);
        views.put(state, entity);
        return state;
    }

    private Timeline<Q, E> timeline(Q queue) {
        return Objects.requireNonNull(timelines.get(queue), "a queue that this policy did not make");
    }

    private EntityView view(E entity) {
        return Objects.requireNonNull(views.get(entity), "an entity that this policy did not make");
    }

    private void event(String what, @Nullable E entity, long argument) {
        if (events.size() == EVENTS) {
            events.removeFirst();
        }
        events.addLast(what + " " + (entity == null ? "-" : view(entity).toString()) + " " + argument);
    }

    private ProbeViolationException violation(String what, Q queue) {
        StringBuilder text = new StringBuilder(what).append("\nlast events:");
        events.forEach(e -> text.append("\n  ").append(e));
        Timeline<Q, E> line = timeline(queue);
        text.append("\nqueue, zero point ")
                .append(Long.toUnsignedString(line.zero()))
                .append(':');
        for (Row row : line.rows()) {
            text.append("\n  ").append(row);
        }
        return new ProbeViolationException(text.toString());
    }

    @Override
    public int charge(Q queue, E curr, long execNs) {
        event("charge", curr, execNs);
        return super.charge(queue, curr, execNs);
    }

    @Override
    public int yieldTask(Q queue, E curr) {
        event("yield", curr, 0);
        return super.yieldTask(queue, curr);
    }

    @Override
    public void setNext(Q queue, E entity, boolean first) {
        event("run", entity, 0);
        super.setNext(queue, entity, first);
        timeline(queue).current = entity;
    }

    @Override
    public void putPrev(Q queue, E entity) {
        event("put", entity, 0);
        super.putPrev(queue, entity);
        timeline(queue).current = null;
    }

    @Override
    public void arrive(Q queue, E entity, int flags) {
        event("arrive", entity, flags);
        Timeline<Q, E> line = timeline(queue);
        boolean neutral = line.row(view(entity), entity).vlag() == 0;
        super.arrive(queue, entity, flags);
        checkOverflow(queue, line);
        if (neutral) {
            counts.placings++;
            if (!policy.eligible(queue, entity)) {
                throw violation(view(entity) + " was placed without lag and is not eligible", queue);
            }
        }
        line.join(view(entity), entity);
    }

    @Override
    public void leave(Q queue, E entity, int flags) {
        event("leave", entity, flags);
        Timeline<Q, E> line = timeline(queue);
        Row before = line.row(view(entity), entity);
        long limit = rules.limit(before.weight(), before.sliceNs(), longestSlice(line));
        super.leave(queue, entity, flags);
        line.leave(entity);
        counts.lags++;
        long lag = line.row(view(entity), entity).vlag();
        if (Math.abs(lag) > limit) {
            throw violation(view(entity) + " left with lag (" + lag + "), beyond its bound " + limit, queue);
        }
    }

    private static <Q, E> long longestSlice(Timeline<Q, E> line) {
        long longest = 0;
        for (Row row : line.rows()) {
            longest = Math.max(longest, row.sliceNs());
        }
        return longest;
    }

    private void checkOverflow(Q queue, Timeline<Q, E> line) {
        counts.overflows++;
        try {
            Timeline.moment(line.rows(), line.zero());
        } catch (ArithmeticException e) {
            throw violation("the sum of w * (v - v0) does not fit into 64 bits", queue);
        }
    }

    @Override
    public @Nullable EntityView pick(Q queue, @Nullable E curr, int flags) {
        event("pick", curr, flags);
        Timeline<Q, E> line = timeline(queue);
        List<Row> rows = line.rows();
        long buddy = line.nextBuddy();
        EntityView answer = super.pick(queue, curr, flags);
        if (rows.size() < 2) {
            return answer;
        }
        checkOverflow(queue, line);
        counts.picks++;
        if (answer == null) {
            throw violation("the pick gave no answer on a queue of " + rows.size(), queue);
        }
        Row chosen = null;
        Row best = null;
        long weight = Timeline.weight(rows);
        long zero = line.zero();
        long moment = Timeline.moment(rows, zero);
        for (Row row : rows) {
            boolean eligible = eligible(moment, weight, row.vruntime() - zero);
            if (eligible && (best == null || row.deadline() - best.deadline() < 0)) {
                best = row;
            }
            if (row.view() == answer) {
                chosen = row;
            }
        }
        if (chosen == null || best == null || !eligible(moment, weight, chosen.vruntime() - zero)) {
            throw violation("the pick chose " + answer + ", which is not eligible or not queued", queue);
        }
        boolean allowed = chosen.deadline() == best.deadline()
                || answer.id() == buddy
                || (curr != null && answer == view(curr) && isProtected(chosen));
        if (!allowed) {
            throw violation("the pick chose " + answer + " though " + best.view() + " is due first", queue);
        }
        return answer;
    }

    private static boolean eligible(long moment, long weight, long key) {
        return BigInteger.valueOf(moment).compareTo(BigInteger.valueOf(key).multiply(BigInteger.valueOf(weight))) >= 0;
    }

    private boolean isProtected(Row row) {
        return rules.release() == Release.V7_3 ? row.vruntime() - row.vprot() < 0 : row.vlag() == row.deadline();
    }

    @Override
    public void reweight(Q queue, E entity, long timelineWeight, boolean tableInv, boolean queued) {
        event("reweight", entity, timelineWeight);
        Timeline<Q, E> line = timeline(queue);
        Row old = line.row(view(entity), entity);
        if (!queued || old.weight() == timelineWeight) {
            super.reweight(queue, entity, timelineWeight, tableInv, queued);
            return;
        }
        List<Row> before = line.rows();
        long longest = longestSlice(line);
        // The zero point may move; both averages are measured from where it was.
        long zero = line.zero();
        super.reweight(queue, entity, timelineWeight, tableInv, true);
        List<Row> after = line.rows();
        checkOverflow(queue, line);
        Row changed = line.row(view(entity), entity);
        boolean running = line.current == entity;
        ReweightCheck check = new ReweightCheck(rules, before, after, old, changed, zero, running);
        String fault = check.fault(rules.limit(old.weight(), old.sliceNs(), longest), counts);
        if (fault != null) {
            throw violation(fault, queue);
        }
    }
}
