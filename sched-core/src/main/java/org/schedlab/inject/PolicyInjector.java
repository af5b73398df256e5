package org.schedlab.inject;

import com.google.inject.AbstractModule;
import com.google.inject.ConfigurationException;
import com.google.inject.CreationException;
import com.google.inject.Guice;
import com.google.inject.ProvisionException;
import com.google.inject.Stage;
import com.google.inject.spi.Message;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.schedlab.plugin.PluginCode;
import org.schedlab.plugin.PluginException;
import org.schedlab.plugin.PluginProblem;
import org.schedlab.spi.Policy;
import org.schedlab.spi.PolicyContext;
import org.schedlab.spi.Settings;
import org.schedlab.topology.Topology;
import org.schedlab.topology.input.InvalidInputException;

/**
 * Builds a policy with Guice, in a root injector made for this one policy of this one run and thrown away: a child injector would leak its
 * just-in-time bindings into a parent that plugins share. Stateless.
 */
public final class PolicyInjector {

    private static final int MAX_MESSAGES = 5;

    private PolicyInjector() {}

    /**
     * A new policy.
     *
     * @param type has one {@code @Inject} constructor
     * @param config bound by its class
     * @param context bound, with its topology and settings
     * @param modules fresh ones
     * @throws InvalidInputException when the policy's constructor refuses the settings or the machine of the run
     * @throws PluginException of code WIRING_FAILED when something is not bound, bound twice or fails
     */
    public static <P extends Policy> P create(
            Class<P> type, Record config, PolicyContext context, List<? extends GuicePolicyModule> modules) {
        List<AbstractModule> all = new ArrayList<>(modules);
        all.add(new RunModule<>(type, config, context));
        try {
            return Guice.createInjector(Stage.DEVELOPMENT, all).getInstance(type);
        } catch (CreationException e) {
            throw failed(type, e.getErrorMessages(), e);
        } catch (ConfigurationException e) {
            throw failed(type, e.getErrorMessages(), e);
        } catch (ProvisionException e) {
            if (e.getCause() instanceof InvalidInputException refusal) {
                throw refusal;
            }
            throw failed(type, e.getErrorMessages(), e);
        }
    }

    private static PluginException failed(Class<?> type, Collection<Message> messages, RuntimeException cause) {
        String faults = messages.stream()
                .limit(MAX_MESSAGES)
                .map(m -> m.getMessage().lines().findFirst().orElse(""))
                .collect(Collectors.joining("; "));
        return new PluginException(List.of(PluginProblem.error(
                        PluginCode.WIRING_FAILED,
                        type.getSimpleName(),
                        type.getName(),
                        "Guice cannot build (" + type.getName() + "): " + faults,
                        "a class is not bound in the plugin's GuicePolicyModule, or its constructor has no @Inject.")
                .causedBy(cause)));
    }

    private static final class RunModule<P extends Policy> extends AbstractModule {
        private final Class<P> type;
        private final Record config;
        private final PolicyContext context;

        RunModule(Class<P> type, Record config, PolicyContext context) {
            this.type = type;
            this.config = config;
            this.context = context;
        }

        @Override
        protected void configure() {
            binder().requireExplicitBindings();
            binder().requireAtInjectOnConstructors();
            binder().requireExactBindingAnnotations();
            binder().disableCircularProxies();
            bindConfig(config.getClass());
            bind(PolicyContext.class).toInstance(context);
            bind(Topology.class).toInstance(context.topology());
            bind(Settings.class).toInstance(context.settings());
            bind(type);
        }

        private <C extends Record> void bindConfig(Class<C> configType) {
            bind(configType).toInstance(configType.cast(config));
        }
    }
}
