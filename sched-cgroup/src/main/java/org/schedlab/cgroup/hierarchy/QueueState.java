package org.schedlab.cgroup.hierarchy;

import org.jspecify.annotations.Nullable;
import org.schedlab.mechanism.CfsRunQueue;

/**
 * What this design keeps of a queue.
 *
 * @param group the group whose queue it is, or null for the root's
 * @param node its place on the leaf list
 */
record QueueState(@Nullable TaskGroup group, LeafList.Node node) {

    /** Of a queue; that of a root queue is made at its first use. */
    static QueueState of(CfsRunQueue queue) {
        Object kept = queue.designState();
        if (kept instanceof QueueState found) {
            return found;
        }
        QueueState root = new QueueState(null, LeafList.node(queue, null, null));
        queue.designState(root);
        return root;
    }
}
