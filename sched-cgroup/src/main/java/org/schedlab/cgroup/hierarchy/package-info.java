/**
 * Task groups as the scheduler sees them: an entity and a queue per CPU made on first use, shares, propagation of load, and the leaf list with
 * its pruning. May depend on the mechanism, pelt, arith and spi. One hierarchy belongs to one mechanism and its thread.
 */
@NullMarked
package org.schedlab.cgroup.hierarchy;

import org.jspecify.annotations.NullMarked;
