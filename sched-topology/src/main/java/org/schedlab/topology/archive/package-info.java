/**
 * Reads snapshots in archives with bounded memory and time, whatever the archive holds. May depend on the input package and on Commons
 * Compress; each walk is confined to its thread.
 */
@NullMarked
package org.schedlab.topology.archive;

import org.jspecify.annotations.NullMarked;
