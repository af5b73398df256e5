/**
 * The only place of the library that knows Guice: the catalogue of the host as a module, and policies with {@code @Inject} constructors for plugin
 * authors. May depend on plugin, spi and topology. Modules and factories are immutable; each injector is made for one use on one thread.
 */
@NullMarked
package org.schedlab.inject;

import org.jspecify.annotations.NullMarked;
