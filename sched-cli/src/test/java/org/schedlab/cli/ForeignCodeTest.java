package org.schedlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What foreign code can do to the process itself, wherever it is called: end it, hold it up, throw what nobody declares, print. */
class ForeignCodeTest {

    @TempDir
    private static Path directory;

    private static Path bad;
    private static Path good;
    private static Path scenario;

    private static final String SCENARIO = """
            topology: 4c
            duration: 50ms
            tasks:
              web: { instance: 2, run: 500, sleep: 2000 }
            timeline:
              - { at: 20ms, cpu-off: 3 }
            """;

    /** Does at one place, which a property names, one thing, which another property names. */
    private static final String DEEDS = """
            package bad;
            public final class Deeds {
                static final class Own extends Error {
                    Own() { super("own\\033[2J"); }
                    @Override public String toString() { throw new IllegalStateException("toString"); }
                }
                static final class Mute extends RuntimeException {
                    Mute() { super("mute", null, false, false); }
                }
                public static int at(String place) {
                    if (!place.equals(System.getProperty("bad.place"))) { return 0; }
                    switch (System.getProperty("bad.deed")) {
                        case "exit": System.exit(0); break;
                        case "exit-elsewhere":
                            Thread t = new Thread(() -> System.exit(0));
                            t.start();
                            try { t.join(); } catch (InterruptedException e) { }
                            break;
                        case "loop": while ("loop".equals(System.getProperty("bad.deed"))) { Thread.yield(); } break;
                        case "checked": Deeds.<RuntimeException>sneak(new java.io.IOException("boo\\n\\033[31m")); break;
                        case "own": throw new Own();
                        case "mute": throw new Mute();
                        case "memory": throw new OutOfMemoryError("mine");
                        case "death": throw new ThreadDeath();
                        case "print": System.out.println("HELLO FROM " + place); System.out.close(); break;
                        default: throw new IllegalStateException();
                    }
                    return 0;
                }
                @SuppressWarnings("unchecked")
                static <T extends Throwable> void sneak(Throwable t) throws T { throw (T) t; }
            }
            """;

    private static final String PLACEMENT = """
            package bad;
            import java.util.*;
            import org.schedlab.spi.*;
            import org.schedlab.topology.CpuMask;
            public class Plugin implements SchedPlugin {
                static { Deeds.at("static"); }
                public Plugin() { Deeds.at("constructor"); }
                public record Config(@ConfigValue(meaning = "how often", min = 1, max = 9) int spins) {
                    public Config { Deeds.at("config"); }
                }
                public String id() { Deeds.at("id"); return "bad"; }
                public int spiVersion() { Deeds.at("spiVersion"); return SpiVersion.CURRENT; }
                public List<PolicyFactory<?, ?>> policies() { Deeds.at("policies"); return List.of(new Factory(), new LineFactory()); }
                public <T> List<T> services(Class<T> type) { Deeds.at("services"); return List.of(); }
                public static final class Factory implements PolicyFactory<Config, PlacementPolicy> {
                    public PolicyKind kind() { return PolicyKind.PLACEMENT; }
                    public String name() { Deeds.at("name"); return "nest"; }
                    public String summary() { Deeds.at("summary"); return "for a test"; }
                    public Class<Config> configType() { return Config.class; }
                    public Config defaults() { Deeds.at("defaults"); return new Config(2); }
                    public Set<Capability> honours() { return Set.of(); }
                    public Set<Capability> honours(Settings s) { Deeds.at("honours"); return Set.of(); }
                    public PlacementPolicy create(Config config, PolicyContext context) { Deeds.at("create"); return new Nest(); }
                }
                public static final class LineFactory implements PolicyFactory<Config, PickPolicy<?, ?>> {
                    public PolicyKind kind() { return PolicyKind.PICK; }
                    public Set<Capability> honours() { return Set.of(); }
                    public String name() { return "line"; }
                    public String summary() { return "for a test"; }
                    public Class<Config> configType() { return Config.class; }
                    public Config defaults() { return new Config(2); }
                    public PickPolicy<?, ?> create(Config config, PolicyContext context) { return new Line(); }
                }
                static final class Line implements PickPolicy<Object, EntityView> {
                    public Object newQueue(QueueView queue) { Deeds.at("newQueue"); return this; }
                    public EntityView newEntity(EntityView e) { return e; }
                    public int charge(Object q, EntityView curr, long ns) { return 0; }
                    public void arrive(Object q, EntityView e, int flags) {}
                    public void leave(Object q, EntityView e, int flags) {}
                    public EntityView pick(Object q, EntityView curr, int flags) { return curr; }
                    public void setNext(Object q, EntityView e, boolean isFirst) {}
                    public void putPrev(Object q, EntityView e) {}
                    public int tick(Object q, EntityView curr, boolean hrtick) { return 0; }
                }
                static final class Nest implements PlacementPolicy {
                    public int selectCpu(TaskView task, WakeContext wake) {
                        Deeds.at("selectCpu");
                        int idle = task.allowed().nextAnd(wake.idleCpus(), 0);
                        return idle == CpuMask.NO_CPU ? wake.prevCpu() : idle;
                    }
                    public void cpuIdle(int cpu, CpuMask idle) { Deeds.at("cpuIdle"); }
                    public void domainsChanged(PolicyContext context) { Deeds.at("domainsChanged"); }
                }
            }
            """;

    @BeforeAll
    static void theJarsAreThere() throws IOException {
        bad = PluginJar.of(directory, Map.of("bad/Deeds.java", DEEDS, "bad/Plugin.java", PLACEMENT))
                .entry(PluginJar.SERVICES, "bad.Plugin")
                .write();
        scenario = Files.writeString(directory.resolve("small.yaml"), SCENARIO);
        good = PluginJar.of(directory, "good", PluginJar.source("good", "", "return wake.prevCpu();"))
                .write();
    }

    private record Outcome(int status, String out, String err) {
        Outcome ends(int expected, String... said) {
            assertThat(status).as(out + err).isEqualTo(expected);
            assertThat(List.of(said)).allSatisfy(word -> assertThat(out + err).contains(word));
            assertThat(out + err).doesNotContain("\tat ").doesNotContain("\033");
            return this;
        }
    }

    /** In this process: for what leaves it alone. */
    private static Outcome here(String place, String deed, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        System.setProperty("bad.place", place);
        System.setProperty("bad.deed", deed);
        try {
            int status = Commands.run(args, new PrintWriter(out), new PrintWriter(err));
            return new Outcome(status, out.toString(), err.toString());
        } finally {
            System.clearProperty("bad.place");
            System.clearProperty("bad.deed");
        }
    }

    /** In a process of its own. */
    private static Outcome apart(String place, String deed, String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dguice_custom_class_loading=CHILD",
                "-Dbad.place=" + place,
                "-Dbad.deed=" + deed,
                "-cp",
                classPath(),
                "org.schedlab.cli.Main"));
        command.addAll(List.of(args));
        Path out = Files.createTempFile(directory, "out", ".txt");
        Path err = Files.createTempFile(directory, "err", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        Process process = builder.start();
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("it did not end: " + command);
        }
        return new Outcome(
                process.exitValue(),
                Files.readString(out, StandardCharsets.UTF_8),
                Files.readString(err, StandardCharsets.UTF_8));
    }

    /** That of this test, which not every runner of tests keeps in the property. */
    private static String classPath() {
        StringBuilder path = new StringBuilder(System.getProperty("java.class.path"));
        if (Main.class.getClassLoader() instanceof URLClassLoader loader) {
            for (URL url : loader.getURLs()) {
                path.append(File.pathSeparator).append(url.getPath());
            }
        }
        return path.toString();
    }

    private static String[] run(String... more) {
        List<String> args =
                new ArrayList<>(List.of("run", scenario.toString(), "-d", "50ms", "-q", "--plugin", bad.toString()));
        args.addAll(List.of("--policy", "placement=bad:nest", "--policy-budget", "300ms"));
        args.addAll(List.of(more));
        return args.toArray(new String[0]);
    }

    @ParameterizedTest
    @ValueSource(strings = {"static", "config", "create", "selectCpu"})
    void aPluginThatEndsTheProcessIsNamed(String place) throws IOException, InterruptedException {
        apart(place, "exit", run())
                .ends(ExitCode.PLUGIN, "plugin plugin", "bad.Deeds.at", "[ends-process]", "  Maybe ");
    }

    @Test
    void noStatusOfAPluginIsTakenForThatOfACheck() throws IOException, InterruptedException {
        for (String place : List.of("constructor", "selectCpu")) {
            apart(place, "exit", "plugins", "verify", bad.toString())
                    .ends(ExitCode.PLUGIN, "bad.Deeds.at", "[ends-process]");
        }
        apart("id", "exit-elsewhere", "plugins", "list", "--plugin", bad.toString())
                .ends(ExitCode.PLUGIN, "bad.Deeds", "[ends-process]");
    }

    @Test
    void aSignalIsNoPlugin() {
        StackTraceElement signal = new StackTraceElement("java.lang.Terminator$1", "handle", "Terminator.java", 52);
        StackTraceElement shutdown = new StackTraceElement("java.lang.Shutdown", "exit", "Shutdown.java", 173);
        assertThat(ProcessEnd.message(List.<StackTraceElement[]>of(new StackTraceElement[] {shutdown, signal})))
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"domainsChanged", "cpuIdle", "selectCpu"})
    void aPolicyThatDoesNotReturnEndsTheRun(String place) throws IOException, InterruptedException {
        apart(place, "loop", run())
                .ends(
                        ExitCode.POLICY,
                        "did not return from " + place,
                        "bad.Deeds.at",
                        "[time-budget]",
                        "Maybe it loops");
    }

    @Test
    void aPickPolicyThatDoesNotReturnWhileTheRunIsMade() throws IOException, InterruptedException {
        apart("newQueue", "loop", run("--policy", "pick=bad:line"))
                .ends(ExitCode.POLICY, "did not return from newQueue", "pick policy bad:line", "[time-budget]");
        here("newQueue", "checked", run("--policy", "pick=bad:line"))
                .ends(ExitCode.POLICY, "from newQueue in ", "pick policy bad:line", "[policy-threw]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "static",
                "constructor",
                "id",
                "policies",
                "name",
                "summary",
                "defaults",
                "config",
                "services",
                "honours",
                "create"
            })
    void aPluginThatDoesNotReturnIsReported(String place) {
        here(place, "loop", run("--plugin-budget", "300ms"))
                .ends(ExitCode.PLUGIN, "within 300 ms", "[time-budget]", "bad.Deeds.at", "Maybe it loops");
    }

    @Test
    void aGoodPluginIsListedBesideOneThatDoesNotReturn() {
        String[] both = {
            "plugins", "list", "--plugin-budget", "300ms", "--plugin", bad.toString(), "--plugin", good.toString()
        };
        Outcome listed = here("id", "loop", both).ends(ExitCode.PLUGIN, "[time-budget]");
        assertThat(listed.out()).containsPattern("(?m)^good  +- ");
    }

    @Test
    void verifyLeavesAPolicyThatDoesNotReturn() {
        Outcome late = here("selectCpu", "loop", "plugins", "verify", "--check-budget", "900ms", bad.toString())
                .ends(ExitCode.POLICY, "did not end within 900 ms, in ", "bad.Deeds.at", "checks of it are left out");
        assertThat(late.out().lines().filter(l -> l.contains("placement bad:nest")))
                .singleElement()
                .asString()
                .contains("did not end");
        assertThat(late.out().lines().filter(l -> l.contains("pick bad:line")))
                .as("the other policy is checked all the same")
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"checked", "own", "mute", "memory", "death"})
    void whateverAPolicyThrowsIsItsOwn(String deed) {
        for (String place : List.of("selectCpu", "domainsChanged", "cpuIdle")) {
            Outcome outcome = here(place, deed, run())
                    .ends(ExitCode.POLICY, "[policy-threw]", "placement policy bad:nest", "at ", "seed 1", "Maybe");
            if (!deed.equals("mute")) {
                assertThat(outcome.err()).contains("from " + place + " in ", "bad.Deeds.");
            }
            if (deed.equals("checked")) {
                assertThat(outcome.err()).contains("java.io.IOException: boo\\x0a\\x1b[31m");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"checked", "own", "mute", "memory", "death"})
    void whateverAPluginThrowsOutsideOfARunIsItsOwn(String deed) {
        here("constructor", deed, run()).ends(ExitCode.PLUGIN, "[constructor-failed]", "Maybe");
        here("id", deed, run()).ends(ExitCode.PLUGIN, "[plugin-failed]", "Maybe");
        here("name", deed, run()).ends(ExitCode.PLUGIN, "[bad-policy]", "Maybe");
        here("services", deed, run()).ends(ExitCode.PLUGIN, "[plugin-failed]", "Maybe");
        here("honours", deed, run()).ends(ExitCode.PLUGIN, "[plugin-failed]", "Maybe");
        here("create", deed, run()).ends(ExitCode.PLUGIN, "[create-failed]", "Maybe");
    }

    @Test
    void whatAPluginPrintsDoesNotGetIntoAResult() throws IOException, InterruptedException {
        String json = here("nowhere", "print", run("--json")).out();
        assertThat(json).startsWith("{");
        for (String place : List.of("static", "selectCpu")) {
            Outcome printed = apart(place, "print", run("--json")).ends(ExitCode.OK);
            assertThat(printed.out()).isEqualTo(json);
            assertThat(printed.err()).contains("HELLO FROM " + place);
        }
        Outcome csv = apart("create", "print", run("--csv"));
        assertThat(csv.out()).isEqualTo(here("nowhere", "print", run("--csv")).out());
        assertThat(csv.err()).contains("HELLO FROM create");
    }
}
