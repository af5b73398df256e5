/**
 * The scheduler without time: all scheduling state and every change of it. No events and no clock of its own; drivers (simulation, replay of
 * recorded operations, replay of recorded traces) tell it the time, ask it, and commit the answer or another choice. May depend on spi, arith,
 * pelt and topology. One mechanism belongs to one run and is confined to its thread.
 */
@NullMarked
package org.schedlab.mechanism;

import org.jspecify.annotations.NullMarked;
