package org.schedlab.verify;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.spi.PickPolicy;
import tools.jackson.databind.JsonNode;

/**
 * A queue of a golden row as a policy holds it, built through the SPI alone: entities are loaded and inserted in the recorded order, so that the
 * policy's sums are its own and comparing them checks the row.
 */
final class UnitTimeline {

    final PickPolicy<Object, Object> policy;
    final UnitQueue queue;
    final List<UnitEntity> entities = new ArrayList<>();
    private final SavedState saved = new SavedState();
    private @Nullable UnitEntity curr;

    /** {@code zero} is the zero point; {@code name} is what the policy calls it. */
    UnitTimeline(PickPolicy<Object, Object> policy, String name, long zero) {
        this.policy = policy;
        this.queue = new UnitQueue(policy);
        policy.load(queue.state(), new NamedState().with(name, zero));
    }

    /** Makes an entity from a row {@code [weight, vruntime, deadline, slice]}, not queued. */
    UnitEntity add(JsonlRows rows, JsonNode ent) {
        long[] values = new long[ent.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = rows.num(ent.get(i), "ent");
        }
        UnitEntity entity = new UnitEntity(policy, queue, entities.size(), values[0], true);
        entities.add(entity);
        load(entity, values);
        return entity;
    }

    /** Sets what the array names: vruntime, then deadline and slice where there are such. */
    void load(UnitEntity entity, long[] values) {
        NamedState state = new NamedState().with("vruntime", values[1]).with("relative", 0);
        if (values.length > 2) {
            state.with("deadline", values[2]).with("slice", values[3]);
        }
        policy.loadEntity(entity.state(), state);
    }

    /** Queues an entity; who runs goes on running. */
    void insert(UnitEntity entity) {
        entity.onRq = true;
        policy.putPrev(queue.state(), entity.state());
        UnitEntity running = curr;
        if (running != null) {
            policy.setNext(queue.state(), running.state(), false);
        }
    }

    /** Makes an entity that is not queued the running one. */
    void run(UnitEntity entity, boolean onRq) {
        entity.onRq = onRq;
        curr = entity;
        policy.setNext(queue.state(), entity.state(), false);
    }

    /** A number of the policy's queue state. */
    long saved(JsonlRows rows, String name) {
        saved.clear();
        policy.save(queue.state(), saved);
        return number(rows, name);
    }

    /** A number of the policy's entity state. */
    long saved(JsonlRows rows, UnitEntity entity, String name) {
        saved.clear();
        policy.saveEntity(entity.state(), saved);
        return number(rows, name);
    }

    private long number(JsonlRows rows, String name) {
        Long value = saved.get(name);
        if (value == null) {
            throw rows.problem("the policy does not name (" + name + ")");
        }
        return value;
    }
}
