package org.schedlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schedlab.spi.SchedPlugin;

/** What plugins bring and how they break, seen from every command that takes them. */
class PluginCommandsTest {

    private static final String STAY = "return wake.prevCpu();";

    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Path good;

    @BeforeEach
    void aGoodPluginIsThere() throws IOException {
        good = PluginJar.of(directory, "good", PluginJar.source("good", "", STAY))
                .write();
    }

    private int run(Object... args) {
        String[] words = new String[args.length];
        for (int i = 0; i < words.length; i++) {
            words[i] = args[i].toString();
        }
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Commands.run(words, new PrintWriter(out), new PrintWriter(err));
    }

    private PluginJar plugin(String members) throws IOException {
        return PluginJar.of(directory, "bad", PluginJar.source("bad", members, STAY));
    }

    private PluginJar changed(String find, String replacement) throws IOException {
        String source = PluginJar.source("bad", "", STAY);
        assertThat(source).contains(find);
        Map<String, String> sources = Map.of(
                "bad/Plugin.java",
                source.replace(find, replacement),
                "lib/Dep.java",
                "package lib; public class Dep {}");
        return PluginJar.of(directory, sources).without("lib/Dep.class").entry(PluginJar.SERVICES, "bad.Plugin");
    }

    private static byte[] ofJavaToCome(byte[] whole) {
        whole[7] = 99;
        return whole;
    }

    private static byte[] bytesOf(Class<?> type) throws IOException {
        try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
            return in.readAllBytes();
        }
    }

    /** The JARs of issue 5 that cannot be used, by the code that each is to give. */
    private Map<String, Path> broken() throws IOException {
        Map<String, Path> jars = new LinkedHashMap<>();
        jars.put("not-found", directory.resolve("none.jar"));
        jars.put("corrupt-jar", Files.writeString(directory.resolve("corrupt.jar"), "no jar at all"));
        jars.put("no-services-file", plugin("").without(PluginJar.SERVICES).write());
        jars.put(
                "provider-not-found",
                plugin("").entry(PluginJar.SERVICES, "bad.Plugni").write());
        jars.put(
                "services-syntax",
                plugin("").entry(PluginJar.SERVICES, "bad.Plugin; x").write());
        jars.put(
                "wrong-type",
                plugin("").entry(PluginJar.SERVICES, "bad.Plugin$Factory").write());
        jars.put(
                "constructor-failed",
                plugin("public Plugin() { throw new IllegalStateException(); }").write());
        jars.put("constructor-hidden", plugin("private Plugin() {}").write());
        jars.put("constructor-arguments", plugin("public Plugin(int x) {}").write());
        jars.put(
                "missing-class",
                changed("public String id()", "lib.Dep d = new lib.Dep(); public String id()")
                        .write());
        jars.put(
                "missing-supertype",
                changed("class Plugin ", "class Plugin extends lib.Dep ").write());
        PluginJar newer = plugin("");
        jars.put(
                "newer-class-file",
                newer.entry("bad/Plugin.class", ofJavaToCome(newer.entry("bad/Plugin.class")))
                        .write());
        jars.put(
                "host-internals",
                plugin("Object o = org.schedlab.engine.Timing.DEFAULT;").write());
        jars.put("spi-too-old", changed("SpiVersion.CURRENT", "0").write());
        jars.put(
                "spi-too-new",
                changed("SpiVersion.CURRENT", "SpiVersion.CURRENT + 1").write());
        jars.put("duplicate-id", good);
        jars.put("bad-id", changed("return \"bad\"", "return \"core\"").write());
        jars.put(
                "bad-policy",
                changed("return Set.of();", "return Set.of(Capability.UCLAMP);").write());
        jars.put("plugin-failed", changed("List.of(new Factory())", "null").write());
        return jars;
    }

    @Test
    void eachBreakageIsListedWithItsCodeBesideAGoodPlugin() throws IOException {
        for (Map.Entry<String, Path> bad : broken().entrySet()) {
            String code = bad.getKey();
            int status = run("plugins", "list", "--plugin", bad.getValue(), "--plugin", good);
            assertThat(status).as(code + ": " + out).isEqualTo(ExitCode.PLUGIN);
            assertThat(out.toString().lines().filter(l -> l.endsWith("]")))
                    .as(code)
                    .singleElement()
                    .asString()
                    .endsWith("[" + code + "]");
            assertThat(out.toString()).containsPattern("(?m)^good  +- ").contains("\n  Maybe ");
            assertThat(err.toString()).isEmpty();
        }
    }

    @Test
    void eachBreakageOfANamedPluginEndsARunAndOneOfTheDirectoryDoesNot() throws IOException {
        for (Map.Entry<String, Path> bad : broken().entrySet()) {
            String code = bad.getKey();
            Object[] named = {"run", "two-hogs", "-d", "1ms", "--plugin", bad.getValue(), "--plugin", good};
            assertThat(run(named)).as(code).isEqualTo(ExitCode.PLUGIN);
            assertThat(err.toString()).contains("[" + code + "]", "\n  Maybe ").doesNotContain("\tat ");
            if (code.equals("not-found")) {
                continue;
            }
            Path home = Files.createTempDirectory(directory, "home");
            Files.createDirectories(home.resolve("plugins"));
            Files.copy(good, home.resolve("plugins/a.jar"));
            Files.copy(bad.getValue(), home.resolve("plugins/b.jar"));
            inHome(home, () -> {
                assertThat(run("run", "two-hogs", "-d", "1ms", "--policy", "placement=good:nest"))
                        .as(code + ": " + err)
                        .isZero();
                assertThat(err.toString()).contains("[" + code + "]");
                assertThat(out.toString()).contains("placement good:nest");
            });
        }
    }

    private static void inHome(Path home, Runnable body) {
        String before = System.getProperty(PluginOptions.HOME);
        System.setProperty(PluginOptions.HOME, home.toString());
        try {
            body.run();
        } finally {
            if (before == null) {
                System.clearProperty(PluginOptions.HOME);
            } else {
                System.setProperty(PluginOptions.HOME, before);
            }
        }
    }

    @Test
    void anEmptyDirectoryIsToldAndTheRestGoesOn() throws IOException {
        Path home = Files.createTempDirectory(directory, "home");
        Files.createDirectories(home.resolve("plugins/empty"));
        Files.copy(good, home.resolve("plugins/a.jar"));
        inHome(home, () -> {
            assertThat(run("plugins", "list")).isEqualTo(ExitCode.PLUGIN);
            assertThat(out.toString()).contains("[empty-directory]").containsPattern("(?m)^good  +- ");
            assertThat(run("policies")).isZero();
            assertThat(out.toString()).contains("good:nest");
            assertThat(err.toString()).contains("[empty-directory]");
        });
    }

    @Test
    void aBundledCopyOfTheSpiIsAWarning() throws IOException {
        Path jar = plugin("")
                .entry("org/schedlab/spi/SchedPlugin.class", bytesOf(SchedPlugin.class))
                .write();
        assertThat(run("plugins", "list", "--plugin", jar, "--plugin", good)).isZero();
        assertThat(out.toString())
                .contains("warning: plugin ", "[bundled-host-classes]")
                .containsPattern("(?m)^bad  +- ");
        assertThat(run("run", "two-hogs", "-d", "1ms", "--plugin", jar, "--policy", "placement=bad:nest"))
                .isZero();
        assertThat(err.toString()).contains("[bundled-host-classes]");
    }

    @Test
    void aPickOfAForeignEntityEndsWith5() throws IOException {
        String pick = PluginJar.source("bad", "", STAY)
                .replace("PolicyFactory<Config, PlacementPolicy>", "PolicyFactory<Config, PickPolicy<?, ?>>")
                .replace("PolicyKind.PLACEMENT", "PolicyKind.PICK")
                .replace("public PlacementPolicy create", "public PickPolicy<?, ?> create")
                .replace("return (task, wake) -> { " + STAY + " };", "return new First();");
        String first = """
                package bad;
                import org.schedlab.spi.*;
                public final class First implements PickPolicy<Object, EntityView> {
                    private EntityView first;
                    public Object newQueue(QueueView queue) { return this; }
                    public EntityView newEntity(EntityView e) { if (first == null) { first = e; } return e; }
                    public int charge(Object q, EntityView curr, long ns) { return 0; }
                    public void arrive(Object q, EntityView e, int flags) {}
                    public void leave(Object q, EntityView e, int flags) {}
                    public EntityView pick(Object q, EntityView curr, int flags) { return first; }
                    public void setNext(Object q, EntityView e, boolean isFirst) {}
                    public void putPrev(Object q, EntityView e) {}
                    public int tick(Object q, EntityView curr, boolean hrtick) { return Verdict.RESCHED; }
                }
                """;
        Path jar = PluginJar.of(directory, Map.of("bad/Plugin.java", pick, "bad/First.java", first))
                .entry(PluginJar.SERVICES, "bad.Plugin")
                .write();
        assertThat(run("run", "web-and-hog", "--plugin", jar, "--plugin", good, "--policy", "pick=bad:nest"))
                .as(err.toString())
                .isEqualTo(ExitCode.POLICY);
        assertThat(err.toString())
                .contains("[foreign-entity]", "plugin bad, pick policy bad:nest", "seed 1")
                .contains("which is not queued on cpu", "\n  Maybe it forgets an entity in arrive or putPrev");
        assertThat(run(
                        "run",
                        "web-and-hog",
                        "-d",
                        "1ms",
                        "--plugin",
                        jar,
                        "--plugin",
                        good,
                        "--policy",
                        "placement=good:nest"))
                .isZero();
    }

    private static final String KERNEL = """
            public List<Switch> switches() { return List.of(new Switch("WARM_NEST", true, "6.6+", "keep cores warm")); }
            public List<KernelProfile> profiles() {
                return List.of(new KernelProfile("9.9.1", "9.9", Map.of(PolicyKind.PLACEMENT, "good2:nest", PolicyKind.PICK, "core:eevdf-612"),
                    new TreeMap<>(Map.of("WARM_NEST", false)), new TreeMap<>()));
            }
            """;

    @Test
    void profilesAndSwitchesOfAPluginAreListedComparedAndRun() throws IOException {
        Path jar = PluginJar.of(directory, "good2", PluginJar.source("good2", KERNEL, STAY))
                .write();
        assertThat(run("kernels", "--plugin", jar)).as(err.toString()).isZero();
        assertThat(out.toString()).containsPattern("(?m)^9\\.9 +9\\.9\\.1 +placement good2:nest");
        assertThat(run("kernels", "9.9", "--plugin", jar)).isZero();
        assertThat(out.toString()).containsPattern("WARM_NEST +off +6\\.6\\+ +keep cores warm");
        for (Object[] order : new Object[][] {
            {"kernels", "diff", "6.12", "9.9", "--plugin", jar}, {"kernels", "--plugin", jar, "diff", "6.12", "9.9"}
        }) {
            assertThat(run(order)).as(err.toString()).isZero();
            assertThat(out.toString()).containsPattern("WARM_NEST +on +off");
        }
        assertThat(run("run", "two-hogs", "-d", "1ms", "--plugin", jar, "--kernel", "9.9", "--feat", "WARM_NEST"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("placement good2:nest");
    }

    private static final String READER = """
            public <T> List<T> services(Class<T> type) {
                if (type != org.schedlab.topology.read.TopologyReader.class) { return List.of(); }
                return List.of(type.cast(new org.schedlab.topology.read.TopologyReader() {
                    public String format() { return "three words"; }
                    public int confidence(org.schedlab.topology.read.TopologySource s) { return s.name().startsWith("my-box") ? 100 : 0; }
                    public org.schedlab.topology.Topology read(org.schedlab.topology.read.TopologySource s) {
                        if (s.name().equals("my-box-broken")) { throw new IllegalStateException("no luck"); }
                        return org.schedlab.topology.Topology.regular("3c");
                    }
                }));
            }
            """;

    @Test
    void aTopologyReaderOfAPluginServesEveryCommandThatReadsMachines() throws IOException {
        Path jar = plugin(READER).write();
        assertThat(run("topology", "my-box", "--plugin", jar))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("3 CPUs");
        assertThat(run("topology", "3c", "--diff", "my-box", "--plugin", jar)).isZero();
        assertThat(run("run", "two-hogs", "-d", "1ms", "-t", "my-box", "--plugin", jar))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("3 cpus");
        assertThat(run("topology", "my-box")).isEqualTo(ExitCode.INPUT);
        assertThat(run("topology", "my-box-broken", "--plugin", jar)).isEqualTo(ExitCode.PLUGIN);
        assertThat(err.toString()).contains("[plugin-failed]", "no luck");
    }

    @Test
    void goldenVectorsAreReplayedWithPlugins() throws IOException {
        Path vectors = Files.createDirectories(directory.resolve("vectors"));
        Files.writeString(vectors.resolve("scale_load.csv"), "w,scale_load_down\n0,0\n1,2\n");
        assertThat(run("verify", "golden", vectors, "--plugin", good))
                .as(err.toString())
                .isZero();
        assertThat(run("verify", "golden", vectors, "--plugin", directory.resolve("none.jar")))
                .isEqualTo(ExitCode.PLUGIN);
        assertThat(err.toString()).contains("[not-found]");
    }
}
