/**
 * Scenarios: files that say all that determines a run, in YAML or JSON (docs/scenario.md). May depend on engine, workload, spi and topology. A
 * reader belongs to one thread; scenarios are immutable.
 */
@NullMarked
package org.schedlab.scenario;

import org.jspecify.annotations.NullMarked;
