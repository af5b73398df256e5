package org.schedlab.policies.pick;

import org.schedlab.arith.CalcDelta;
import org.schedlab.arith.Weights;
import org.schedlab.spi.EntityView;

/** EEVDF's state of a task or group: its place in virtual time, its request, and its node of the deadline tree. */
final class EevdfEntity extends RbNode<EevdfEntity> {

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

    /** Smallest of its subtree: vruntime when the tree is ordered by deadline, deadline when it is ordered by vruntime. */
    long subtreeMin;

    /** Smallest and largest slice of its subtree. */
    long minSliceNs;

    long maxSliceNs;

    private final boolean fullResolution;

    /** {@code fullResolution}: weights count unshortened and virtual time is divided (7.x), not multiplied by a reciprocal. */
    EevdfEntity(EntityView view, long sliceNs, boolean fullResolution) {
        this.view = view;
        this.fullResolution = fullResolution;
        this.sliceNs = sliceNs;
        setWeight(view.weight(), view.tableInv());
    }

    /** Sets the timeline weight; {@code tableInv} takes the reciprocal of the nice table. */
    void setWeight(long fullWeight, boolean tableInv) {
        weight = fullWeight;
        long plain = Weights.scaleLoadDown(fullWeight);
        sumWeight = fullResolution ? fullWeight : plain;
        inverse = tableInv ? Weights.tableInverse(plain) : Weights.inverse(fullWeight);
    }

    /** Real time as virtual time of this entity (calc_delta_fair). */
    long virtual(long deltaNs) {
        if (fullResolution) {
            return CalcDelta.fairDivide(deltaNs, weight);
        }
        return CalcDelta.fair(deltaNs, weight, inverse);
    }

    @Override
    public String toString() {
        return view + " v=" + Long.toUnsignedString(vruntime) + " d=" + Long.toUnsignedString(deadline);
    }
}
