package org.schedlab.inject;

import com.google.inject.AbstractModule;

/**
 * What a policy's {@code @Inject} constructor asks for beside its configuration record, {@link org.schedlab.spi.PolicyContext}, {@link
 * org.schedlab.topology.Topology} and {@link org.schedlab.spi.Settings}, which are bound already. Strict: every class has to be bound, constructors
 * have to say {@code @Inject}, circles are refused.
 */
public abstract class GuicePolicyModule extends AbstractModule {

    @Override
    protected final void configure() {
        try {
            bindings();
        } catch (RuntimeException e) {
            // Handed over with its exception, Guice would log it with its whole stack.
            addError("bindings() of %s fails: %s", getClass().getName(), e);
        }
    }

    /** Binds, with the methods that are inherited: {@code bind(WarmCores.class)}. */
    protected abstract void bindings();
}
