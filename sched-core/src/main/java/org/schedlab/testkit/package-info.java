/**
 * Tools for tests of policies: invariant probes around a pick policy and random operations on a mechanism. May depend on every package of this
 * module; nothing but tests, tools and examples depends on it. Instances are confined to one thread.
 */
@NullMarked
package org.schedlab.testkit;

import org.jspecify.annotations.NullMarked;
