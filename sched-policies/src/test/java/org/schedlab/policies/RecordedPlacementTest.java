package org.schedlab.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.schedlab.engine.Simulation;
import org.schedlab.metrics.RunResult;
import org.schedlab.metrics.TaskResult;
import org.schedlab.scenario.ComposedRun;
import org.schedlab.scenario.Composer;
import org.schedlab.scenario.RunChoices;
import org.schedlab.scenario.Scenario;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.TaskView;
import org.schedlab.spi.WakeContext;
import org.schedlab.topology.CpuMask;
import org.schedlab.truth.Recording;
import tools.jackson.databind.JsonNode;

/**
 * The recordings of several CPUs without task groups beside the model, as a table: reported, not judged. {@code -Dschedlab.cells=s06} limits the
 * families; the table goes to {@code target/placement.md}.
 */
class RecordedPlacementTest {

    /** Columns of the recordings' own count of select_task_rq_fair's answers. */
    private static final List<String> ANSWERS =
            List.of("prev_idle", "prev_busy", "waker_cpu_idle", "waker_cpu_busy", "other_idle", "other_busy");

    private final StringBuilder table = new StringBuilder();
    private int rows;

    /** Counts answers as the recordings do. */
    private static final class Counting implements PlacementPolicy {
        private final PlacementPolicy inner;
        private final Map<String, Long> answers = new TreeMap<>();

        Counting(PlacementPolicy inner) {
            this.inner = inner;
        }

        @Override
        public int selectCpu(TaskView task, WakeContext context) {
            int cpu = inner.selectCpu(task, context);
            String where = cpu == context.prevCpu() ? "prev" : cpu == context.thisCpu() ? "waker_cpu" : "other";
            answers.merge(where + (context.cpu(cpu).current() == null ? "_idle" : "_busy"), 1L, Long::sum);
            return cpu;
        }

        @Override
        public void cpuIdle(int cpu, CpuMask idleCpus) {
            inner.cpuIdle(cpu, idleCpus);
        }
    }

    @Test
    void modelBesideKernel() throws IOException {
        Path truth = Path.of(System.getProperty("schedlab.shared", "none"), "truth");
        assumeTrue(Files.isDirectory(truth), "no recordings beside the checkout");
        String family = System.getProperty("schedlab.cells", "s10");
        List<Path> folders;
        try (Stream<Path> list = Files.list(truth)) {
            folders = list.filter(Recording::isOne)
                    .filter(p -> p.getFileName().toString().startsWith(family)
                            && !p.getFileName().toString().endsWith("__up1"))
                    .sorted()
                    .toList();
        }
        table.append(
                "| recording | answers k | m | prev idle % k | m | prev busy % k | m | waker's % k | m |"
                        + " other idle % k | m | other busy % k | m | migrations k | m | of k by balancing | mean delay us k | m |\n");
        table.append("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
        int withGroups = 0;
        for (Path folder : folders) {
            Recording recording = Recording.read(folder);
            Scenario scenario = recording.scenario(0);
            if (scenario.groups().isEmpty()) {
                cell(recording, scenario);
            } else {
                withGroups++;
            }
        }
        table.append(String.format(Locale.ROOT, "%n%d recordings; %d with groups left out%n", rows, withGroups));
        System.out.println(table);
        Files.createDirectories(Path.of("target"));
        Files.writeString(Path.of("target/placement.md"), table);
        assertThat(rows).isPositive();
    }

    private void cell(Recording recording, Scenario scenario) {
        ComposedRun run = Composer.with(List.of(new CorePlugin())).compose(scenario, RunChoices.none());
        Counting counting = new Counting(run.placement());
        RunResult result = new Simulation(run.spec(), run.pick(), counting, List.of()).run();
        row(recording.name(), recording.metrics(0), counting.answers, result);
    }

    private void row(String name, JsonNode metrics, Map<String, Long> answers, RunResult result) {
        rows++;
        long kernelAnswers = 0;
        long modelAnswers = 0;
        for (String answer : ANSWERS) {
            kernelAnswers += recorded(metrics, answer);
            modelAnswers += answers.getOrDefault(answer, 0L);
        }
        table.append(String.format(Locale.ROOT, "| %s | %d | %d", name, kernelAnswers, modelAnswers));
        for (List<String> column : List.of(
                List.of("prev_idle"),
                List.of("prev_busy"),
                List.of("waker_cpu_idle", "waker_cpu_busy"),
                List.of("other_idle"),
                List.of("other_busy"))) {
            long k = column.stream().mapToLong(a -> recorded(metrics, a)).sum();
            long m = column.stream().mapToLong(a -> answers.getOrDefault(a, 0L)).sum();
            table.append(String.format(Locale.ROOT, " | %s | %s", percent(k, kernelAnswers), percent(m, modelAnswers)));
        }
        long kernelMoves = 0;
        double kernelDelay = 0;
        long kernelDelays = 0;
        long modelMoves = 0;
        double modelDelay = 0;
        long modelDelays = 0;
        for (TaskResult group : result.groups()) {
            JsonNode kernel = metrics.get("thread_groups").get(group.kind());
            if (kernel == null) {
                continue;
            }
            kernelMoves += kernel.get("migrations").asLong();
            JsonNode delay = kernel.get("wakeup_latency_ns");
            kernelDelays += delay.get("n").asLong();
            kernelDelay += delay.get("n").asLong() == 0
                    ? 0
                    : delay.get("n").asLong() * delay.get("mean").asDouble();
            modelMoves += group.migrations();
            modelDelays += group.runDelay().n();
            modelDelay += group.runDelay().n() * group.runDelay().meanNs();
        }
        long balanced = 0;
        for (JsonNode moves : metrics.get("balance_migrations")) {
            balanced += moves.asLong();
        }
        table.append(String.format(
                Locale.ROOT,
                " | %d | %d | %d | %.1f | %.1f |%n",
                kernelMoves,
                modelMoves,
                balanced,
                kernelDelay / Math.max(1, kernelDelays) / 1e3,
                modelDelay / Math.max(1, modelDelays) / 1e3));
    }

    private static long recorded(JsonNode metrics, String answer) {
        JsonNode count = metrics.get("placement").get(answer);
        return count == null ? 0 : count.asLong();
    }

    private static String percent(long part, long all) {
        return all == 0 ? "-" : String.format(Locale.ROOT, "%.1f", 100.0 * part / all);
    }
}
