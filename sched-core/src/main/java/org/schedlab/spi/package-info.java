/**
 * All that a policy or plugin sees: the plugin door, the three kinds of policy, read-only views of the scheduler's state, flags, switches and
 * kernel profiles. May depend on topology, arith and pelt only. Everything here is confined to the thread of one run, except the immutable
 * records. Everything is experimental until recorded traces have been replayed through it.
 */
@NullMarked
package org.schedlab.spi;

import org.jspecify.annotations.NullMarked;
