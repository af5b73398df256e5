/** The library in ten lines: the snippet of the README. May depend on sched-core and sched-policies. */
@NullMarked
package org.schedlab.examples.quickstart;

import org.jspecify.annotations.NullMarked;
