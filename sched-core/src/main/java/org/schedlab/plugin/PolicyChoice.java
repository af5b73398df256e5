package org.schedlab.plugin;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.schedlab.spi.Capability;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.Policy;
import org.schedlab.spi.PolicyContext;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.spi.PolicyKind;
import org.schedlab.spi.Settings;
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
        PluginCall call = call(id, TimeLimit.DEFAULT_MS);
        TimeLimit.Outcome<Record> outcome =
                call.outcome(() -> ConfigSchema.of(factory).read(id, settings.strip()));
        if (outcome.thrown() instanceof PluginException known) {
            // It tells each setting that does not fit.
            throw known;
        }
        return new PolicyChoice(
                kind, id, factory, call.value(outcome, "reading the settings", PluginCode.PLUGIN_FAILED));
    }

    private static PluginCall call(String id, long limitMs) {
        return new PluginCall(new Breakage.Site(id.split(":", 2)[0], id, List.of()), limitMs);
    }

    /** The id, followed by the settings that differ from their defaults. */
    public String text() {
        String settings = ConfigSchema.of(factory).write(config);
        return settings.isEmpty() ? id : id + "," + settings;
    }

    /**
     * What the policy understands under some settings, in the order of the enum.
     *
     * @param limitMs how long the factory may take, in ms of the wall
     * @throws PluginException when the factory fails
     */
    public Set<Capability> honours(Settings settings, long limitMs) {
        return call(id, limitMs)
                .answer(
                        "asking for honours()",
                        PluginCode.PLUGIN_FAILED,
                        () -> new TreeSet<>(factory.honours(settings)));
    }

    /** A policy for one run, which the factory makes within {@link TimeLimit#DEFAULT_MS}. */
    public Policy create(PolicyContext context) {
        return create(context, TimeLimit.DEFAULT_MS);
    }

    /**
     * A policy for one run.
     *
     * @param limitMs how long the factory may take, in ms of the wall
     * @throws InvalidInputException when the factory refuses the settings or the machine of the run
     * @throws PluginException when the factory fails otherwise or gives something else
     */
    public Policy create(PolicyContext context, long limitMs) {
        PluginCall call = call(id, limitMs);
        Object made = call.answer(
                "making the policy",
                PluginCode.CREATE_FAILED,
                () -> untyped(factory).create(config, context));
        boolean fits = switch (kind) {
            case PICK -> made instanceof PickPolicy<?, ?>;
            case PLACEMENT -> made instanceof PlacementPolicy;
            case BALANCE -> made instanceof Policy;
        };
        if (!fits) {
            throw new PluginException(List.of(call.site()
                    .error(
                            PluginCode.CREATE_FAILED,
                            "the factory made (" + made.getClass().getName() + "), which is no " + kind.key()
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
