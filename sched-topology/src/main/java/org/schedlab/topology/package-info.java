/**
 * The machine: CPUs with their cores, caches, packages, nodes and capacities, and sets of CPUs. Depends on the JDK only; immutable values,
 * safe to share between threads, except {@link org.schedlab.topology.CpuMask}, which is mutable and confined to one thread.
 */
@NullMarked
package org.schedlab.topology;

import org.jspecify.annotations.NullMarked;
