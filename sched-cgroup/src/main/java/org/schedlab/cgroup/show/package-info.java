/**
 * Shows cgroup trees to people and programs, and writes scenarios from them. May depend on the cgroup settings and readers. Stateless.
 */
@NullMarked
package org.schedlab.cgroup.show;

import org.jspecify.annotations.NullMarked;
