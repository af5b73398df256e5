package org.schedlab.spi;

import java.util.Set;

/**
 * Makes policies of one name. Plugins bring factories.
 *
 * @param <C> the configuration: a public record, every component of which has a {@link ConfigValue}
 * @param <P> the policy
 */
public interface PolicyFactory<C extends Record, P extends Policy> {

    PolicyKind kind();

    /** {@code [a-z][a-z0-9-]{0,39}}; the full id is {@code plugin:name}. */
    String name();

    /** One line for listings. */
    String summary();

    Class<C> configType();

    /** The configuration with all defaults. */
    C defaults();

    /** What the policy understands; a run warns when the scenario uses more. Only what {@link Capability#concerns} its kind. */
    Set<Capability> honours();

    /** What of it the policy understands with these switches and tunables, where that depends on the release. */
    default Set<Capability> honours(Settings settings) {
        return honours();
    }

    /**
     * The longest that a runnable task of nice 0 waits for its CPU while seven others of nice 0 run there without end, in ns; {@link
     * Long#MAX_VALUE} when it may wait forever. The contract kit holds the policy to it.
     */
    default long starvationBoundNs() {
        return 1_000_000_000;
    }

    /** A new policy for one run. */
    P create(C config, PolicyContext context);
}
