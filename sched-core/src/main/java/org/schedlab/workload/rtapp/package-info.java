/**
 * Reads workloads written for rt-app, with documented extensions (docs/workloads.md). May depend on workload, workload.text, spi and
 * topology. A reader belongs to one thread; what it returns is immutable.
 */
@NullMarked
package org.schedlab.workload.rtapp;

import org.jspecify.annotations.NullMarked;
