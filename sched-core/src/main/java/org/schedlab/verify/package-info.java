/**
 * Replays golden vectors: walks a directory of recorded kernel results, runs each file through the arithmetic or mechanism of the kind that
 * knows it, and says how many rows came out equal and where the first difference is. May depend on {@code mechanism}, {@code pelt} and
 * {@code arith}; one verification runs on one thread.
 */
@NullMarked
package org.schedlab.verify;

import org.jspecify.annotations.NullMarked;
