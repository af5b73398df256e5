/** The topology module used alone. Depends on {@code org.schedlab.topology} only; one thread. */
@NullMarked
package org.schedlab.examples.topology;

import org.jspecify.annotations.NullMarked;
