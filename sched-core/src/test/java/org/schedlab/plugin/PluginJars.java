package org.schedlab.plugin;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.schedlab.spi.SchedPlugin;
import org.schedlab.topology.CpuMask;

/** Builds JARs of plugins on the fly: sources in, a JAR out. */
public final class PluginJars {

    static final String SERVICES = "META-INF/services/org.schedlab.spi.SchedPlugin";

    private static final Pattern PACKAGE = Pattern.compile("package ([\\w.]+);");
    private static final Pattern TYPE =
            Pattern.compile("(?:^|; |\n)(?:public |final |abstract )*(?:class|@?interface|record|enum) (\\w+)");

    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
    private static final StandardJavaFileManager FILES = COMPILER.getStandardFileManager(null, null, null);

    /** Classes by what they were compiled from; compiling is what takes the time. */
    private static final Map<String, Map<String, byte[]>> COMPILED = new ConcurrentHashMap<>();

    private final List<String> sources = new ArrayList<>();
    private final Map<String, byte[]> entries = new TreeMap<>();
    private final List<String> dropped = new ArrayList<>();
    private final Manifest manifest = new Manifest();
    private List<Path> classPath = hostClassPath();

    public PluginJars() {
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    }

    /** Where the classes are that a plugin is compiled against. */
    public static List<Path> hostClassPath() {
        return Stream.of(SchedPlugin.class, CpuMask.class, Nullable.class)
                .map(PluginJars::home)
                .distinct()
                .collect(Collectors.toList());
    }

    public static Path home(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Adds a source; its package and first type name it. */
    public PluginJars source(String text) {
        sources.add(text);
        return this;
    }

    public PluginJars services(String text) {
        return entry(SERVICES, text.getBytes(StandardCharsets.UTF_8));
    }

    public PluginJars entry(String name, byte[] bytes) {
        entries.put(name, bytes);
        return this;
    }

    /** Leaves a compiled class out of the JAR. */
    public PluginJars without(String className) {
        dropped.add(className.replace('.', '/') + ".class");
        return this;
    }

    public PluginJars manifest(String name, String value) {
        manifest.getMainAttributes().putValue(name, value);
        return this;
    }

    public PluginJars against(List<Path> paths) {
        classPath = paths;
        return this;
    }

    /** Compiles and writes. */
    public Path write(Path jar) {
        Map<String, byte[]> all = new TreeMap<>(sources.isEmpty() ? Map.of() : compile());
        dropped.forEach(all::remove);
        all.putAll(entries);
        try {
            Files.createDirectories(jar.getParent());
            try (OutputStream file = Files.newOutputStream(jar);
                    JarOutputStream out = new JarOutputStream(file, manifest)) {
                for (Map.Entry<String, byte[]> entry : all.entrySet()) {
                    out.putNextEntry(new ZipEntry(entry.getKey()));
                    out.write(entry.getValue());
                    out.closeEntry();
                }
            }
            return jar;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Map<String, byte[]> compile() {
        return COMPILED.computeIfAbsent(sources + " against " + classPath, key -> {
            StringWriter said = new StringWriter();
            Map<String, ByteArrayOutputStream> classes = new TreeMap<>();
            List<String> options = List.of("-proc:none", "-nowarn", "-parameters", "-cp", joined(classPath));
            boolean good = COMPILER.getTask(said, new Memory(classes), null, options, null, units())
                    .call();
            if (!good) {
                throw new IllegalStateException("a plugin of a test does not compile: " + said);
            }
            Map<String, byte[]> bytes = new TreeMap<>();
            classes.forEach((name, out) -> bytes.put(name, out.toByteArray()));
            return bytes;
        });
    }

    private static String joined(List<Path> paths) {
        return paths.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private List<JavaFileObject> units() {
        List<JavaFileObject> units = new ArrayList<>();
        for (String source : sources) {
            String name = group(PACKAGE, source).replace('.', '/') + "/" + group(TYPE, source) + ".java";
            units.add(new SimpleJavaFileObject(URI.create("string:///" + name), JavaFileObject.Kind.SOURCE) {
                @Override
                public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                    return source;
                }
            });
        }
        return units;
    }

    /** Keeps what the compiler writes. */
    private static final class Memory extends ForwardingJavaFileManager<StandardJavaFileManager> {
        private final Map<String, ByteArrayOutputStream> classes;

        Memory(Map<String, ByteArrayOutputStream> classes) {
            super(FILES);
            this.classes = classes;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            classes.put(name.replace('.', '/') + ".class", out);
            return new SimpleJavaFileObject(URI.create("memory:///" + name), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return out;
                }
            };
        }

        @Override
        public void close() {}
    }

    private static String group(Pattern pattern, String source) {
        Matcher matcher = pattern.matcher(source);
        if (!matcher.find()) {
            throw new IllegalArgumentException("no " + pattern + " in a source");
        }
        return matcher.group(1);
    }

    /** A plugin that works: one placement policy {@code stay} with two settings. */
    public static PluginJars good(String id) {
        return new PluginJars().source(plugin(id, "good", "")).source(FACTORY).services("good.Plugin");
    }

    /** The source of a plugin class {@code Plugin} in a package, with a member or two. */
    public static String plugin(String id, String inPackage, String members) {
        return """
                package %s;
                import java.util.List;
                import org.schedlab.spi.*;
                public class Plugin implements SchedPlugin {
                    %s
                    public String id() { return "%s"; }
                    public int spiVersion() { return SpiVersion.CURRENT; }
                    public List<PolicyFactory<?, ?>> policies() { return List.of(new %s()); }
                }
                """.formatted(inPackage, members, id, "good.Stay");
    }

    public static final String FACTORY = """
            package good;
            import java.util.Set;
            import org.schedlab.spi.*;
            public final class Stay implements PolicyFactory<Stay.Settings, PlacementPolicy> {
                public enum Mode { NEAR, FAR_AWAY }
                public record Settings(
                    @ConfigValue(meaning = "how often to look", min = 1, max = 100) int spins,
                    @ConfigValue(meaning = "how long a core stays warm", unit = "ns", min = 0, max = 1000000) long warmNs,
                    @ConfigValue(meaning = "whether to look at all") boolean look,
                    @ConfigValue(meaning = "where to look") Mode mode) {
                    public Settings {
                        if (spins == 13) { throw new IllegalArgumentException("spins (13) brings bad luck"); }
                    }
                }
                public PolicyKind kind() { return PolicyKind.PLACEMENT; }
                public String name() { return "stay"; }
                public String summary() { return "stays where it was"; }
                public Class<Settings> configType() { return Settings.class; }
                public Settings defaults() { return new Settings(2, 500, true, Mode.NEAR); }
                public Set<Capability> honours() { return Set.of(); }
                public PlacementPolicy create(Settings config, PolicyContext context) {
                    return (task, wake) -> wake.prevCpu() + 0 * config.spins();
                }
            }
            """;
}
