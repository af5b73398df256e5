/**
 * Per-entity load tracking: decaying sums and averages of load, runnable time and utilisation, their clocks, and how they move between
 * entities, queues and groups; integer results equal the kernel's to the last bit. Depends on {@code org.schedlab.arith} only. State
 * classes are mutable and confined to one thread; {@link org.schedlab.pelt.Pelt} and the other arithmetic classes hold constants only and
 * may be shared.
 */
@NullMarked
package org.schedlab.pelt;

import org.jspecify.annotations.NullMarked;
