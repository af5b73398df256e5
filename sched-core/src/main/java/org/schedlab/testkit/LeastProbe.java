package org.schedlab.testkit;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.QueueView;
import org.schedlab.spi.StateWriter;

/**
 * The brute-force oracle of disciplines that run whoever has the least of something: looks at every queued entity's saved value. Entities that the
 * queue saves as {@code next} or {@code last} buddy may win, one that it saves as {@code skip} may be passed over. O(n) per pick and allocating:
 * for tests.
 */
public final class LeastProbe extends ForwardingPick<Object, Object> {

    private final PickPolicy<Object, Object> policy;
    private final String key;
    private final IdentityHashMap<Object, List<Object>> queued = new IdentityHashMap<>();
    private final IdentityHashMap<Object, EntityView> views = new IdentityHashMap<>();

    /** {@code key} is the name under which an entity's value is saved, compared by signed difference. */
    public LeastProbe(PickPolicy<Object, Object> policy, String key) {
        super(policy);
        this.policy = policy;
        this.key = key;
    }

    @Override
    public Object newQueue(QueueView queue) {
        Object state = super.newQueue(queue);
        queued.put(state, new ArrayList<>());
        return state;
    }

    @Override
    public Object newEntity(EntityView entity) {
        Object state = super.newEntity(entity);
        views.put(state, entity);
        return state;
    }

    @Override
    public void arrive(Object queue, Object entity, int flags) {
        super.arrive(queue, entity, flags);
        Objects.requireNonNull(queued.get(queue)).add(entity);
    }

    @Override
    public void leave(Object queue, Object entity, int flags) {
        super.leave(queue, entity, flags);
        Objects.requireNonNull(queued.get(queue)).remove(entity);
    }

    @Override
    public @Nullable EntityView pick(Object queue, @Nullable Object curr, int flags) {
        Saved buddies = new Saved();
        policy.save(queue, buddies);
        EntityView answer = super.pick(queue, curr, flags);
        Object chosen = null;
        List<Object> all = Objects.requireNonNull(queued.get(queue));
        for (Object entity : all) {
            chosen = views.get(entity) == answer ? entity : chosen;
        }
        if (chosen == null) {
            throw new ProbeViolationException("the pick chose (" + answer + "), which is not queued");
        }
        if (buddies.is("next", answer) || buddies.is("last", answer)) {
            return answer;
        }
        long least = value(chosen);
        for (Object entity : all) {
            EntityView view = Objects.requireNonNull(views.get(entity));
            if (value(entity) - least < 0 && !buddies.is("skip", view)) {
                throw new ProbeViolationException("the pick chose " + answer + " with " + key + " " + least + " though "
                        + view + " has " + value(entity));
            }
        }
        return answer;
    }

    private long value(Object entity) {
        Saved saved = new Saved();
        policy.saveEntity(entity, saved);
        Long value = saved.numbers.get(key);
        if (value == null) {
            throw new IllegalStateException("the policy does not save (" + key + ")");
        }
        return value;
    }

    private static final class Saved implements StateWriter {
        private final Map<String, Long> numbers = new TreeMap<>();
        private final Map<String, @Nullable EntityView> entities = new TreeMap<>();

        @Override
        public void put(String name, long value) {
            numbers.put(name, value);
        }

        @Override
        public void ref(String name, @Nullable EntityView entity) {
            entities.put(name, entity);
        }

        boolean is(String name, @Nullable EntityView entity) {
            return entity != null && entities.get(name) == entity;
        }
    }
}
