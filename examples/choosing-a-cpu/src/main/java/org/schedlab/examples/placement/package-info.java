/**
 * Three discussions of the kernel list about where a task wakes up, as programs. May depend on all modules but the command's. One thread.
 */
@NullMarked
package org.schedlab.examples.placement;

import org.jspecify.annotations.NullMarked;
