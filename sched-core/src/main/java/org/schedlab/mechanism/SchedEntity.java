package org.schedlab.mechanism;

import org.jspecify.annotations.Nullable;
import org.schedlab.arith.Weights;
import org.schedlab.pelt.SchedAvg;
import org.schedlab.spi.EntityView;

/**
 * What can be queued on a fair queue: a task or a group on one CPU (sched_entity). Holds what the host owns; virtual time and slice are the
 * discipline's, in {@link #state()}. Changed only by the operations of this package.
 */
public abstract sealed class SchedEntity implements EntityView permits Task, GroupEntity {

    final int id;
    long weight;
    boolean tableInv;
    boolean onRq;
    boolean delayed;

    /** Is one of those that its queue counts, and with which load average it does. */
    boolean counted;

    long countedLoad;
    boolean idle;
    long execStart;
    long sumExec;
    int depth;

    @Nullable
    GroupEntity parent;

    CfsRunQueue queue;
    Object state;
    final SchedAvg avg = new SchedAvg();

    /** Cached count of runnable tasks below a group entity ({@code runnable_weight}); unused for tasks. */
    long runnableWeight;

    SchedEntity(int id, CfsRunQueue queue, long weight, boolean tableInv) {
        this.id = id;
        this.queue = queue;
        this.parent = queue.owner();
        this.depth = parent == null ? 0 : parent.depth + 1;
        this.weight = weight;
        this.tableInv = tableInv;
        this.state = this;
    }

    /** Asks the discipline for its state of this entity; once, after construction. */
    final void attachState(Object disciplineState) {
        this.state = disciplineState;
    }

    /** Moves an entity that is not queued under another queue. */
    final void joins(CfsRunQueue newQueue) {
        if (onRq) {
            throw new IllegalStateException("entity (" + id + ") is queued and cannot change its queue");
        }
        queue = newQueue;
        parent = newQueue.owner();
        depth = parent == null ? 0 : parent.depth + 1;
    }

    @Override
    public final int id() {
        return id;
    }

    @Override
    public final boolean isTask() {
        return this instanceof Task;
    }

    @Override
    public final long weight() {
        return weight;
    }

    @Override
    public final boolean tableInv() {
        return tableInv;
    }

    @Override
    public final boolean onRq() {
        return onRq;
    }

    @Override
    public final boolean delayed() {
        return delayed;
    }

    @Override
    public final boolean idle() {
        return idle;
    }

    @Override
    public final long execStart() {
        return execStart;
    }

    @Override
    public final long sumExec() {
        return sumExec;
    }

    /** Depth in the hierarchy: 0 directly under the root. */
    public final int depth() {
        return depth;
    }

    @Override
    public final @Nullable GroupEntity parent() {
        return parent;
    }

    /** The parent of an entity that has one. */
    final GroupEntity parentOrFail() {
        if (parent == null) {
            throw new IllegalStateException("entity (" + id + ") has no parent");
        }
        return parent;
    }

    @Override
    public final CfsRunQueue queue() {
        return queue;
    }

    @Override
    public final Object state() {
        return state;
    }

    /** Load averages; owned by the load tracking of the group design. */
    public final SchedAvg avg() {
        return avg;
    }

    /** Cached count of runnable tasks below a group entity. */
    public final long runnableWeight() {
        return runnableWeight;
    }

    /** Scaled-down load weight, 1024 for nice 0 ({@code se_weight}). */
    public final long plainWeight() {
        return Weights.scaleLoadDown(weight);
    }
}
