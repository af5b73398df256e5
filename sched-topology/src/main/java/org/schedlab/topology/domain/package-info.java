/**
 * Scheduling domains and groups as the kernel builds them from a machine, by release. Depends on {@code org.schedlab.topology}; results are
 * immutable and safe to share between threads.
 */
@NullMarked
package org.schedlab.topology.domain;

import org.jspecify.annotations.NullMarked;
