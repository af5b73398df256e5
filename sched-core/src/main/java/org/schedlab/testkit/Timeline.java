package org.schedlab.testkit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.StateWriter;

/**
 * The entities that stand on one queue's timeline, as a probe follows them, and their virtual times as the policy saves them. Sums are exact: an
 * overflow is an {@link ArithmeticException}.
 *
 * @param <Q> the policy's state of a queue
 * @param <E> the policy's state of an entity
 */
final class Timeline<Q, E> {

    /** One entity as saved. */
    record Row(
            EntityView view,
            long vruntime,
            long deadline,
            long sliceNs,
            long vlag,
            long vprot,
            long weight,
            long sumWeight) {}

    private final PickPolicy<Q, E> policy;
    private final Q queue;
    private final List<Member<E>> members = new ArrayList<>();
    private final Saved saved = new Saved();

    /** The state of the running entity. */
    @Nullable
    E current;

    private record Member<E>(EntityView view, E state) {}

    Timeline(PickPolicy<Q, E> policy, Q queue) {
        this.policy = policy;
        this.queue = queue;
    }

    void join(EntityView view, E state) {
        members.add(new Member<>(view, state));
    }

    void leave(E state) {
        members.removeIf(m -> m.state() == state);
    }

    int size() {
        return members.size();
    }

    long zero() {
        saved.values.clear();
        policy.save(queue, saved);
        return saved.get("v0");
    }

    /** Id of the next buddy, or -1. */
    long nextBuddy() {
        saved.values.clear();
        policy.save(queue, saved);
        return saved.get("next");
    }

    Row row(EntityView view, E state) {
        saved.values.clear();
        policy.saveEntity(state, saved);
        return new Row(
                view,
                saved.get("vruntime"),
                saved.get("deadline"),
                saved.get("slice"),
                saved.get("vlag"),
                saved.get("vprot"),
                saved.get("h_load_weight"),
                saved.get("sum_weight"));
    }

    /** All that stand on the timeline and are queued. */
    List<Row> rows() {
        List<Row> rows = new ArrayList<>(members.size());
        for (Member<E> m : members) {
            if (m.view().onRq()) {
                rows.add(row(m.view(), m.state()));
            }
        }
        return rows;
    }

    /** Σ w. */
    static long weight(List<Row> rows) {
        long sum = 0;
        for (Row row : rows) {
            sum = Math.addExact(sum, row.sumWeight());
        }
        return sum;
    }

    /** Σ w · (v − from). */
    static long moment(List<Row> rows, long from) {
        long sum = 0;
        for (Row row : rows) {
            sum = Math.addExact(sum, Math.multiplyExact(row.sumWeight(), row.vruntime() - from));
        }
        return sum;
    }

    private static final class Saved implements StateWriter {
        private final Map<String, Long> values = new HashMap<>();

        @Override
        public void put(String name, long value) {
            values.put(name, value);
        }

        @Override
        public void ref(String name, @Nullable EntityView entity) {
            values.put(name, entity == null ? -1L : entity.id());
        }

        long get(String name) {
            Long value = values.get(name);
            if (value == null) {
                throw new IllegalStateException(
                        "the policy does not save (" + name + "); it is not of the EEVDF family");
            }
            return value;
        }
    }
}
