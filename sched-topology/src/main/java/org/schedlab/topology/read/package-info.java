/**
 * Reads machines from what people have: short strings, sysfs trees, {@code lscpu} output, hwloc files, YAML. Formats are services
 * ({@link org.schedlab.topology.read.TopologyReader}), found by content. Depends on {@code org.schedlab.topology}, Jackson and Commons
 * Compress; readers have no state and may be used by several threads.
 */
@NullMarked
package org.schedlab.topology.read;

import org.jspecify.annotations.NullMarked;
