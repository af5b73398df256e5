package org.schedlab.inject;

import com.google.inject.Guice;
import com.google.inject.Stage;
import com.sun.management.ThreadMXBean;
import jakarta.inject.Inject;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Supplier;
import org.schedlab.engine.RunContext;
import org.schedlab.mechanism.LoadTracking;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.Plugins;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.spi.ConfigValue;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.PolicyContext;
import org.schedlab.spi.TaskView;
import org.schedlab.spi.WakeContext;
import org.schedlab.topology.Topology;

/**
 * What Guice costs at the start: the catalogue of a process, once, and a policy of each run, against both made by constructors. Thread CPU time in ms,
 * the first time and the median of later ones. A JVM starts once, so the first is to be taken from several.
 */
public final class GuiceStart {

    private static final int LATER = 31;
    private static final double NS_PER_MS = 1e6;
    private static final ThreadMXBean THREAD = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private GuiceStart() {}

    /** Settings of the policy that is made. */
    public record Config(
            @ConfigValue(meaning = "nothing", min = 0, max = 9)
            int spins) {}

    /** A policy with one collaborator. */
    public static final class Stay implements PlacementPolicy {
        private final Config config;
        private final Helper helper;

        /** Injected. */
        @Inject
        public Stay(Config config, Helper helper) {
            this.config = config;
            this.helper = helper;
        }

        @Override
        public String toString() {
            return "stays, with " + helper.getClass();
        }

        @Override
        public int selectCpu(TaskView task, WakeContext context) {
            return context.prevCpu() + 0 * config.spins();
        }
    }

    /** The collaborator. */
    public static final class Helper {
        /** Injected. */
        @Inject
        public Helper() {}
    }

    /** Binds the collaborator. */
    public static final class Module extends GuicePolicyModule {
        @Override
        protected void bindings() {
            bind(Helper.class);
        }
    }

    /** Prints the table. */
    public static void main(String[] args) {
        Plugins plugins = Plugins.onClassPath();
        Catalogue plain = new Catalogue(plugins.plugins(), Mechanism.SWITCHES, LoadTracking.TUNABLES);
        PolicyContext context =
                new RunContext(Topology.regular("2c"), new ResolvedSettings.Builder(plain, 2).build(), 1, "bench:stay");
        GuicePolicyFactory<Config, PlacementPolicy> factory = GuicePolicyFactory.placement(
                        "stay", "stays", new Config(2), Stay.class)
                .with(Module::new);
        time(
                "catalogue, constructor",
                () -> new Catalogue(plugins.plugins(), Mechanism.SWITCHES, LoadTracking.TUNABLES));
        time(
                "catalogue, Guice",
                () -> Guice.createInjector(
                                Stage.DEVELOPMENT,
                                new CatalogueModule(plugins, Mechanism.SWITCHES, LoadTracking.TUNABLES))
                        .getInstance(Catalogue.class));
        time("policy, constructor", () -> new Stay(new Config(3), new Helper()));
        time("policy, Guice", () -> factory.create(new Config(3), context));
    }

    private static void time(String name, Supplier<?> step) {
        double first = once(step);
        double[] later = new double[LATER];
        for (int i = 0; i < LATER; i++) {
            later[i] = once(step);
        }
        Arrays.sort(later);
        System.out.printf(
                Locale.ROOT,
                "%-24s first %.2f ms, later %.3f ms (median of %d)%n",
                name,
                first,
                later[LATER / 2],
                LATER);
    }

    private static double once(Supplier<?> step) {
        long before = THREAD.getCurrentThreadCpuTime();
        Object made = step.get();
        double ms = (THREAD.getCurrentThreadCpuTime() - before) / NS_PER_MS;
        if (made == null) {
            throw new IllegalStateException("nothing was made");
        }
        return ms;
    }
}
