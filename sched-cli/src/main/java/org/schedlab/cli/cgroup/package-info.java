/**
 * The command {@code sched cgroup}. May depend on the cgroup module and picocli; a command object belongs to one command line.
 */
@NullMarked
package org.schedlab.cli.cgroup;

import org.jspecify.annotations.NullMarked;
