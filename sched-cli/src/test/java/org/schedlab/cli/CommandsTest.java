package org.schedlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole command lines in this process: what is said and with which status. */
class CommandsTest {

    private static final String HOGS = "tasks: {hog: {instance: 2, run: 1ms}}\n";

    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return Commands.run(args, new PrintWriter(out), new PrintWriter(err));
    }

    private String file(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content).toString();
    }

    @Test
    void namesAreToldTogetherWithAFilesOtherFaults() throws IOException {
        String scenario = file("s.yaml", """
                topology: 1s 2c
                kernel: 6.6
                features: [NO_RUN_TO_PARTY]
                hz: 77
                policies: {pick: core:eevdf}
                tasks: {t: {run: 1000}}
                """);
        assertThat(run("run", scenario, "--tunable", "base_slice=1")).isEqualTo(ExitCode.INPUT);
        assertThat(err.toString())
                .contains("s.yaml:2: Kernel (6.6) is not known", "s.yaml:3: Switch (RUN_TO_PARTY)", "s.yaml:4: hz (77)")
                .contains("s.yaml:5: Policy (core:eevdf) is not known", "--tunable: Tunable (base_slice) is not known");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void namesOfOptionsAreToldTogetherWithFaultsOfAnRtAppFile() throws IOException {
        String workload = file("w.json", "{'tasks': {'t': {'run': -5}}}".replace('\'', '"'));
        assertThat(run("run", workload, "-t", "2c", "--kernel", "9.9")).isEqualTo(ExitCode.INPUT);
        assertThat(err.toString()).contains("run (-5) must not be negative", "--kernel: Kernel (9.9) is not known");
    }

    @ParameterizedTest
    @CsvSource({"6.6, 6.8", "6.5, 6.1", "6.13, 6.12", "5.15.3, 5.10", "v6.8.1, 6.8", "2.6, 4.0", "8.1, 7.3"})
    void theNearestKernelIsNearInTime(String asked, String suggested) {
        assertThat(run("run", "two-hogs", "--kernel", asked)).isEqualTo(ExitCode.INPUT);
        assertThat(err.toString()).contains("Maybe " + suggested + " comes nearest to it");
    }

    @Test
    void ofPoliciesThatBeginAlikeTheKernelsOwnIsSuggested() {
        run("run", "two-hogs", "--policy", "pick=core:eevdf");
        run("run", "two-hogs", "--kernel", "7.3", "--policy", "pick=core:eevdf");
        assertThat(err.toString()).contains("Maybe you meant core:eevdf-612", "Maybe you meant core:eevdf-73");
    }

    @Test
    void settingsThatTheKernelLacksAreTakenWithAWarning() {
        assertThat(run(
                        "run",
                        "two-hogs",
                        "-d",
                        "1ms",
                        "--kernel",
                        "6.1",
                        "--feat",
                        "NO_RUN_TO_PARITY",
                        "--tunable",
                        "base_slice_ns=3000000",
                        "--preemption",
                        "lazy",
                        "--feat",
                        "START_DEBIT"))
                .isZero();
        assertThat(err.toString())
                .contains(
                        "warning: switch RUN_TO_PARITY does not exist in 6.1",
                        "warning: tunable base_slice_ns does not exist in 6.1",
                        "warning: preemption lazy does not exist in 6.1")
                .doesNotContain("START_DEBIT");
        assertThat(run("run", "two-hogs", "-d", "1ms", "--kernel", "6.12", "--feat", "PREEMPT_SHORT"))
                .isZero();
        assertThat(err.toString()).doesNotContain("PREEMPT_SHORT");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--hz=77",
                "--events=-1",
                "--seed=x",
                "--duration=5",
                "--preemption=nothing",
                "--start=no",
                "--feat=X",
                "--tunable=x"
            })
    void valuesOfOptionsThatCannotBeUsedAreInput(String option) {
        assertThat(run("run", "two-hogs", option)).as(err.toString()).isEqualTo(ExitCode.INPUT);
        assertThat(err.toString()).contains("Maybe");
        assertThat(run("run", "two-hogs", "--perfetto")).isEqualTo(ExitCode.USAGE);
        assertThat(run("run", "two-hogs", "--sed=1")).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void longAndRawValuesAreShownInBrief() {
        assertThat(run("run", "two-hogs", "--seed", "9".repeat(100_000))).isEqualTo(ExitCode.INPUT);
        assertThat(run("run", "two-hogs", "--kernel", "\u001b[2J" + "k".repeat(100_000)))
                .isEqualTo(ExitCode.INPUT);
        assertThat(err.toString()).hasSizeLessThan(3_000).contains("\\x1b[2J").doesNotContain("\u001b");
    }

    @Test
    void namesOfTasksAreShownWithoutControlCharacters() throws IOException {
        String workload = file("w.json", "{\"tasks\": {\"a\\u001b[31m\\u0000\": {\"loop\": 1, \"run\": 1000}}}");
        assertThat(run("run", workload, "-t", "1c")).as(err.toString()).isZero();
        assertThat(out.toString()).contains("a\\x1b[31m\\x00").doesNotContain("\u001b");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "costs: {tick: 4ms}                                        | cost tick (4000000 ns) is above 500000 ns",
                "pressure: [{kind: irq, cpu: 0, period: 9ns, duration: 1ns}] | period (9 ns) of pressure is below 1000 ns",
            })
    void whatWouldNeverGetOnIsRefused(String line, String message) throws IOException {
        assertThat(run("run", file("s.yaml", "topology: 2c\nduration: 1s\n" + HOGS + line + "\n")))
                .isEqualTo(ExitCode.INPUT);
        assertThat(err.toString()).contains(message, "Maybe");
    }

    @Test
    void timersOfNanosecondsAreRefused() throws IOException {
        String workload =
                file("w.json", "{\"tasks\": {\"t\": {\"run\": 1, \"timer\": {\"ref\": \"u\", \"period\": \"5ns\"}}}}");
        assertThat(run("run", workload, "-t", "1c", "-d", "1s")).isEqualTo(ExitCode.INPUT);
        assertThat(err.toString()).contains("timer period (5 ns) is below 1000 ns");
    }

    @Test
    void writtenFilesAreNamed() {
        String target = directory.resolve("out").toString();
        assertThat(run("run", "two-hogs", "-d", "1ms", "--out", target)).isZero();
        assertThat(err.toString()).contains("wrote " + target + ": result.json, tasks.csv, cpus.csv, picks.csv");
        assertThat(directory.resolve("out/picks.csv")).content().startsWith("count,by,value\npicks,sole,");
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.8", "6.12", "7.3"})
    void probesWatchARun(String kernel) {
        assertThat(run("run", "web-and-hog", "-d", "200ms", "--kernel", kernel, "--probe"))
                .as(err.toString())
                .isZero();
        assertThat(err.toString()).containsPattern("probes: no violation; \\d+ reweights .*, [1-9]\\d* picks");
    }

    @Test
    void probesNeedAPolicyThatTheyKnow() {
        assertThat(run("run", "two-hogs", "--kernel", "6.1", "--probe")).isEqualTo(ExitCode.INPUT);
        assertThat(err.toString()).contains("--probe: the pick policy (core:cfs) has no probes", "Maybe");
    }

    @Test
    void kernelsAreShownAndCompared() {
        assertThat(run("kernels", "6.12")).isZero();
        assertThat(out.toString())
                .contains("kernel 6.12.117", "policy pick core:eevdf-612")
                .containsPattern("RUN_TO_PARITY +on +6.6\\+ +EEVDF: protect")
                .containsPattern("base_slice_ns +700000\\* +6.6\\+ .*100000\\.\\.1000000000");
        assertThat(run("kernels", "diff", "6.1", "6.1")).isZero();
        assertThat(out.toString()).endsWith("no difference between 6.1 and 6.1\n");
        assertThat(run("kernels", "diff", "6.1", "6.2")).isEqualTo(ExitCode.INPUT);
        assertThat(err.toString()).contains("kernels: Kernel (6.2) is not known", "Maybe 6.1 comes nearest");
    }
}
