/** An idle previous CPU in wake_affine_idle, as a program. May depend on all modules but the command's, and on what the examples share. One thread. */
@NullMarked
package org.schedlab.examples.previous;

import org.jspecify.annotations.NullMarked;
