/**
 * Fair disciplines: who runs next on a queue. May depend on spi, arith and topology only. One policy belongs to one run and is confined to its
 * thread.
 */
@NullMarked
package org.schedlab.policies.pick;

import org.jspecify.annotations.NullMarked;
