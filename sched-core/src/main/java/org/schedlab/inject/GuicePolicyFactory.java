package org.schedlab.inject;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.schedlab.spi.Capability;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.Policy;
import org.schedlab.spi.PolicyContext;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.spi.PolicyKind;

/**
 * Makes policies whose constructor says {@code @Inject}; see {@link PolicyInjector}. Immutable.
 *
 * @param <C> configuration record
 * @param <P> kind of policy
 */
public final class GuicePolicyFactory<C extends Record, P extends Policy> implements PolicyFactory<C, P> {

    private static final long BOUND_NS = 1_000_000_000;

    private final PolicyKind kind;
    private final String name;
    private final String summary;
    private final C defaults;
    private final Class<? extends P> type;
    private final Set<Capability> honours;
    private final List<Supplier<? extends GuicePolicyModule>> modules;
    private final long starvationBoundNs;

    private GuicePolicyFactory(
            PolicyKind kind,
            String name,
            String summary,
            C defaults,
            Class<? extends P> type,
            Set<Capability> honours,
            List<Supplier<? extends GuicePolicyModule>> modules,
            long starvationBoundNs) {
        this.kind = kind;
        this.name = name;
        this.summary = summary;
        this.defaults = defaults;
        this.type = type;
        this.honours = honours;
        this.modules = modules;
        this.starvationBoundNs = starvationBoundNs;
    }

    /** A placement policy. */
    public static <C extends Record> GuicePolicyFactory<C, PlacementPolicy> placement(
            String name, String summary, C defaults, Class<? extends PlacementPolicy> type) {
        return new GuicePolicyFactory<>(
                PolicyKind.PLACEMENT, name, summary, defaults, type, Set.of(), List.of(), BOUND_NS);
    }

    /** A pick policy. */
    public static <C extends Record, P extends PickPolicy<?, ?>> GuicePolicyFactory<C, P> pick(
            String name, String summary, C defaults, Class<P> type) {
        return new GuicePolicyFactory<>(PolicyKind.PICK, name, summary, defaults, type, Set.of(), List.of(), BOUND_NS);
    }

    /** The same with a module, made anew for each run. */
    public GuicePolicyFactory<C, P> with(Supplier<? extends GuicePolicyModule> module) {
        List<Supplier<? extends GuicePolicyModule>> more = new ArrayList<>(modules);
        more.add(module);
        return new GuicePolicyFactory<>(
                kind, name, summary, defaults, type, honours, List.copyOf(more), starvationBoundNs);
    }

    /** The same for a policy that understands some capabilities, beside those that were named before. */
    public GuicePolicyFactory<C, P> honouring(Capability... capabilities) {
        Set<Capability> more = EnumSet.noneOf(Capability.class);
        more.addAll(honours);
        more.addAll(List.of(capabilities));
        return new GuicePolicyFactory<>(
                kind, name, summary, defaults, type, Collections.unmodifiableSet(more), modules, starvationBoundNs);
    }

    /** The same with another {@link #starvationBoundNs()} than a second. */
    public GuicePolicyFactory<C, P> waitingAtMostNs(long boundNs) {
        return new GuicePolicyFactory<>(kind, name, summary, defaults, type, honours, modules, boundNs);
    }

    @Override
    public PolicyKind kind() {
        return kind;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String summary() {
        return summary;
    }

    @Override
    @SuppressWarnings("unchecked") // a record's class is final
    public Class<C> configType() {
        return (Class<C>) defaults.getClass();
    }

    @Override
    public C defaults() {
        return defaults;
    }

    @Override
    public Set<Capability> honours() {
        return honours;
    }

    @Override
    public long starvationBoundNs() {
        return starvationBoundNs;
    }

    @Override
    public P create(C config, PolicyContext context) {
        return PolicyInjector.create(
                type, config, context, modules.stream().map(Supplier::get).toList());
    }
}
