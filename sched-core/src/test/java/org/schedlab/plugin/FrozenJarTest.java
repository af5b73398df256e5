package org.schedlab.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.Guice;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.lang3.Validate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A JAR that was built against today's SPI works in a host of tomorrow whose SPI has grown: a new default method on every interface, a new component
 * with a kept constructor on every record, a new value of the enums that may grow, a new element of the annotation, a new level. The host of tomorrow
 * is today's sources with these additions, in a class loader of its own; all else of the host stays as it is compiled.
 */
class FrozenJarTest {

    private static final Path CORE = Path.of("src/main/java/org/schedlab");
    private static final Path SPI = CORE.resolve("spi");
    private static final Path READER =
            Path.of("../sched-topology/src/main/java/org/schedlab/topology/read/TopologyReader.java");
    private static final Pattern INTERFACE = Pattern.compile("(?m)^public interface (\\w+)");
    private static final Pattern RECORD = Pattern.compile("(?m)^public record (\\w+)\\(([^{]*)\\) \\{");

    /** In the host of tomorrow: what the plugin brings is asked for what is new, and its policies are held to the contract. */
    private static final String DRIVER = """
            package tomorrow;
            import java.lang.reflect.*;
            import java.nio.file.Path;
            import java.util.*;
            import org.schedlab.plugin.*;
            import org.schedlab.spi.*;
            import org.schedlab.engine.*;
            import org.schedlab.testkit.*;
            import org.schedlab.topology.Topology;
            import org.schedlab.topology.read.TopologyReader;
            public final class Driver {
                public static void run(Path jar, List<String> said, Set<String> asked) throws Exception {
                    try (Plugins found = new PluginLoader().jar(jar).load()) {
                        found.problems().forEach(p -> said.add(p.text()));
                        for (LoadedPlugin plugin : found.loaded()) {
                            said.add(plugin.label());
                            plugin(plugin.plugin(), said, asked);
                        }
                    }
                }
                private static void plugin(SchedPlugin plugin, List<String> said, Set<String> asked) throws Exception {
                    ask(plugin, asked);
                    ask(plugin.services(TopologyReader.class).get(0), asked);
                    for (Switch s : plugin.switches()) { said.add(s.toString()); }
                    for (Tunable t : plugin.tunables()) { said.add(t.toString()); }
                    Catalogue catalogue = new Catalogue(List.of(plugin), org.schedlab.mechanism.Mechanism.SWITCHES,
                        org.schedlab.mechanism.LoadTracking.TUNABLES);
                    for (String alias : catalogue.profiles()) { said.add(catalogue.profile(alias).toString()); }
                    for (PolicyFactory<?, ?> factory : plugin.policies()) {
                        ask(factory, asked);
                        Topology topology = Topology.regular("2c");
                        ResolvedSettings settings = new ResolvedSettings.Builder(catalogue, 2).build();
                        String id = factory.kind().key() + " frozen:" + factory.name();
                        PolicyChoice choice = catalogue.choose(factory.kind(), "frozen:" + factory.name() + ",spins=3");
                        said.add(id + " -> " + choice.text());
                        ask(choice.create(new RunContext(topology, settings, 1, id)), asked);
                        for (PolicyContract.Check check : PolicyContract.of(factory).plugins(List.of(plugin)).checks()) {
                            if (List.of("affinity", "hotplug", "one-cpu", "config-round-trip").contains(check.name())) {
                                said.add(id + " " + check.name() + ": " + check.failure());
                            }
                        }
                    }
                }
                private static void ask(Object brought, Set<String> asked) throws Exception {
                    for (Class<?> type = brought.getClass(); type != null; type = type.getSuperclass()) {
                        for (Class<?> face : type.getInterfaces()) { ask(brought, face, asked); }
                    }
                }
                private static void ask(Object brought, Class<?> face, Set<String> asked) throws Exception {
                    for (Method method : face.getDeclaredMethods()) {
                        if (method.getName().endsWith("OfTomorrow") && method.invoke(brought).equals(face.getSimpleName())) {
                            asked.add(face.getSimpleName());
                        }
                    }
                    for (Class<?> parent : face.getInterfaces()) { ask(brought, parent, asked); }
                }
            }
            """;

    @TempDir
    Path directory;

    private final Map<String, String> sources = new TreeMap<>();
    private final Set<String> grown = new LinkedHashSet<>();

    @BeforeEach
    void theSourcesOfTomorrow() throws IOException {
        try (Stream<Path> files = Files.list(SPI)) {
            for (Path file :
                    files.filter(f -> !f.endsWith("package-info.java")).sorted().toList()) {
                grow(file);
            }
        }
        grow(READER);
        addition("SpiVersion", "int CURRENT = 1", "int CURRENT = 2");
        addition("Capability", "    CUSTOM_SLICE;", "    CUSTOM_SLICE, CORE_SCHEDULING;");
        addition("WakeKind", "    EXEC", "    EXEC, PROXY");
        addition("Migration", "    FORK", "    FORK, PROXY");
        addition("SchedulingPolicy", "    IDLE;", "    IDLE, EXT;");
        addition(
                "ConfigValue",
                "    String unit() default \"\";",
                "    String unit() default \"\"; String since() default \"\";");
        // The compiler has frozen the level into it.
        sources.put("PluginVetting", Files.readString(CORE.resolve("plugin/PluginVetting.java")));
    }

    private void grow(Path file) throws IOException {
        String name = SPI.relativize(file).toString().replaceFirst(".*/", "").replace(".java", "");
        String source = Files.readString(file);
        Matcher face = INTERFACE.matcher(source);
        Matcher values = RECORD.matcher(source);
        if (face.find()) {
            String method = "default String " + name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1)
                    + "OfTomorrow() { return \"" + name + "\"; }\n";
            source = source.substring(0, source.lastIndexOf('}')) + method + "}\n";
            grown.add(name);
        } else if (values.find()) {
            String components = values.group(2).strip();
            List<String> names = new ArrayList<>();
            for (String component : components.split(",(?![^<]*>)", -1)) {
                names.add(component.strip().replaceFirst(".* ", ""));
            }
            String kept =
                    "public " + name + "(" + components + ") { this(" + String.join(", ", names) + ", \"new\"); }\n";
            source = values.replaceFirst(Matcher.quoteReplacement(
                    "public record " + name + "(" + components + ", String ofTomorrow) {\n" + kept));
            grown.add(name);
        }
        sources.put(name, source);
    }

    private void addition(String name, String find, String replacement) {
        String source = Objects.requireNonNull(sources.get(name), name);
        assertThat(source).as(name).containsOnlyOnce(find);
        sources.put(name, source.replace(find, replacement));
    }

    private URL[] hostOfTomorrow() throws IOException {
        List<Path> classPath = new ArrayList<>(PluginJars.hostClassPath());
        for (Class<?> type : List.of(
                Guice.class,
                Inject.class,
                Validate.class,
                com.google.common.collect.ImmutableList.class,
                com.google.common.util.concurrent.internal.InternalFutureFailureAccess.class,
                org.aopalliance.intercept.MethodInterceptor.class)) {
            classPath.add(PluginJars.home(type));
        }
        PluginJars jar = new PluginJars().against(classPath);
        sources.values().forEach(jar::source);
        classPath.add(0, jar.source(DRIVER).write(directory.resolve("tomorrow.jar")));
        URL[] urls = new URL[classPath.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = classPath.get(i).toUri().toURL();
        }
        return urls;
    }

    @Test
    void aJarOfTodayWorksInAHostOfTomorrow() throws Exception {
        Path frozen = FrozenPlugin.write(directory.resolve("frozen.jar"));
        List<String> said = new ArrayList<>();
        Set<String> asked = new LinkedHashSet<>();
        try (URLClassLoader loader = new URLClassLoader(hostOfTomorrow(), ClassLoader.getPlatformClassLoader())) {
            loader.loadClass("tomorrow.Driver")
                    .getMethod("run", Path.class, List.class, Set.class)
                    .invoke(null, frozen, said, asked);
        }
        assertThat(said)
                .startsWith("frozen spi 1")
                .contains(
                        "Switch[name=FROZEN, on=true, releases=9.1+, meaning=frozen, ofTomorrow=new]",
                        "placement frozen:places -> frozen:places,spins=3",
                        "pick frozen:picks -> frozen:picks,spins=3",
                        "placement frozen:wired -> frozen:wired,spins=3",
                        "pick frozen:wired -> frozen:wired,spins=3");
        assertThat(said.stream().filter(line -> line.startsWith("Tunable[name=frozen_")))
                .hasSize(3)
                .allMatch(line -> line.endsWith(", ofTomorrow=new]"));
        assertThat(said.stream().filter(line -> line.startsWith("KernelProfile[release=9.")))
                .hasSize(2)
                .allMatch(line -> line.endsWith(", ofTomorrow=new]"));
        assertThat(said.stream().filter(line -> line.contains(": ")))
                .hasSize(16)
                .allMatch(line -> line.endsWith(": null"));
        assertThat(asked)
                .containsExactlyInAnyOrder(
                        "SchedPlugin", "TopologyReader", "PolicyFactory", "PlacementPolicy", "PickPolicy", "Policy");
        assertThat(grown)
                .as("has grown: each interface that a plugin implements or is given, and each record")
                .containsAll(asked)
                .contains("WakeContext", "TaskView", "EntityView", "CpuView", "QueueView", "PreemptContext")
                .contains("PolicyContext", "Settings", "StateReader", "StateWriter", "PlacementReasons")
                .contains("SteppedPlacement", "Switch", "Tunable", "KernelProfile");
    }

    /** Negative control: an SPI that has lost something does not go unnoticed. */
    @Test
    void aHostThatHasLostAConstructorOrAMethodIsFound() throws Exception {
        Path frozen = FrozenPlugin.write(directory.resolve("frozen.jar"));
        String kept = Objects.requireNonNull(sources.get("Switch"));
        sources.put("Switch", kept.replaceFirst("public Switch\\(String.*\\n", ""));
        assertThat(sources.get("Switch")).isNotEqualTo(kept);
        List<String> said = new ArrayList<>();
        try (URLClassLoader loader = new URLClassLoader(hostOfTomorrow(), ClassLoader.getPlatformClassLoader())) {
            loader.loadClass("tomorrow.Driver")
                    .getMethod("run", Path.class, List.class, Set.class)
                    .invoke(null, frozen, said, new LinkedHashSet<String>());
        }
        assertThat(said).singleElement().asString().contains("[broken-class]", "NoSuchMethodError");
    }
}
