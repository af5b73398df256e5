package org.schedlab.cli;

import org.schedlab.engine.RunSpec;
import org.schedlab.report.RunLabels;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PlacementPolicy;

/**
 * A run, ready to be simulated once.
 *
 * @param spec what determines it
 * @param pick fresh
 * @param placement fresh
 * @param labels for the report
 */
record ComposedRun(RunSpec spec, PickPolicy<?, ?> pick, PlacementPolicy placement, RunLabels labels) {}
