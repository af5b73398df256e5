/**
 * The {@code sched} command: options into records, calls into the libraries, results onto stdout and problems onto stderr. May use every module;
 * picocli stays in here. One command runs on one thread.
 */
@NullMarked
package org.schedlab.cli;

import org.jspecify.annotations.NullMarked;
