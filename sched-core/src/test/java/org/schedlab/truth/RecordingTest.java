package org.schedlab.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schedlab.engine.Start;
import org.schedlab.scenario.Scenario;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.workload.TaskSpec;

class RecordingTest {

    private static final String MANIFEST = """
            {"kernel_key": "6.12", "features_switched": ["NO_RUN_TO_PARITY"], "tunables_written": [["/sys/kernel/debug/sched/base_slice_ns", "3000000"]],
             "workload": {"global": {"duration": 1.0}, "tasks": {
               "a": {"instance": 2, "loop": -1, "run": 1000}, "b": {"loop": -1, "run": 1000}}}}
            """;

    private static final String METRICS = """
            {"window_ns": 1000000000, "start_after_tick_ns": 4400000, "cpus": {"0": {"busy": 1.0}, "1": {"busy": 0.5}},
             "threads": {"a-0": {"cpu_ns": 500000000, "switches": 10, "migrations": 1, "wakeup_latency_ns": {"n": 40}},
                         "a-1": {"cpu_ns": 250000000, "switches": 5, "migrations": 0, "wakeup_latency_ns": {"n": 2}},
                         "observer": {"cpu_ns": 9, "switches": 9}},
             "thread_groups": {"a": {"wakeup_latency_ns": {"n": 42, "p50": 3000, "p99": 9000}}},
             "cgroups_cpu_stat": {"A": {"nr_periods": 10, "nr_throttled": 4, "throttled_usec": 1500}, "B": {"nr_periods": 0}}}
            """;

    @TempDir
    private Path directory;

    private Path folder;

    @BeforeEach
    void write() throws IOException {
        folder = Files.createDirectory(directory.resolve("s01-x__6.12__s2c2t2"));
        Files.writeString(folder.resolve("manifest.json"), MANIFEST);
        Files.writeString(folder.resolve("metrics.json"), METRICS);
    }

    private void trace(String text) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("trace.txt.gz")))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void aScenarioHasTheRecordedMachineSettingsAndPhase() {
        Scenario scenario = Recording.read(folder).scenario(0);
        assertThat(scenario.topology()).hasToString("8 CPUs, 4 cores, 2 llcs, 2 packages, 1 node");
        assertThat(scenario.kernel()).isNotNull();
        assertThat(scenario.features().stream().map(f -> f.value())).containsExactly("NO_HRTICK", "NO_RUN_TO_PARITY");
        assertThat(scenario.tunables().stream().map(t -> t.value())).containsExactly("base_slice_ns=3000000");
        assertThat(scenario.timing().startAfterTickNs()).isEqualTo(400_000);
        assertThat(scenario.horizon().timeNs()).isEqualTo(1_000_000_000);
        assertThat(scenario.start()).isEqualTo(Start.RELEASED);
    }

    @Test
    void theTraceTellsWhoRanFirstAndWhereThreadsSlept() throws IOException {
        trace("""
                cpus=8
                  observer-1 [000] 5.1: sched_waking:         comm=b pid=3 prio=120 target_cpu=002
                  <idle>-0   [002] 5.2: sched_switch:         swapper/2:0 [120] R ==> b:3 [120]
                  observer-1 [000] 5.3: sched_waking:         comm=a-0 pid=4 prio=120 target_cpu=005
                  observer-1 [000] 5.4: sched_waking:         comm=a-1 pid=5 prio=120 target_cpu=006
                  <idle>-0   [006] 5.5: sched_switch:         swapper/6:0 [120] R ==> a-1:5 [120]
                """);
        Scenario scenario = Recording.read(folder).scenario(0);
        assertThat(scenario.workload().tasks().stream().map(TaskSpec::name)).containsExactly("b", "a");
        assertThat(scenario.start().lastCpus()).containsExactly(2, 5, 6);
    }

    @Test
    void figuresArePooledByKindAndTheObserverIsLeftOut() {
        Figures figures = Figures.of(Recording.read(folder).metrics(0));
        assertThat(figures.kinds()).containsOnlyKeys("a");
        assertThat(figures.kinds().get("a")).isEqualTo(new Figures.Kind(2, 37.5, 15, 1, 42, 3000.0, 9000.0));
        assertThat(figures.busyPoints()).isEqualTo(75);
        assertThat(figures.throttled()).containsOnlyKeys("A").containsValue(new Figures.Throttled(4, 1500));
    }

    @Test
    void brokenRecordingsAreRefusedByName() throws IOException {
        Files.writeString(folder.resolve("manifest.json"), "{\"kernel_key\": ");
        assertThatThrownBy(() -> Recording.read(folder))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("the JSON is broken");
        Files.writeString(folder.resolve("manifest.json"), "{\"kernel_key\": \"6.12\"}");
        assertThatThrownBy(() -> Recording.read(folder).scenario(0)).hasMessageContaining("has no workload");
        Files.writeString(folder.resolve("manifest.json"), "[]");
        assertThatThrownBy(() -> Recording.read(folder)).hasMessageContaining("not a JSON object");
        Path strange = Files.createDirectory(directory.resolve("s01-x__6.12__q9"));
        Files.writeString(strange.resolve("manifest.json"), MANIFEST);
        Files.writeString(strange.resolve("metrics.json"), METRICS);
        assertThatThrownBy(() -> Recording.read(strange).scenario(0)).hasMessageContaining("machine (q9)");
        Files.writeString(strange.resolve("metrics.json"), "{\"window_ns\": 0}");
        assertThatThrownBy(() -> Recording.read(strange)).hasMessageContaining("no figures of threads");
        Files.writeString(strange.resolve("metrics.json"), METRICS.replace("1000000000, \"start", "0, \"start"));
        assertThatThrownBy(() -> Recording.read(strange).windowNs(0)).hasMessageContaining("window_ns");
        Files.write(folder.resolve("trace.txt.gz"), List.of("no gzip"));
        Files.writeString(folder.resolve("manifest.json"), MANIFEST);
        assertThatThrownBy(() -> Recording.read(folder).scenario(0)).hasMessageContaining("trace.txt.gz");
    }

    @Test
    void aRenamedFolderIsRefused() throws IOException {
        Files.writeString(folder.resolve("manifest.json"), MANIFEST.replaceFirst("\\{", "{\"topology\": \"up1\", "));
        assertThatThrownBy(() -> Recording.read(folder))
                .hasMessageContaining("is not that of the folder's name (s01-x__6.12__s2c2t2)");
    }

    @Test
    void runsAreInTheOrderOfTheirNumbers() throws IOException {
        for (int run : new int[] {10, 2, 3}) {
            Files.writeString(
                    folder.resolve("metrics-r" + run + ".json"),
                    METRICS.replace("\"window_ns\": 1000000000", "\"window_ns\": " + run));
        }
        Recording recording = Recording.read(folder);
        assertThat(List.of(recording.windowNs(1), recording.windowNs(2), recording.windowNs(3)))
                .containsExactly(2L, 3L, 10L);
    }
}
