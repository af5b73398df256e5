/** Shows a task's utilisation after it starts and stops running. Depends on sched-core only; one thread. */
@NullMarked
package org.schedlab.examples.pelt;

import org.jspecify.annotations.NullMarked;
