/**
 * Reads stored or live cgroup file systems from directories and archives. May depend on the cgroup settings and on the archive reader of the
 * topology module. Readers are used once, by one thread; what they give is immutable.
 */
@NullMarked
package org.schedlab.cgroup.read;

import org.jspecify.annotations.NullMarked;
