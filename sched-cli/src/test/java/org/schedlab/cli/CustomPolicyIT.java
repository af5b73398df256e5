package org.schedlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README of examples/custom-policy, step by step as it stands there: the example is built nowhere else. */
class CustomPolicyIT {

    private static final Path README = Sched.ROOT.resolve("examples/custom-policy/README.md");

    @TempDir
    Path directory;

    private String run(String script) throws IOException, InterruptedException {
        Path out = Files.createTempFile(directory, "out", ".txt");
        ProcessBuilder builder = new ProcessBuilder("bash", "-ec", script)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().merge("PATH", Sched.ROOT.toString(), (path, root) -> root + ":" + path);
        Process process = builder.start();
        assertThat(process.waitFor(15, TimeUnit.MINUTES)).as("ends").isTrue();
        String said = Files.readString(out, StandardCharsets.UTF_8);
        assertThat(process.exitValue()).as(said).isZero();
        return said;
    }

    @Test
    void everyStepOfTheReadmeWorks() throws IOException, InterruptedException {
        List<String> steps = Files.readString(README)
                .lines()
                .filter(line -> line.startsWith("$ "))
                .map(line -> line.substring(2))
                .toList();
        assertThat(steps).hasSizeGreaterThan(8).contains("sched plugins new my", "mvn -o -q verify");
        String said = run(String.join("\n", steps));
        assertThat(said)
                .contains("my is there")
                .contains("every check holds")
                .contains("placement my:nest")
                .contains("spins")
                .contains("placement my:nest,spins=3")
                .contains("pick my:least-attained,quantumNs=1000000");
        assertThat(directory.resolve("my/target/my-1.0.jar")).exists();
    }
}
