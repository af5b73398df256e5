package org.schedlab.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.schedlab.metrics.RunResult;
import org.schedlab.metrics.TaskResult;
import org.schedlab.scenario.Composer;
import org.schedlab.scenario.RunChoices;
import org.schedlab.scenario.Scenario;
import org.schedlab.truth.Recording;
import tools.jackson.databind.JsonNode;

/**
 * The recordings of one CPU beside the model, as a table: reported, not judged. Figures are the sum (share, switches, preemptions) or mean (run
 * length, ms) over the threads of a kind; delays from wakeup to running in microseconds. {@code -Dschedlab.cells=s01} limits the families; the table goes to {@code target/one-cpu.md}.
 */
class RecordedOneCpuTest {

    private final StringBuilder table = new StringBuilder();
    private int cells;
    private int skipped;
    private int rows;
    private int sharesWithinOnePoint;
    private int switchesWithinTenPercent;

    @Test
    void modelBesideKernel() throws IOException {
        Path truth = Path.of(System.getProperty("schedlab.shared", "none"), "truth");
        assumeTrue(Files.isDirectory(truth), "no recordings beside the checkout");
        String family = System.getProperty("schedlab.cells", "s01");
        List<Path> folders;
        try (Stream<Path> list = Files.list(truth)) {
            folders = list.filter(p -> p.getFileName().toString().startsWith(family)
                            && p.getFileName().toString().endsWith("__up1"))
                    .sorted()
                    .toList();
        }
        table.append(
                "| recording | kind | share k | share m | switches k | m | preempted k | m | run length k | m | delay p50 k | m | delay p99 k | m |\n");
        table.append("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
        for (Path folder : folders) {
            cell(folder);
        }
        table.append(String.format(
                Locale.ROOT,
                "%n%d recordings, %d skipped; of %d kinds of threads %d within one point of share, %d within a tenth (or 3) of switches%n",
                cells,
                skipped,
                rows,
                sharesWithinOnePoint,
                switchesWithinTenPercent));
        System.out.println(table);
        Files.createDirectories(Path.of("target"));
        Files.writeString(Path.of("target/one-cpu.md"), table);
        assertThat(rows).isPositive();
    }

    private void cell(Path folder) {
        Recording recording = Recording.read(folder);
        Scenario scenario = recording.scenario(0);
        if (!scenario.groups().isEmpty()) {
            // This module has no groups; RecordedGroupsTest of the cgroup module runs these.
            skipped++;
            return;
        }
        JsonNode metrics = recording.metrics(0);
        RunResult result = Composer.with(List.of(new CorePlugin()))
                .compose(scenario, RunChoices.none())
                .simulation(List.of())
                .run();
        cells++;
        for (TaskResult group : result.groups()) {
            JsonNode kernel = metrics.get("thread_groups").get(group.kind());
            if (kernel != null && !group.kind().equals("observer")) {
                row(recording.name(), group, kernel, metrics.get("window_ns").asDouble());
            }
        }
    }

    private void row(String name, TaskResult model, JsonNode kernel, double windowNs) {
        double share = kernel.get("cpu_ns").asDouble() / windowNs;
        long switches = kernel.get("switches").asLong();
        rows++;
        if (Math.abs(share - model.share()) <= 0.01) {
            sharesWithinOnePoint++;
        }
        if (Math.abs(switches - model.switches()) <= Math.max(3, switches / 10)) {
            switchesWithinTenPercent++;
        }
        table.append(String.format(
                Locale.ROOT,
                "| %s | %s | %.3f | %.3f | %d | %d | %d | %d | %.2f | %.2f | %s | %.0f | %s | %.0f |%n",
                name.replace("__up1", ""),
                model.kind(),
                share,
                model.share(),
                switches,
                model.switches(),
                kernel.get("preempted").asLong(),
                model.preempted(),
                kernel.get("run_length_ns").get("mean").asDouble() / 1e6,
                model.runLength().meanNs() / 1e6,
                microseconds(kernel, "p50"),
                model.runDelay().p50Ns() / 1e3,
                microseconds(kernel, "p99"),
                model.runDelay().p99Ns() / 1e3));
    }

    /** Recordings of kinds that never woke have no percentiles. */
    private static String microseconds(JsonNode kernel, String percentile) {
        JsonNode value = kernel.get("wakeup_latency_ns").get(percentile);
        return value == null ? "-" : String.format(Locale.ROOT, "%.0f", value.asDouble() / 1e3);
    }
}
