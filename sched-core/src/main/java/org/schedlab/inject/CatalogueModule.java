package org.schedlab.inject;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.TypeLiteral;
import com.google.inject.multibindings.MapBinder;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.Plugins;
import org.schedlab.spi.KernelProfile;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.spi.PolicyKind;
import org.schedlab.spi.SchedPlugin;
import org.schedlab.spi.Switch;
import org.schedlab.spi.Tunable;

/**
 * All that the loaded plugins bring, as maps by name that other modules may add to, and the {@link Catalogue} made of them. Strict: nothing is bound
 * by accident. The catalogue sorts by name, since a multibinder promises no order.
 */
public final class CatalogueModule extends AbstractModule {

    private final Plugins plugins;
    private final List<Switch> hostSwitches;
    private final List<Tunable> hostTunables;

    /** With the switches and tunables of the host's own packages. */
    public CatalogueModule(Plugins plugins, Collection<Switch> hostSwitches, Collection<Tunable> hostTunables) {
        this.plugins = plugins;
        this.hostSwitches = List.copyOf(hostSwitches);
        this.hostTunables = List.copyOf(hostTunables);
    }

    @Override
    protected void configure() {
        binder().requireExplicitBindings();
        binder().disableCircularProxies();
        TypeLiteral<String> name = TypeLiteral.get(String.class);
        MapBinder<String, PolicyFactory<?, ?>> policies =
                MapBinder.newMapBinder(binder(), name, new TypeLiteral<>() {});
        MapBinder<String, KernelProfile> profiles =
                MapBinder.newMapBinder(binder(), name, TypeLiteral.get(KernelProfile.class));
        MapBinder<String, Switch> switches = MapBinder.newMapBinder(binder(), name, TypeLiteral.get(Switch.class));
        MapBinder<String, Tunable> tunables = MapBinder.newMapBinder(binder(), name, TypeLiteral.get(Tunable.class));
        hostSwitches.forEach(s -> switches.addBinding(s.name()).toInstance(s));
        hostTunables.forEach(t -> tunables.addBinding(t.name()).toInstance(t));
        for (SchedPlugin plugin : plugins.plugins()) {
            for (PolicyFactory<?, ?> factory : plugin.policies()) {
                policies.addBinding(key(factory.kind(), plugin.id(), factory.name()))
                        .toInstance(factory);
            }
            plugin.profiles().forEach(p -> profiles.addBinding(p.alias()).toInstance(p));
            plugin.switches().forEach(s -> switches.addBinding(s.name()).toInstance(s));
            plugin.tunables().forEach(t -> tunables.addBinding(t.name()).toInstance(t));
        }
        bind(Plugins.class).toInstance(plugins);
    }

    private static String key(PolicyKind kind, String plugin, String name) {
        return Catalogue.key(kind, plugin + ":" + name);
    }

    @Provides
    @Singleton
    Catalogue catalogue(
            Map<String, PolicyFactory<?, ?>> policies,
            Map<String, KernelProfile> profiles,
            Map<String, Switch> switches,
            Map<String, Tunable> tunables) {
        return Catalogue.of(plugins.plugins(), policies, profiles, switches, tunables);
    }
}
