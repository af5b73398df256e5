/**
 * The simulation: the driver of the mechanism that owns time, with its event queue, timers, path costs, real-time and interrupt pressure and
 * audit. May depend on mechanism, workload, trace, metrics, spi and topology. A simulation belongs to one thread; its specification is
 * immutable.
 */
@NullMarked
package org.schedlab.engine;

import org.jspecify.annotations.NullMarked;
