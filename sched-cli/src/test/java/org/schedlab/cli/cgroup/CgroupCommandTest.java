package org.schedlab.cli.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schedlab.topology.input.InvalidInputException;
import picocli.CommandLine;

class CgroupCommandTest {

    @TempDir
    private Path dir;

    private final StringWriter out = new StringWriter();

    private @Nullable Exception refusal;

    private int run(String... args) {
        return new CommandLine(new CgroupCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(out))
                .setExecutionExceptionHandler((e, line, result) -> {
                    refusal = e;
                    return 3;
                })
                .execute(args);
    }

    private String tree(String max) throws IOException {
        Path group = Files.createDirectories(dir.resolve("cgroup/a.slice"));
        Files.writeString(group.resolve("cpu.max"), max);
        return dir.resolve("cgroup").toString();
    }

    @Test
    void showsATree() throws IOException {
        assertThat(run("show", tree("50000 100000"))).isZero();
        assertThat(out).hasToString("""
                        cgroup v2, 1 group below the root
                        /
                          a.slice  weight 100  quota 50000 of 100000 us (0.500 CPU)
                        """);
    }

    @Test
    void showsATreeAsJson() throws IOException {
        assertThat(run("show", tree("50000 100000"), "--json")).isZero();
        assertThat(out.toString()).contains("\"cpu.max\" : \"50000 100000\"");
    }

    @Test
    void makesAScenario() throws IOException {
        assertThat(run("scenario", tree("50000 100000"), "-t", "1s 2c", "--hierarchy", "v2"))
                .isZero();
        assertThat(out.toString())
                .contains("topology: \"1s 2c\"", "\"/a.slice\": { cpu.max: \"50000 100000\" }", "cgroup: \"/a.slice\"");
    }

    @Test
    void passesOnTheKernelsRefusal() throws IOException {
        String tree = tree("500 100000");
        assertThat(run("show", tree)).isEqualTo(3);
        assertThat(refusal)
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(tree + "/a.slice/cpu.max:1: cpu.max (500 100000) is refused with EINVAL: "
                        + "the quota (500 us) is below 1000 us");
    }
}
