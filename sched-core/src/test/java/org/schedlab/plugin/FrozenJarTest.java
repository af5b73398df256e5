package org.schedlab.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.Guice;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schedlab.spi.SchedPlugin;

/**
 * A JAR that was built against today's SPI loads into a host of tomorrow whose SPI has grown: new default methods on the plugin, the factory and the
 * policy, a new capability, a new level. The host of tomorrow is today's sources with these additions, in a class loader of its own.
 */
class FrozenJarTest {

    private static final Path SOURCES = Path.of("src/main/java/org/schedlab");

    @TempDir
    Path directory;

    private static String grown(String file, String find, String replacement) throws IOException {
        String source = Files.readString(SOURCES.resolve(file));
        assertThat(source).contains(find);
        return source.replace(find, replacement);
    }

    private Path tomorrow() throws IOException {
        return new PluginJars()
                .source(grown("spi/SpiVersion.java", "int CURRENT = 1", "int CURRENT = 2"))
                .source(
                        grown(
                                "spi/SchedPlugin.java",
                                "default List<PolicyFactory<?, ?>> policies()",
                                "default List<String> licences() { return List.of(); }\n default List<PolicyFactory<?, ?>> policies()"))
                .source(grown(
                        "spi/PolicyFactory.java",
                        "    String summary();",
                        "    String summary();\n default String page() { return summary(); }"))
                .source(grown(
                        "spi/PlacementPolicy.java",
                        "    default void domainsChanged(",
                        "    default void cpuParked(int cpu) {}\n default void domainsChanged("))
                .source(grown("spi/Capability.java", "    CUSTOM_SLICE", "    CUSTOM_SLICE, CORE_SCHEDULING"))
                .source(Files.readString(SOURCES.resolve("plugin/PluginVetting.java")))
                .write(directory.resolve("tomorrow.jar"));
    }

    private static Object call(Object target, String method, Class<?>[] types, Object... arguments)
            throws ReflectiveOperationException {
        return target.getClass().getMethod(method, types).invoke(target, arguments);
    }

    @Test
    void aJarOfTodayLoadsIntoAHostOfTomorrow() throws Exception {
        Path frozen = PluginJars.good("acme").write(directory.resolve("acme.jar"));
        URL[] host = {
            tomorrow().toUri().toURL(),
            PluginJars.home(SchedPlugin.class).toUri().toURL(),
            PluginJars.home(org.schedlab.topology.CpuMask.class).toUri().toURL(),
            PluginJars.home(Guice.class).toUri().toURL()
        };
        try (URLClassLoader loader = new URLClassLoader(host, ClassLoader.getPlatformClassLoader())) {
            Class<?> spi = loader.loadClass("org.schedlab.spi.SchedPlugin");
            assertThat(spi.getMethod("licences")).as("the host is tomorrow's").isNotNull();
            Object pluginLoader = loader.loadClass(PluginLoader.class.getName())
                    .getConstructor()
                    .newInstance();
            call(pluginLoader, "jar", new Class<?>[] {Path.class}, frozen);
            Object plugins = call(pluginLoader, "load", new Class<?>[0]);
            assertThat(call(plugins, "problems", new Class<?>[0])).asString().isEqualTo("[]");
            List<?> loaded = (List<?>) call(plugins, "loaded", new Class<?>[0]);
            assertThat(loaded).hasSize(1);
            assertThat(call(loaded.get(0), "label", new Class<?>[0])).isEqualTo("acme spi 1");
            Object plugin = call(loaded.get(0), "plugin", new Class<?>[0]);
            assertThat((List<?>) spi.getMethod("licences").invoke(plugin)).isEmpty();
            assertThat(policy(loader, spi, plugin).getClass().getName()).startsWith("good.Stay");
            call(plugins, "close", new Class<?>[0]);
        }
    }

    private static Object policy(ClassLoader loader, Class<?> spi, Object plugin) throws ReflectiveOperationException {
        Object factory = ((List<?>) spi.getMethod("policies").invoke(plugin)).get(0);
        Class<?> type = loader.loadClass("org.schedlab.spi.PolicyFactory");
        assertThat(type.getMethod("page").invoke(factory)).isEqualTo("stays where it was");
        Object defaults = type.getMethod("defaults").invoke(factory);
        Class<?> context = loader.loadClass("org.schedlab.spi.PolicyContext");
        try {
            Object policy = type.getMethod("create", Record.class, context).invoke(factory, defaults, null);
            loader.loadClass("org.schedlab.spi.PlacementPolicy")
                    .getMethod("cpuParked", int.class)
                    .invoke(policy, 3);
            return policy;
        } catch (InvocationTargetException e) {
            throw new AssertionError(e.getCause());
        }
    }
}
