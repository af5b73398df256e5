/**
 * Writes runs as Perfetto traces, for ui.perfetto.dev and trace_processor. May depend on trace only. A writer belongs to one run.
 */
@NullMarked
package org.schedlab.trace.perfetto;

import org.jspecify.annotations.NullMarked;
