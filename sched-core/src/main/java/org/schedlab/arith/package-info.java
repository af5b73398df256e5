/**
 * Pure integer arithmetic of the fair scheduler that everyone may use, policies too: weights and reciprocals, virtual-time scaling,
 * group shares, capacity and fits tests. Depends on the JDK only; all functions are static, allocate nothing and keep no state, so any
 * thread may call them. Unsigned 64-bit values travel in {@code long} with wrap-around.
 */
@NullMarked
package org.schedlab.arith;

import org.jspecify.annotations.NullMarked;
