/** Capacity awareness in the fast path of wakeups, as a program. May depend on all modules but the command's, and on what the examples share. One thread. */
@NullMarked
package org.schedlab.examples.capacity;

import org.jspecify.annotations.NullMarked;
