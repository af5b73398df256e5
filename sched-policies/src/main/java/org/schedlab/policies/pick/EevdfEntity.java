package org.schedlab.policies.pick;

import org.jspecify.annotations.Nullable;
import org.schedlab.arith.CalcDelta;
import org.schedlab.arith.Weights;
import org.schedlab.spi.EntityView;

/** EEVDF's state of a task or group: its place in virtual time, its request, and its node of the deadline tree. */
final class EevdfEntity {

    final EntityView view;

    /** Virtual time, u64 with wrap-around; compare by signed difference. */
    long vruntime;

    /** Virtual deadline of the request, or relative to vruntime when {@link #relDeadline}. */
    long deadline;

    long sliceNs;
    boolean customSlice;

    /** Lag when off the queue; while running in 6.8 and 6.12 the deadline that protects the slice. */
    long vlag;

    /** Virtual time up to which the running entity is protected (7.x). */
    long vprot;

    boolean relDeadline;

    /** {@link EntityView#sumExec} when it was set to run. */
    long prevSumExec;

    /** Timeline weight, full resolution, and its reciprocal. */
    long weight;

    long inverse;

    /** Timeline weight as it counts in the sums: scaled down up to 6.12, full resolution in 7.x. */
    long sumWeight;

    boolean inTree;

    @Nullable
    EevdfEntity left;

    @Nullable
    EevdfEntity right;

    @Nullable
    EevdfEntity up;

    boolean red;

    /** Smallest vruntime, and smallest and largest slice, of the subtree. */
    long minVruntime;

    long minSliceNs;
    long maxSliceNs;

    EevdfEntity(EntityView view, long sliceNs) {
        this.view = view;
        this.sliceNs = sliceNs;
        setWeight(view.weight(), view.tableInv());
    }

    /** Sets the timeline weight; {@code tableInv} takes the reciprocal of the nice table. */
    void setWeight(long fullWeight, boolean tableInv) {
        weight = fullWeight;
        long plain = Weights.scaleLoadDown(fullWeight);
        sumWeight = plain;
        inverse = tableInv ? Weights.tableInverse(plain) : Weights.inverse(fullWeight);
    }

    /** Real time as virtual time of this entity, by the reciprocal (up to 6.12). */
    long virtual(long deltaNs) {
        return CalcDelta.fair(deltaNs, weight, inverse);
    }

    @Override
    public String toString() {
        return view + " v=" + Long.toUnsignedString(vruntime) + " d=" + Long.toUnsignedString(deadline);
    }
}
