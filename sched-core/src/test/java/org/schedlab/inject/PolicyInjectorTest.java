package org.schedlab.inject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.inject.Guice;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schedlab.engine.RunContext;
import org.schedlab.mechanism.LoadTracking;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.PluginCode;
import org.schedlab.plugin.PluginException;
import org.schedlab.plugin.PluginJars;
import org.schedlab.plugin.PluginLoader;
import org.schedlab.plugin.Plugins;
import org.schedlab.plugin.PolicyChoice;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.plugin.Wording;
import org.schedlab.spi.Capability;
import org.schedlab.spi.ConfigValue;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.PolicyContext;
import org.schedlab.spi.PolicyKind;
import org.schedlab.spi.TaskView;
import org.schedlab.spi.WakeContext;
import org.schedlab.topology.Topology;
import org.schedlab.topology.input.InvalidInputException;

class PolicyInjectorTest {

    @TempDir
    Path directory;

    private static final Catalogue CATALOGUE = new Catalogue(List.of(), Mechanism.SWITCHES, LoadTracking.TUNABLES);

    static PolicyContext context() {
        return new RunContext(
                Topology.regular("2c"), new ResolvedSettings.Builder(CATALOGUE, 2).build(), 1, "acme:nest");
    }

    record Config(
            @ConfigValue(meaning = "how often", min = 1, max = 9)
            int spins) {}

    @Singleton
    static final class Warm {
        @Inject
        Warm() {}
    }

    static final class Nest implements PlacementPolicy {
        final Config config;
        final Topology topology;
        final Warm warm;

        @Inject
        Nest(Config config, Topology topology, Warm warm) {
            this.config = config;
            this.topology = topology;
            this.warm = warm;
        }

        @Override
        public int selectCpu(TaskView task, WakeContext context) {
            return context.prevCpu();
        }
    }

    private static final class Bindings extends GuicePolicyModule {
        @Override
        protected void bindings() {
            bind(Warm.class);
        }
    }

    private final GuicePolicyFactory<Config, PlacementPolicy> factory =
            GuicePolicyFactory.placement("nest", "warm cores", new Config(2), Nest.class);

    @Test
    void aPolicyGetsItsConfigurationTheMachineAndWhatTheModuleBinds() {
        PolicyContext context = context();
        Nest nest = (Nest) factory.with(Bindings::new).create(new Config(3), context);
        assertThat(nest.config.spins()).isEqualTo(3);
        assertThat(nest.topology).isSameAs(context.topology());
        assertThat(nest.warm).isNotNull();
    }

    @Test
    void whatIsHonouredAddsUpAndHasAnOrder() {
        assertThat(factory.honouring(Capability.SCHED_IDLE)
                        .honouring(Capability.ASYM_CAPACITY, Capability.SCHED_IDLE)
                        .honours())
                .containsExactlyElementsOf(EnumSet.of(Capability.ASYM_CAPACITY, Capability.SCHED_IDLE));
    }

    @Test
    void everyRunHasItsOwnInjectorAndSingletons() {
        GuicePolicyFactory<Config, PlacementPolicy> bound = factory.with(Bindings::new);
        Nest first = (Nest) bound.create(new Config(2), context());
        Nest second = (Nest) bound.create(new Config(2), context());
        assertThat(first.warm).isNotSameAs(second.warm);
    }

    @Test
    void whatIsNotBoundIsNotMadeInSilence() {
        assertThatThrownBy(() -> factory.create(new Config(2), context()))
                .isInstanceOfSatisfying(PluginException.class, e -> {
                    assertThat(e.problems()).hasSize(1);
                    assertThat(e.problems().get(0).code()).isEqualTo(PluginCode.WIRING_FAILED);
                    assertThat(e.problems().get(0).message()).contains("Nest").contains("Warm");
                    assertThat(e.problems().get(0).hint()).contains("not bound in the plugin's GuicePolicyModule");
                    Wording.isItsOwn(e.problems().get(0));
                });
    }

    static final class Picky implements PlacementPolicy {
        @Inject
        Picky(Topology topology) {
            throw new InvalidInputException(
                    "machine",
                    0,
                    "machine (" + topology.online().count() + " cpus) is too small",
                    "a machine of 4 was meant.");
        }

        @Override
        public int selectCpu(TaskView task, WakeContext context) {
            return context.prevCpu();
        }
    }

    @Test
    void aPolicyThatRefusesTheInputIsToldInItsOwnWordsAndNotAsAFaultOfThePlugin() {
        PolicyChoice choice = new PolicyChoice(
                PolicyKind.PLACEMENT,
                "acme:picky",
                GuicePolicyFactory.placement("picky", "refuses", new Config(2), Picky.class),
                new Config(2));
        assertThatThrownBy(() -> choice.create(context())).isInstanceOfSatisfying(InvalidInputException.class, e -> {
            assertThat(e.problems()).hasSize(1);
            assertThat(e.problems().get(0).what()).isEqualTo("machine (2 cpus) is too small");
            assertThat(e.problems().get(0).maybe()).isEqualTo("a machine of 4 was meant.");
        });
    }

    private static List<Path> classPath() {
        List<Path> paths = new ArrayList<>(PluginJars.hostClassPath());
        paths.add(PluginJars.home(Guice.class));
        paths.add(PluginJars.home(Inject.class));
        return paths;
    }

    private static final String PLUGIN = """
            package guicy;
            import java.util.List;
            import org.schedlab.inject.*;
            import org.schedlab.spi.*;
            public final class Plugin implements SchedPlugin {
                public record Config(@ConfigValue(meaning = "how often", min = 1, max = 9) int spins) {}
                public static final class Stay implements PlacementPolicy {
                    private final Config config;
                    @jakarta.inject.Inject public Stay(Config config, Helper helper) { this.config = config; }
                    public int selectCpu(TaskView task, WakeContext context) { return context.prevCpu(); }
                }
                public static final class Helper { @jakarta.inject.Inject public Helper() {} }
                public static final class Module extends GuicePolicyModule {
                    protected void bindings() { bind(Helper.class); }
                }
                public String id() { return "guicy"; }
                public int spiVersion() { return SpiVersion.CURRENT; }
                public List<PolicyFactory<?, ?>> policies() {
                    return List.of(GuicePolicyFactory.placement("stay", "stays", new Config(2), Stay.class).with(Module::new));
                }
            }
            """;

    private WeakReference<ClassLoader> loadUseAndClose() {
        Path jar = new PluginJars()
                .against(classPath())
                .source(PLUGIN)
                .services("guicy.Plugin")
                .write(directory.resolve("guicy.jar"));
        try (Plugins found = new PluginLoader().jar(jar).load().throwIfErrors()) {
            PolicyChoice choice = new Catalogue(found.plugins(), List.of(), List.of())
                    .choose(PolicyKind.PLACEMENT, "guicy:stay,spins=3");
            Object policy = choice.create(context());
            assertThat(policy.getClass().getName()).isEqualTo("guicy.Plugin$Stay");
            return new WeakReference<>(policy.getClass().getClassLoader());
        }
    }

    @Test
    void aPluginThatIsWiredWithGuiceIsCollectableAfterTheRun() throws InterruptedException {
        WeakReference<ClassLoader> loader = loadUseAndClose();
        for (int i = 0; i < 100 && loader.get() != null; i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertThat(loader.get()).isNull();
    }

    @Test
    void aModuleThatFailsIsAProblemOfItsPlugin() {
        Path jar = new PluginJars()
                .against(classPath())
                .source(PLUGIN.replace("bind(Helper.class);", "throw new IllegalStateException(\"no licence\");"))
                .services("guicy.Plugin")
                .write(directory.resolve("guicy.jar"));
        Path good = PluginJars.good("good").write(directory.resolve("good.jar"));
        try (Plugins found = new PluginLoader().jar(jar).jar(good).load().throwIfErrors()) {
            Catalogue catalogue = new Catalogue(found.plugins(), List.of(), List.of());
            assertThatThrownBy(() ->
                            catalogue.choose(PolicyKind.PLACEMENT, "guicy:stay").create(context()))
                    .isInstanceOfSatisfying(PluginException.class, e -> {
                        assertThat(e.problems().get(0).code()).isEqualTo(PluginCode.WIRING_FAILED);
                        assertThat(e.problems().get(0).plugin()).isEqualTo("guicy");
                        assertThat(e.problems().get(0).message()).contains("no licence");
                        Wording.isItsOwn(e.problems().get(0));
                    });
            assertThat(catalogue.choose(PolicyKind.PLACEMENT, "good:stay").create(context()))
                    .isInstanceOf(PlacementPolicy.class);
        }
    }

    @Test
    void theHostsCatalogueIsTheSameWithAndWithoutGuice() {
        Path good = PluginJars.good("good").write(directory.resolve("good.jar"));
        try (Plugins found = new PluginLoader().jar(good).load()) {
            Catalogue wired = Guice.createInjector(
                            new CatalogueModule(found, Mechanism.SWITCHES, LoadTracking.TUNABLES))
                    .getInstance(Catalogue.class);
            Catalogue plain = new Catalogue(found.plugins(), Mechanism.SWITCHES, LoadTracking.TUNABLES);
            assertThat(wired.ids(PolicyKind.PLACEMENT)).containsExactly("good:stay");
            assertThat(wired.switches()).isEqualTo(plain.switches());
            assertThat(wired.tunables()).isEqualTo(plain.tunables());
        }
    }
}
