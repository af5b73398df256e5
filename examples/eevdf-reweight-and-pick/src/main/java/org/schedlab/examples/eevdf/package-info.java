/**
 * The example "EEVDF: reweight and pick". Depends on sched-policies and what that brings. One thread.
 */
@NullMarked
package org.schedlab.examples.eevdf;

import org.jspecify.annotations.NullMarked;
