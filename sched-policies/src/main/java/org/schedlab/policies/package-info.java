/**
 * The bundled plugin and its kernel profiles. May depend on spi, arith, pelt and topology only.
 */
@NullMarked
package org.schedlab.policies;

import org.jspecify.annotations.NullMarked;
