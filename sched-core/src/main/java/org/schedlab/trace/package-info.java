/**
 * What happens in a run, as primitive callbacks, and a compact log of it. May depend on spi. An observer belongs to one run and is called on
 * its thread.
 */
@NullMarked
package org.schedlab.trace;

import org.jspecify.annotations.NullMarked;
