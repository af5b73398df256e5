/**
 * What tasks do: programs of runs, sleeps, timers, locks, signals, pipes and forks in the vocabulary of rt-app, as immutable values, and the
 * interpreter that follows them. May depend on spi and topology. Values may be shared between threads; an interpreter belongs to one run.
 */
@NullMarked
package org.schedlab.workload;

import org.jspecify.annotations.NullMarked;
