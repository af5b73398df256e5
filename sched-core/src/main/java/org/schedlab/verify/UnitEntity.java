package org.schedlab.verify;

import org.jspecify.annotations.Nullable;
import org.schedlab.arith.Weights;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.SchedulingPolicy;

/** An entity that shows a policy what a golden row says. Confined to one thread. */
final class UnitEntity implements EntityView {

    final UnitQueue queue;
    private final int id;
    private final long weight;
    private final boolean task;
    private final Object state;
    boolean onRq;
    boolean idle;
    long execStart;

    @Nullable
    UnitEntity parent;

    UnitEntity(PickPolicy<Object, Object> policy, UnitQueue queue, int id, long weight, boolean task) {
        this.queue = queue;
        this.id = id;
        this.weight = weight;
        this.task = task;
        state = policy.newEntity(this);
    }

    @Override
    public int id() {
        return id;
    }

    @Override
    public boolean isTask() {
        return task;
    }

    @Override
    public long weight() {
        return weight;
    }

    @Override
    public boolean tableInv() {
        return task && Weights.isNiceWeight(weight);
    }

    @Override
    public boolean onRq() {
        return onRq;
    }

    @Override
    public boolean delayed() {
        return false;
    }

    @Override
    public boolean idle() {
        return idle;
    }

    @Override
    public SchedulingPolicy policy() {
        return idle && task ? SchedulingPolicy.IDLE : SchedulingPolicy.NORMAL;
    }

    @Override
    public long execStart() {
        return execStart;
    }

    @Override
    public long sumExec() {
        return 0;
    }

    @Override
    public @Nullable EntityView parent() {
        return parent;
    }

    @Override
    public UnitQueue queue() {
        return queue;
    }

    @Override
    public Object state() {
        return state;
    }

    @Override
    public String toString() {
        return "entity " + id;
    }
}
