/**
 * What a run measured: distributions, figures per task, CPU and group, results of a run. May depend on spi and trace. Results are immutable;
 * a collector belongs to one run.
 */
@NullMarked
package org.schedlab.metrics;

import org.jspecify.annotations.NullMarked;
