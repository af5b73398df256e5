package org.schedlab.cgroup.hierarchy;

import org.jspecify.annotations.Nullable;

/**
 * What this design keeps of a queue.
 *
 * @param group the group whose queue it is, or null for the root's
 * @param node its place on the leaf list
 */
record QueueState(@Nullable TaskGroup group, LeafList.Node node) {}
