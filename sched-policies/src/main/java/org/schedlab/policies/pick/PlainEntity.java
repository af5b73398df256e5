package org.schedlab.policies.pick;

import org.schedlab.spi.EntityView;

/** A reference discipline's state of an entity. */
final class PlainEntity extends RbNode<PlainEntity> {

    final EntityView view;

    /** Its place in the order; compare by signed difference. */
    long key;

    /** Execution since its quantum began, ns. */
    long ranNs;

    long weight;

    /** Sum of the weights of its subtree. */
    long subtreeWeight;

    PlainEntity(EntityView view) {
        this.view = view;
        this.weight = view.weight();
    }

    @Override
    public String toString() {
        return view + " key=" + key;
    }
}
