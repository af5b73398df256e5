/**
 * Shows results of runs to people and programs: table, JSON, CSV; writes files so that none is ever half written. May depend on metrics only.
 * Stateless, but for an output directory, which belongs to one thread.
 */
@NullMarked
package org.schedlab.report;

import org.jspecify.annotations.NullMarked;
