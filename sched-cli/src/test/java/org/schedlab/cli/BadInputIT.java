package org.schedlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Broken and hostile input, given to the command as a process: one message per fault with its place, status 3, nothing written. */
class BadInputIT {

    private static final String GOOD = "{\"tasks\": {\"t\": {\"run\": 1000}}, \"global\": {\"duration\": 1}}";

    @TempDir
    Path directory;

    private Sched.Outcome refused(String name, byte[] content, String... options) throws IOException {
        Path file = Files.write(directory.resolve(name), content);
        Path out = directory.resolve("out");
        String[] args = new String[6 + options.length];
        args[0] = "run";
        args[1] = file.toString();
        args[2] = "--topology";
        args[3] = "1s 2c";
        args[4] = "--out";
        args[5] = out.toString();
        System.arraycopy(options, 0, args, 6, options.length);
        Sched.Outcome outcome = Sched.run(args);
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(ExitCode.INPUT);
        assertThat(outcome.err()).doesNotContain("\tat ").doesNotContain("Exception in thread");
        assertThat(outcome.out()).isEmpty();
        assertThat(out).doesNotExist();
        return outcome;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'tasks': {'t': {'run': 1000             | w.json:1: the file ends within the object",
                "{'tasks': {'t': {'run': -5}}}            | w.json:1: run (-5) must not be negative",
                "{'tasks': {'t': {'run': 5, 'instance': 10000000}}} | w.json:1: the tasks make 10000000 threads",
                "{'tasks': {'t': {'run': 5, 'cpus': [7]}}} | w.json:1: cpu (7) in cpus is not known",
                "{'tasks': {'t': {'run': 5, 'cpus': []}}} | w.json:1: cpus ([]) allows no CPU",
                "{'tasks': {'t': {'run': 5}}}             | task (t) repeats forever and the workload has no duration",
                "<!DOCTYPE x [<!ENTITY a 'b'>]><x/>       | w.json:1: a value is expected before (<",
            })
    void workloads(String json, String message) throws IOException {
        assertThat(refused("w.json", json.getBytes(StandardCharsets.UTF_8)).err())
                .contains(message);
    }

    @Test
    void anotherEncoding() throws IOException {
        byte[] latin = GOOD.replace("\"t\"", "\"t\u00e4\"").getBytes(StandardCharsets.ISO_8859_1);
        assertThat(refused("w.json", latin).err())
                .contains("byte 13 (0xe4) is not UTF-8")
                .contains("Maybe");
        assertThat(refused("w.json", GOOD.getBytes(StandardCharsets.UTF_16)).err())
                .contains("UTF-16");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--kernel=6.13                | --kernel: Kernel (6.13) is not known",
                "--feat=NO_RUN_TO_PARTY       | Maybe you meant RUN_TO_PARITY",
                "--tunable=base_slice_n=5     | Maybe you meant base_slice_ns",
                "--tunable=base_slice_ns=x    | tunable (base_slice_ns=x) is not NAME=INTEGER",
                "--policy=pick=core:eevd      | is not known",
            })
    void names(String option, String message) throws IOException {
        assertThat(refused("w.json", GOOD.getBytes(StandardCharsets.UTF_8), option)
                        .err())
                .contains(message);
    }

    @Test
    void aliasBombsInYaml() throws IOException {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x]\n");
        for (int i = 1; i < 30; i++) {
            bomb.append("a")
                    .append(i)
                    .append(": &a")
                    .append(i)
                    .append(" [*a")
                    .append(i - 1)
                    .append(", *a")
                    .append(i - 1)
                    .append("]\n");
        }
        assertThat(refused("w.yaml", bomb.toString().getBytes(StandardCharsets.UTF_8))
                        .err())
                .contains("anchors and aliases");
    }

    @Test
    void anOutputDirectoryThatIsAFile() throws IOException {
        Path workload = Files.writeString(directory.resolve("w.json"), GOOD);
        Path file = Files.writeString(directory.resolve("taken"), "x");
        Sched.Outcome outcome = Sched.run(
                "run",
                workload.toString(),
                "--topology",
                "1s 1c",
                "--out",
                file.resolve("x").toString());
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(ExitCode.INPUT);
        assertThat(outcome.err())
                .contains("taken/x: the output cannot be written")
                .contains("Maybe");
        assertThat(file).hasContent("x");
    }

    @Test
    void wrongCommandLines() {
        Sched.Outcome unknown = Sched.run("rum");
        assertThat(unknown.status()).isEqualTo(ExitCode.USAGE);
        assertThat(unknown.err()).contains("run");
        assertThat(Sched.run().status()).isEqualTo(ExitCode.USAGE);
        assertThat(Sched.run("run", "two-hogs", "--perfetto").status()).isEqualTo(ExitCode.USAGE);
    }
}
