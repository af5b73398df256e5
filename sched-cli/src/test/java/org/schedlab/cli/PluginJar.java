package org.schedlab.cli;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.schedlab.plugin.Plugins;
import org.schedlab.topology.CpuMask;

/** A plugin's JAR that a test compiles and writes. One thread. */
final class PluginJar {

    static final String SERVICES = "META-INF/services/org.schedlab.spi.SchedPlugin";

    private static final String PLUGIN = """
            package ID;
            import java.util.*;
            import org.schedlab.spi.*;
            public class Plugin implements SchedPlugin {
                MEMBERS
                public record Config(@ConfigValue(meaning = "how often", min = 1, max = 9) int spins) {}
                public String id() { return "ID"; }
                public int spiVersion() { return SpiVersion.CURRENT; }
                public List<PolicyFactory<?, ?>> policies() { return List.of(new Factory()); }
                public static final class Factory implements PolicyFactory<Config, PlacementPolicy> {
                    public PolicyKind kind() { return PolicyKind.PLACEMENT; }
                    public String name() { return "nest"; }
                    public String summary() { return "for a test"; }
                    public Class<Config> configType() { return Config.class; }
                    public Config defaults() { return new Config(2); }
                    public Set<Capability> honours() { return Set.of(); }
                    public PlacementPolicy create(Config config, PolicyContext context) {
                        return (task, wake) -> { ANSWER };
                    }
                }
            }
            """;

    private final Path directory;
    private final Map<String, byte[]> entries = new TreeMap<>();

    private PluginJar(Path directory) {
        this.directory = directory;
    }

    /** The source of a plugin with one placement policy, {@code id:nest}. */
    static String source(String id, String members, String answer) {
        return PLUGIN.replace("ID", id).replace("MEMBERS", members).replace("ANSWER", answer);
    }

    /** Compiles classes of the form {@code package x; … class Y}; file names are those of the sources' own. */
    static PluginJar of(Path directory, Map<String, String> sources) throws IOException {
        PluginJar jar = new PluginJar(directory);
        Path root = Files.createTempDirectory(directory, "sources");
        Path classes = Files.createTempDirectory(directory, "classes");
        String[] options = {
            "-proc:none",
            "--release",
            "17",
            "-cp",
            home(Plugins.class) + File.pathSeparator + home(CpuMask.class),
            "-d",
            classes.toString()
        };
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = root.resolve(source.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, source.getValue());
        }
        try (Stream<Path> files = Files.walk(root)) {
            String[] named = Stream.concat(
                            Stream.of(options),
                            files.filter(Files::isRegularFile).map(Path::toString))
                    .toArray(String[]::new);
            ByteArrayOutputStream said = new ByteArrayOutputStream();
            if (ToolProvider.getSystemJavaCompiler().run(null, said, said, named) != 0) {
                throw new IllegalStateException(said.toString(StandardCharsets.UTF_8));
            }
        }
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path path : files.filter(Files::isRegularFile).toList()) {
                jar.entries.put(classes.relativize(path).toString(), Files.readAllBytes(path));
            }
        }
        return jar;
    }

    /** A plugin of that id and source, with its services file. */
    static PluginJar of(Path directory, String id, String source) throws IOException {
        return of(directory, Map.of(id + "/Plugin.java", source)).entry(SERVICES, id + ".Plugin");
    }

    private static Path home(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    PluginJar entry(String name, String content) {
        return entry(name, content.getBytes(StandardCharsets.UTF_8));
    }

    PluginJar entry(String name, byte[] content) {
        entries.put(name, content);
        return this;
    }

    byte[] entry(String name) {
        return entries.get(name).clone();
    }

    PluginJar without(String name) {
        entries.remove(name);
        return this;
    }

    /** Writes it. */
    Path write() throws IOException {
        Path jar = Files.createTempFile(directory, "plugin", ".jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                out.putNextEntry(new ZipEntry(entry.getKey()));
                out.write(entry.getValue());
                out.closeEntry();
            }
        }
        return jar;
    }
}
