package org.schedlab.policies.pick;

import org.jspecify.annotations.Nullable;

/**
 * What an entity carries to be a node of an {@link RbTree}.
 *
 * @param <N> the entity itself
 */
abstract class RbNode<N extends RbNode<N>> {

    @Nullable
    N left;

    @Nullable
    N right;

    @Nullable
    N up;

    boolean red;
    boolean inTree;
}
