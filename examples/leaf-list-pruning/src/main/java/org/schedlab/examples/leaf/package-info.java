/** The example of the leaf list: a machine with leaked groups and what walking their queues costs. Single-threaded. */
@NullMarked
package org.schedlab.examples.leaf;

import org.jspecify.annotations.NullMarked;
