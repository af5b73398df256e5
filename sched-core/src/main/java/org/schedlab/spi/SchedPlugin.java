package org.schedlab.spi;

import java.util.List;

/** What a JAR brings. Found by {@link java.util.ServiceLoader}; grows by default methods only. */
public interface SchedPlugin {

    /** {@code [a-z][a-z0-9-]{0,39}}; {@code core} is reserved. */
    String id();

    /** {@link SpiVersion#CURRENT} as the plugin saw it when it was compiled. */
    int spiVersion();

    default List<PolicyFactory<?, ?>> policies() {
        return List.of();
    }

    default List<KernelProfile> profiles() {
        return List.of();
    }

    /**
     * Values that this plugin's own switches and tunables take in profiles that another plugin brings, by alias; a part whose alias nobody
     * brings is left out.
     */
    default List<KernelProfile> profileParts() {
        return List.of();
    }

    default List<Switch> switches() {
        return List.of();
    }

    default List<Tunable> tunables() {
        return List.of();
    }

    /** Further services, such as topology or trace readers. */
    default <T> List<T> services(Class<T> type) {
        return List.of();
    }
}
