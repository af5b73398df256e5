package org.schedlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A plugin that misbehaves while it is loaded is told by its name, and the one beside it is used. */
@Timeout(120)
class HostilePluginTest {

    private static final String STAY = "return wake.prevCpu();";
    private static final String PASSWORD = "changeit";

    @TempDir
    private Path directory;

    private Path good;

    @BeforeEach
    void aGoodPluginIsThere() throws IOException {
        good = PluginJar.of(directory, "good", PluginJar.source("good", "", STAY))
                .write();
    }

    private record Outcome(int status, String out, String err) {}

    private static Outcome run(Object... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        List<String> words = new ArrayList<>();
        for (Object arg : args) {
            words.add(arg.toString());
        }
        int status = Commands.run(words.toArray(new String[0]), new PrintWriter(out), new PrintWriter(err));
        return new Outcome(status, out.toString(), err.toString());
    }

    private PluginJar bad(String members) throws IOException {
        return PluginJar.of(directory, "bad", PluginJar.source("bad", members, STAY));
    }

    private void isTold(Path jar, String code, String... words) {
        Outcome listed = run("plugins", "list", "--plugin", jar, "--plugin", good, "--plugin-budget", "4s");
        assertThat(listed.status).as(listed.out + listed.err).isEqualTo(ExitCode.PLUGIN);
        assertThat(listed.out.lines().filter(l -> l.endsWith("]")))
                .singleElement()
                .asString()
                .contains("bad")
                .endsWith("[" + code + "]");
        assertThat(listed.out).contains("Maybe ").containsPattern("\ngood +");
        assertThat(List.of(words)).allSatisfy(word -> assertThat(listed.out).contains(word));
        Outcome named = run("kernels", "--plugin", jar);
        assertThat(named.status).as(named.out + named.err).isEqualTo(ExitCode.PLUGIN);
        assertThat(named.err).contains("[" + code + "]");
    }

    private static void tool(String name, Path in, String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", name).toString());
        command.addAll(List.of(args));
        Path log = Files.createTempFile(in, name, ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();
    }

    @Test
    void aJarThatWasChangedAfterItWasSigned() throws IOException, InterruptedException {
        Path jar = bad("").write();
        Path store = directory.resolve("keys");
        tool(
                "keytool",
                directory,
                "-genkeypair",
                "-keyalg",
                "RSA",
                "-alias",
                "me",
                "-dname",
                "CN=me",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD);
        tool("jarsigner", directory, "-keystore", store.toString(), "-storepass", PASSWORD, jar.toString(), "me");
        assertThat(run("plugins", "list", "--plugin", jar).status).isEqualTo(ExitCode.OK);
        byte[] other = bad("int more;").entry("bad/Plugin.class");
        try (FileSystem files = FileSystems.newFileSystem(jar)) {
            Files.write(files.getPath("bad/Plugin.class"), other);
        }
        isTold(jar, "corrupt-jar", "signature", "bad.Plugin");
    }

    @Test
    void servicesOfAnotherTypeThanTheyAreAskedFor() throws IOException {
        isTold(
                bad("@SuppressWarnings({\"unchecked\", \"rawtypes\"}) public <T> List<T> services(Class<T> type) {"
                                + " return (List<T>) (List) List.of(\"a string\", 5); }")
                        .write(),
                "plugin-failed",
                "java.lang.String",
                "services()");
    }

    @Test
    void causesThatGoInACircle() throws IOException {
        isTold(
                bad("public Plugin() { RuntimeException a = new RuntimeException(\"a\"); RuntimeException b ="
                                + " new RuntimeException(\"b\", a); a.initCause(b); throw b; }")
                        .write(),
                "constructor-failed");
    }

    @Test
    void aPolicyThatThrowsCausesThatGoInACircle() throws IOException {
        Path jar = PluginJar.of(
                        directory,
                        "bad",
                        PluginJar.source(
                                "bad",
                                "",
                                "RuntimeException a = new RuntimeException(\"a\"); RuntimeException b ="
                                        + " new RuntimeException(\"b\", a); a.initCause(b); throw b;"))
                .write();
        Outcome ran = run("run", "web-and-hog", "--plugin", jar, "--policy", "placement=bad:nest");
        assertThat(ran.status).as(ran.err).isEqualTo(ExitCode.POLICY);
        assertThat(ran.err).contains("[policy-threw]").contains("bad:nest");
    }

    @Test
    void anExceptionWhoseMethodsDoNotReturn() throws IOException {
        isTold(
                bad("static volatile boolean on = true; static final class Mute extends RuntimeException {"
                                + " public String getMessage() { while (on) { Thread.yield(); } return null; }"
                                + " public Throwable getCause() { while (on) { Thread.yield(); } return null; } }"
                                + " static { Thread t = new Thread(() -> { try { Thread.sleep(20_000); } catch"
                                + " (InterruptedException e) { } on = false; }); t.setDaemon(true); t.start(); }"
                                + " public Plugin() { throw new Mute(); }")
                        .write(),
                "constructor-failed",
                "bad.Plugin$Mute");
    }

    @Test
    void interruptingTheThreadOfTheCommandIsNotTakenForLateness() throws IOException {
        Path jar = bad("public Plugin() { Thread.getAllStackTraces().forEach((t, s) -> { for (StackTraceElement f : s)"
                        + " if (f.getClassName().equals(\"org.schedlab.cli.Commands\")) t.interrupt(); }); }")
                .write();
        Outcome listed = run("plugins", "list", "--plugin", jar, "--plugin", good);
        assertThat(listed.status).as(listed.out).isEqualTo(ExitCode.OK);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        Outcome ran = run("run", "web-and-hog", "--plugin", jar, "--plugin", good, "--policy", "placement=good:nest");
        assertThat(ran.status).as(ran.err).isEqualTo(ExitCode.OK);
    }

    @Test
    void removingSystemPropertiesIsTheFaultOfWhoeverDoes() throws IOException {
        isTold(
                bad("public Plugin() { System.getProperties().clear(); }").write(),
                "constructor-failed",
                "removes system properties");
        assertThat(System.getProperty("java.home")).isNotNull();
    }

    @Test
    void aLineAfterAGoodOneIsToldAlone() throws IOException {
        isTold(
                bad("").entry(PluginJar.SERVICES, "bad.Plugin\nbad.Plugin x\n").write(),
                "services-syntax",
                "SchedPlugin:2");
    }

    @Test
    void aByteOrderMarkHasAHintOfItsOwn() throws IOException {
        isTold(
                bad("").entry(PluginJar.SERVICES, "\ufeffbad.Plugin\n".getBytes(StandardCharsets.UTF_8))
                        .write(),
                "services-syntax",
                "byte order mark");
    }

    @Test
    void aKernelWhoseNameIsNoNumber() throws IOException {
        isTold(
                bad("public List<KernelProfile> profiles() { return List.of(new KernelProfile(\"6.12.1\", \"acme-6.12\","
                                + " Map.of(), new TreeMap<>(), new TreeMap<>())); }")
                        .write(),
                "plugin-failed",
                "acme-6.12");
    }

    private static String parts(String parts) {
        return "public List<Switch> switches() { return List.of(new Switch(\"BAD_ONE\", true, \"all\", \"for a test\")); }"
                + " public List<Tunable> tunables() { return List.of(new Tunable(\"bad_ns\", 5, 1, 9, false, \"all\","
                + " \"for a test\")); }"
                + " public List<KernelProfile> profileParts() { return List.of(" + parts + "); }";
    }

    @Test
    void partsOfProfilesAreAboutWhatThePluginDeclares() throws IOException {
        String part =
                "new KernelProfile(\"6.12.1\", \"6.12\", Map.of(), new TreeMap<>(Map.of(%s)), new TreeMap<>(Map.of(%s)))";
        Map<String, String> faults = Map.of(
                String.format(part, "\"RUN_TO_PARITY\", true", ""), "plugin-failed",
                String.format(part, "\"NO_SUCH\", true", ""), "plugin-failed",
                String.format(part, "", "\"bad_ns\", 77L"), "plugin-failed",
                String.format(part + ", " + part, "\"BAD_ONE\", true", "", "\"BAD_ONE\", false", ""), "duplicate-name");
        for (Map.Entry<String, String> fault : faults.entrySet()) {
            Path jar = bad(parts(fault.getKey())).write();
            Outcome listed = run("plugins", "list", "--plugin", jar);
            assertThat(listed.out).as(fault.getKey()).contains("[" + fault.getValue() + "]");
        }
        Path fine = bad(parts(String.format(part, "\"BAD_ONE\", false", "\"bad_ns\", 7L")))
                .write();
        assertThat(run("plugins", "list", "--plugin", fine).status).isEqualTo(ExitCode.OK);
        assertThat(run("kernels", "6.12", "--plugin", fine).out).contains("bad_ns");
    }

    @Test
    void verifyHasTheBudgetThatItsHintNames() throws IOException {
        Path jar = bad("public Plugin() { try { Thread.sleep(30_000); } catch (InterruptedException e) { } }")
                .write();
        long startNs = System.nanoTime();
        Outcome verified = run("plugins", "verify", jar, "--plugin-budget", "100ms");
        assertThat(verified.status).isEqualTo(ExitCode.PLUGIN);
        assertThat(verified.out)
                .contains("[time-budget]")
                .contains("within 100 ms")
                .contains("--plugin-budget");
        assertThat(Duration.ofNanos(System.nanoTime() - startNs)).isLessThan(Duration.ofSeconds(20));
    }
}
