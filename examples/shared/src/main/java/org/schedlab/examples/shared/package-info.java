/**
 * What the examples capacity-aware-wakeup, idle-previous-cpu and idle-cpu-or-idle-sibling have in common, and no example by itself: runs of one load by switches, costs
 * and seeds ({@link org.schedlab.examples.shared.Experiment}), what is counted of a run ({@link org.schedlab.examples.shared.Outcome}), differences paired by seed
 * ({@link org.schedlab.examples.shared.Paired}), tables and verdicts ({@link org.schedlab.examples.shared.Findings}). May depend on all modules but the command's. One thread.
 */
@NullMarked
package org.schedlab.examples.shared;

import org.jspecify.annotations.NullMarked;
