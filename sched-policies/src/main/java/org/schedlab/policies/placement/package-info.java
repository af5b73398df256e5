/**
 * Choosing a CPU for a task that wakes, starts or executes, by kernel generation. May depend on spi, arith, pelt and topology only. One policy
 * serves one run and is confined to its thread.
 */
@NullMarked
package org.schedlab.policies.placement;

import org.jspecify.annotations.NullMarked;
