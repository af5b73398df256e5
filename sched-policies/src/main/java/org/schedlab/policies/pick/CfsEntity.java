package org.schedlab.policies.pick;

import org.schedlab.arith.CalcDelta;
import org.schedlab.arith.Weights;
import org.schedlab.spi.EntityView;

/** CFS's state of a task or group. */
final class CfsEntity extends RbNode<CfsEntity> {

    final EntityView view;

    /** Virtual time, u64 with wrap-around; relative to no queue's minimum while {@link #relative}. */
    long vruntime;

    /** The entity is between queues, and vruntime is what it is ahead of the minimum of the queue that it left. */
    boolean relative;

    /** {@link EntityView#sumExec} when it was set to run. */
    long prevSumExec;

    /** Load weight, full resolution, and its reciprocal. */
    long weight;

    long inverse;

    CfsEntity(EntityView view) {
        this.view = view;
        // A task is queued for the first time as one that comes from elsewhere, a group as one that wakes.
        this.relative = view.isTask();
        setWeight(view.weight(), view.tableInv());
    }

    void setWeight(long fullWeight, boolean tableInv) {
        weight = fullWeight;
        inverse = tableInv ? Weights.tableInverse(Weights.scaleLoadDown(fullWeight)) : Weights.inverse(fullWeight);
    }

    /** Real time as virtual time of this entity (calc_delta_fair). */
    long virtual(long deltaNs) {
        return CalcDelta.fair(deltaNs, weight, inverse);
    }

    @Override
    public String toString() {
        return view + " v=" + Long.toUnsignedString(vruntime);
    }
}
