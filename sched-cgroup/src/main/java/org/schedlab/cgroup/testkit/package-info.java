/**
 * Random operations on task groups with probes after each, and the shrinking of what fails to a short timeline. May depend on all packages of
 * this module, on the mechanism and on the core's test-kit. One machine belongs to one thread.
 */
@NullMarked
package org.schedlab.cgroup.testkit;

import org.jspecify.annotations.NullMarked;
