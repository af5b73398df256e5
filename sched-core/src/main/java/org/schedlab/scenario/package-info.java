/**
 * Scenarios: files that say all that determines a run, in YAML or JSON (docs/scenario.md), and the composition of runs from them. May depend on
 * engine, mechanism, plugin, workload, trace, spi and topology. A reader or composer belongs to one thread; scenarios are immutable.
 */
@NullMarked
package org.schedlab.scenario;

import org.jspecify.annotations.NullMarked;
