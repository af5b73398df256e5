/**
 * The example "CPU bandwidth of a group". Depends on sched-cgroup and sched-policies and what these bring. One thread.
 */
@NullMarked
package org.schedlab.examples.bandwidth;

import org.jspecify.annotations.NullMarked;
