package org.schedlab.plugin;

import java.util.List;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.Policy;
import org.schedlab.spi.PolicyContext;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.spi.PolicyKind;
import org.schedlab.topology.input.InvalidInputException;

/**
 * A policy that was chosen, with its configuration. Immutable.
 *
 * @param kind what it decides
 * @param id full id, {@code plugin:name}
 * @param factory makes it
 * @param config of the factory's type
 */
public record PolicyChoice(PolicyKind kind, String id, PolicyFactory<?, ?> factory, Record config) {

    static PolicyChoice of(PolicyKind kind, String id, PolicyFactory<?, ?> factory, String settings) {
        return new PolicyChoice(kind, id, factory, ConfigSchema.of(factory).read(id, settings.strip()));
    }

    /** The id, followed by the settings that differ from their defaults. */
    public String text() {
        String settings = ConfigSchema.of(factory).write(config);
        return settings.isEmpty() ? id : id + "," + settings;
    }

    /**
     * A policy for one run.
     *
     * @throws InvalidInputException when the factory refuses the settings or the machine of the run
     * @throws PluginException when the factory fails otherwise or gives something else
     */
    public Policy create(PolicyContext context) {
        String plugin = id.split(":", 2)[0];
        Breakage.Site site = new Breakage.Site(plugin, id, List.of());
        Object made;
        try {
            made = untyped(factory).create(config, context);
        } catch (InvalidInputException refusal) {
            // The factory says what the user asked for and cannot have; that is no fault of the plugin.
            throw refusal;
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            throw new PluginException(List.of(
                    Breakage.of(e, site, "making the policy", PluginCode.MISSING_CLASS, PluginCode.CREATE_FAILED)));
        }
        boolean fits = switch (kind) {
            case PICK -> made instanceof PickPolicy<?, ?>;
            case PLACEMENT -> made instanceof PlacementPolicy;
            case BALANCE -> made instanceof Policy;
        };
        if (!fits) {
            throw new PluginException(List.of(site.error(
                    PluginCode.CREATE_FAILED,
                    "the factory made ("
                            + (made == null ? "null" : made.getClass().getName()) + "), which is no " + kind.key()
                            + " policy",
                    "its kind() and its create() should speak of the same kind.")));
        }
        return (Policy) made;
    }

    @SuppressWarnings("unchecked") // the configuration was read for this very factory
    private static PolicyFactory<Record, ?> untyped(PolicyFactory<?, ?> factory) {
        return (PolicyFactory<Record, ?>) factory;
    }
}
