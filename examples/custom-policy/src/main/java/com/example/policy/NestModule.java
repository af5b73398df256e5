package com.example.policy;

import org.schedlab.inject.GuicePolicyModule;

/** Binds what {@link Nest} asks for beside its settings and the machine. */
public final class NestModule extends GuicePolicyModule {

    @Override
    protected void bindings() {
        bind(WarmCores.class);
    }
}
