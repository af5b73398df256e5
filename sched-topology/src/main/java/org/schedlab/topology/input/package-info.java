/**
 * How every reader of the product reports input that it refuses. Depends on the JDK only; immutable values, safe to share between threads.
 */
@NullMarked
package org.schedlab.topology.input;

import org.jspecify.annotations.NullMarked;
