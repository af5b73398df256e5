/**
 * CPU bandwidth of task groups: pools of runtime per period, slices that queues take from them, timers, throttling. May depend on the
 * hierarchy, the mechanism, pelt and spi. The pools of one hierarchy belong to its mechanism and its thread.
 */
@NullMarked
package org.schedlab.cgroup.bandwidth;

import org.jspecify.annotations.NullMarked;
