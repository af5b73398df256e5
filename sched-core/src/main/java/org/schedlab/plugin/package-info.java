/**
 * Finds plugins and puts what they bring into one catalogue: policies, profiles, switches and tunables; resolves the settings of a run. May
 * depend on spi and topology. Catalogues and settings are immutable and may be shared between threads.
 */
@NullMarked
package org.schedlab.plugin;

import org.jspecify.annotations.NullMarked;
