/**
 * The machine: CPUs with their cores, caches, packages, nodes and capacities, and sets of CPUs. Depends on Commons Lang; immutable values,
 * safe to share between threads, except {@link org.schedlab.topology.CpuMask} and
 * {@link org.schedlab.topology.TopologyBuilder}, which are mutable and confined to one thread.
 */
@NullMarked
package org.schedlab.topology;

import org.jspecify.annotations.NullMarked;
