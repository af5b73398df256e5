/**
 * Task groups as users see them: the tree, its control files with the kernel's limits, effective cpusets. May depend on sched-core. Settings are
 * immutable values; a builder belongs to one thread.
 */
@NullMarked
package org.schedlab.cgroup;

import org.jspecify.annotations.NullMarked;
