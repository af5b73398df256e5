package org.schedlab.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.schedlab.engine.Horizon;
import org.schedlab.engine.PathCosts;
import org.schedlab.engine.PreemptionModel;
import org.schedlab.engine.RunContext;
import org.schedlab.engine.RunSpec;
import org.schedlab.engine.Simulation;
import org.schedlab.engine.Start;
import org.schedlab.engine.Timing;
import org.schedlab.metrics.RunResult;
import org.schedlab.metrics.TaskResult;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.spi.KernelProfile;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.Policy;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.spi.PolicyKind;
import org.schedlab.spi.TaskView;
import org.schedlab.spi.WakeContext;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.workload.rtapp.RtAppOptions;
import org.schedlab.workload.rtapp.RtAppReader;
import org.schedlab.workload.text.InputText;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The recordings of several CPUs without task groups beside the model, as a table: reported, not judged. {@code -Dschedlab.cells=s06} limits the
 * families; the table goes to {@code target/placement.md}.
 */
class RecordedPlacementTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Map<String, String> MACHINES =
            Map.of("c2", "2c", "c4", "4c", "s2c2t2", "1n 2s 2c 2t", "n2c4", "2n 4c", "n2s2c2", "2n 2s 2c");

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
            folders = list.filter(Files::isDirectory)
                    .filter(p -> p.getFileName().toString().startsWith(family)
                            && MACHINES.containsKey(words(p)[words(p).length - 1]))
                    .sorted()
                    .toList();
        }
        table.append(
                "| recording | answers k | m | prev idle % k | m | prev busy % k | m | waker's % k | m |"
                        + " other idle % k | m | other busy % k | m | migrations k | m | of k by balancing | mean delay us k | m |\n");
        table.append("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
        int withGroups = 0;
        for (Path folder : folders) {
            JsonNode manifest = JSON.readTree(Files.readString(folder.resolve("manifest.json")));
            if (manifest.get("workload").has("x-cgroups")) {
                withGroups++;
                continue;
            }
            cell(folder, manifest);
        }
        table.append(String.format(Locale.ROOT, "%n%d recordings; %d with groups left out%n", rows, withGroups));
        System.out.println(table);
        Files.createDirectories(Path.of("target"));
        Files.writeString(Path.of("target/placement.md"), table);
        assertThat(rows).isPositive();
    }

    private static String[] words(Path folder) {
        return folder.getFileName().toString().split("__", -1);
    }

    private void cell(Path folder, JsonNode manifest) throws IOException {
        JsonNode metrics = JSON.readTree(Files.readString(folder.resolve("metrics.json")));
        String[] words = words(folder);
        Topology topology = Topology.regular(MACHINES.getOrDefault(words[2], ""));
        String kernel = manifest.get("kernel_key").asString();
        ResolvedSettings settings = settings(manifest, kernel, topology);
        KernelProfile profile = Machine.CATALOGUE.profile(kernel);
        Counting counting = new Counting((PlacementPolicy) make(PolicyKind.PLACEMENT, profile, topology, settings));
        RunResult result = new Simulation(
                        spec(manifest, metrics, topology, profile, settings),
                        (PickPolicy<?, ?>) make(PolicyKind.PICK, profile, topology, settings),
                        counting,
                        List.of())
                .run();
        row(words[0] + "__" + words[1] + "__" + words[2], metrics, counting.answers, result);
    }

    private static ResolvedSettings settings(JsonNode manifest, String kernel, Topology topology) {
        ResolvedSettings.Builder builder = new ResolvedSettings.Builder(
                        Machine.CATALOGUE, topology.online().count())
                .profile(Machine.CATALOGUE.profile(kernel));
        // The kernel of 7.3 was recorded with lazy preemption and its high-resolution tick.
        builder.with("HRTICK", kernel.equals("7.3"));
        JsonNode features = manifest.get("features_switched");
        if (features != null) {
            features.forEach(feature -> builder.feature(feature.asString()));
        }
        return builder.build();
    }

    private static RunSpec spec(
            JsonNode manifest, JsonNode metrics, Topology topology, KernelProfile profile, ResolvedSettings settings) {
        byte[] workload = JSON.writeValueAsString(manifest.get("workload")).getBytes(StandardCharsets.UTF_8);
        JsonNode phase = metrics.get("start_after_tick_ns");
        boolean lazy = profile.alias().equals("7.3");
        Timing timing = new Timing(
                250,
                lazy ? PreemptionModel.LAZY : PreemptionModel.VOLUNTARY,
                settings.isOn("HRTICK"),
                false,
                phase == null ? 0 : phase.asLong() % 4_000_000,
                1000);
        return RunSpec.of(
                        topology,
                        RtAppReader.read(InputText.of("workload", workload), RtAppOptions.forMachine(topology.online()))
                                .workload(),
                        profile,
                        settings)
                .costs(PathCosts.DEFAULT)
                .timing(timing)
                .start(Start.RELEASED)
                .horizon(Horizon.time(metrics.get("window_ns").asLong()))
                .build();
    }

    @SuppressWarnings("unchecked") // the catalogue pairs each factory with its own configuration
    private static Policy make(PolicyKind kind, KernelProfile profile, Topology topology, ResolvedSettings settings) {
        String id = profile.policies().get(kind);
        PolicyFactory<Record, ?> factory = (PolicyFactory<Record, ?>) Machine.CATALOGUE.policy(kind, id);
        return factory.create(factory.defaults(), new RunContext(topology, settings, 1, id));
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
