package org.schedlab.cli.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schedlab.topology.input.InvalidInputException;
import picocli.CommandLine;

class TopologyCommandTest {

    private final StringWriter out = new StringWriter();

    private int run(String... args) {
        return new CommandLine(new TopologyCommand())
                .setOut(new PrintWriter(out))
                .setExecutionExceptionHandler((e, line, result) -> {
                    throw e;
                })
                .execute(args);
    }

    @Test
    void printsTheTree() {
        assertThat(run("1n 2s 2c 2t")).isZero();
        assertThat(out.toString()).contains("8 CPUs, 4 cores, 2 llcs, 2 packages, 1 node", "    llc 1 (L3)  cpus 4-7");
    }

    @Test
    void printsDomainsAsDebugfsDoes() {
        assertThat(run("2c 2t", "--domains", "--kernel", "6.1")).isZero();
        assertThat(out.toString())
                .contains("cpu3/domain0/name:SMT\n", "cpu3/domain1/flags:SD_BALANCE_NEWIDLE", "SD_SHARE_PKG_RESOURCES");
    }

    @Test
    void isolatesPartitionsAndUnplugs() {
        assertThat(run("8c", "--domains", "--isolcpus", "1", "--partition", "4-7", "--online", "0-6"))
                .isZero();
        assertThat(out.toString())
                .contains("# cpu1 has no domains", "# cpu0/domain0/ span 0,2-3", "# cpu4/domain0/ span 4-6")
                .doesNotContain("cpu7");
    }

    @Test
    void writesThePictureAndTellsDifferences(@TempDir Path folder) throws IOException {
        Path svg = folder.resolve("a.svg");
        assertThat(run("2c 2t", "--svg", svg.toString())).isZero();
        assertThat(Files.readString(svg)).startsWith("<svg ").contains(">3</text>");
        assertThat(run("2s 2c", "--diff", "2s 2c")).isZero();
        assertThat(run("2s 2c", "--diff", "4c")).isEqualTo(1);
        assertThat(out.toString()).contains("packages: - 2 + 1", "llc of cpu 0: - 0-1 + 0-3");
    }

    @Test
    void refusesBadInputAndMissingArguments() {
        assertThatThrownBy(() -> new CommandLine(new TopologyCommand()).parseArgs("--kernel"))
                .isNotNull();
        assertThat(run()).isEqualTo(CommandLine.ExitCode.USAGE);
        StringWriter problems = new StringWriter();
        int status = new CommandLine(new TopologyCommand())
                .setExecutionExceptionHandler((e, line, result) -> {
                    problems.append(e.toString());
                    return e instanceof InvalidInputException ? 3 : 1;
                })
                .execute("4c", "--domains", "--isolcpus", "9");
        assertThat(status).isEqualTo(3);
        assertThat(problems.toString()).contains("cpu (9) is beyond the last one (3)");
    }
}
