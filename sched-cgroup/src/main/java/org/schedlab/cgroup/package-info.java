/**
 * Task groups as users see them: the tree, its settings and their limits. May depend on sched-core. Settings are immutable; readers keep no
 * state.
 */
@NullMarked
package org.schedlab.cgroup;

import org.jspecify.annotations.NullMarked;
