/**
 * Recordings of real kernels beside the model: reads a recording, runs its workload at the recorded phases against the tick, compares figure by
 * figure with stated tolerances. Built on scenarios and runs. Recordings are immutable; a comparison is confined to its thread.
 */
@NullMarked
package org.schedlab.truth;

import org.jspecify.annotations.NullMarked;
