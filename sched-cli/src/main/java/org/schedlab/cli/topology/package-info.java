/**
 * The command {@code sched topology}. Depends on {@code org.schedlab.topology} and picocli; one command object for each call, one thread.
 */
@NullMarked
package org.schedlab.cli.topology;

import org.jspecify.annotations.NullMarked;
