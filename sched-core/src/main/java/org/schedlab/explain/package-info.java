/**
 * Explains single decisions of a run in words. May depend on trace, spi and the readers of values (workload.text). An explainer belongs to one run and is
 * called on its thread.
 */
@NullMarked
package org.schedlab.explain;

import org.jspecify.annotations.NullMarked;
