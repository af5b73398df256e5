/**
 * Trees of JSON and YAML text that know the line of everything, keep the order of keys and keep keys that occur twice. May depend on
 * topology.input only. The trees are immutable; a reader belongs to one thread.
 */
@NullMarked
package org.schedlab.workload.text;

import org.jspecify.annotations.NullMarked;
