/**
 * Benchmarks of this module, and the calibration unit that bars are written in. Not part of any artifact; depends on JMH; each benchmark state
 * belongs to one thread.
 */
@NullMarked
package org.schedlab.bench;

import org.jspecify.annotations.NullMarked;
