package org.schedlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Good runs, as a process. */
class RunIT {

    private static final List<String> FILES =
            List.of("cpus.csv", "picks.csv", "placement.csv", "result.json", "tasks.csv", "trace.perfetto-trace");

    @TempDir
    Path directory;

    private void run(Path out, String javaHome) {
        Sched.Outcome outcome = Sched.run(
                directory, javaHome, "run", "web-and-hog", "--out", out.toString(), "--json", "--csv", "--perfetto");
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("web", "hog", "not modelled");
    }

    @Test
    void theSameRunGivesTheSameBytesFromAnyDirectory() throws IOException {
        run(directory.resolve("a"), null);
        run(directory.resolve("b"), null);
        same("a", "b");
    }

    @Test
    void theSameBytesOnAnotherJava() throws IOException {
        String other = otherJava();
        assumeTrue(other != null, "there is no other JDK under /usr/lib/jvm");
        run(directory.resolve("a"), null);
        run(directory.resolve("b"), other);
        same("a", "b");
    }

    private void same(String a, String b) throws IOException {
        for (String name : FILES) {
            assertThat(directory.resolve(a).resolve(name))
                    .hasSameBinaryContentAs(directory.resolve(b).resolve(name));
        }
        try (Stream<Path> files = Files.list(directory.resolve(a))) {
            assertThat(files).hasSize(FILES.size());
        }
    }

    /** A Java whose feature release differs from this one's and is at least 17. */
    private static String otherJava() throws IOException {
        Path homes = Path.of("/usr/lib/jvm");
        if (!Files.isDirectory(homes)) {
            return null;
        }
        try (Stream<Path> list = Files.list(homes)) {
            return list.filter(home -> Files.isExecutable(home.resolve("bin/java")))
                    .filter(home -> home.getFileName().toString().matches(".*\\b(2[1-9]|[3-9]\\d)\\b.*"))
                    .filter(home -> !home.getFileName()
                            .toString()
                            .contains("-" + Runtime.version().feature()))
                    .map(Path::toString)
                    .sorted()
                    .findFirst()
                    .orElse(null);
        }
    }

    @Test
    void anotherKernelOrSeedIsNamedInTheResult() {
        Sched.Outcome outcome = Sched.run("run", "two-hogs", "--duration", "100ms", "--seed", "9", "--json");
        assertThat(outcome.status()).as(outcome.err()).isZero();
        JsonNode result = new JsonMapper().readTree(outcome.out());
        assertThat(result.get("seed").longValue()).isEqualTo(9);
        assertThat(result.get("measured_ns").longValue()).isEqualTo(100_000_000);
        assertThat(result.get("profile").stringValue()).startsWith("6.12");
    }

    @Test
    void theReadmeShowsTheTableThatItsCommandPrints() throws IOException {
        String readme = Files.readString(Sched.ROOT.resolve("README.md"));
        String command = readme.lines()
                .filter(l -> l.startsWith("$ ./sched run"))
                .findFirst()
                .orElseThrow();
        Sched.Outcome outcome =
                Sched.run(command.substring("$ ./sched ".length()).split(" "));
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(readme).contains(command + "\n" + outcome.out());
    }

    @Test
    void everyExampleRunsOrTellsWhatItIs() {
        for (Examples.Example example : Examples.all()) {
            // Programs are their own tests; running one here would build in the midst of a build.
            Sched.Outcome outcome =
                    example.isProgram() ? Sched.run("run", example.id(), "--help") : Sched.run("run", example.id());
            assertThat(outcome.status()).as(example.id() + outcome.err()).isZero();
            assertThat(outcome.out()).as(example.id()).isNotEmpty();
        }
        assertThat(Sched.run("examples").out().lines()).hasSameSizeAs(Examples.ids());
    }

    @Test
    void everyExampleThatIsAProgramIsListed() throws IOException {
        Set<String> programs = new TreeSet<>();
        try (Stream<Path> folders = Files.list(Path.of("../examples"))) {
            for (Path folder : folders.toList()) {
                Path pom = folder.resolve("pom.xml");
                if (Files.exists(pom) && Files.readString(pom).contains("<example.main>")) {
                    programs.add(String.valueOf(folder.getFileName()));
                }
            }
        }
        assertThat(Examples.all().stream().filter(Examples.Example::isProgram).map(Examples.Example::id))
                .containsExactlyInAnyOrderElementsOf(programs);
    }
}
