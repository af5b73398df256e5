package org.schedlab.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
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
import org.schedlab.spi.PolicyFactory;
import org.schedlab.spi.PolicyKind;
import org.schedlab.topology.Topology;
import org.schedlab.workload.rtapp.RtAppOptions;
import org.schedlab.workload.rtapp.RtAppReader;
import org.schedlab.workload.text.InputText;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The recordings of one CPU beside the model, as a table: reported, not judged. Figures are the sum (share, switches, preemptions) or mean (run
 * length, ms) over the threads of a kind; delays from wakeup to running in microseconds. {@code -Dschedlab.cells=s01} limits the families; the table goes to {@code target/one-cpu.md}.
 */
class RecordedOneCpuTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** The name of the thread that comes, without the number of its instance. */
    private static final Pattern NEXT = Pattern.compile("sched_switch: .* ==> (.+?)(?:-\\d+)?:\\d+ \\[");

    private static final int FIRST_LINES = 500;

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

    private void cell(Path folder) throws IOException {
        String name = folder.getFileName().toString();
        JsonNode manifest = JSON.readTree(Files.readString(folder.resolve("manifest.json")));
        JsonNode metrics = JSON.readTree(Files.readString(folder.resolve("metrics.json")));
        JsonNode groups = manifest.get("workload").get("x-cgroups");
        if (groups != null && !groups.isEmpty()) {
            // This module has no groups; RecordedGroupsTest of the cgroup module runs these.
            skipped++;
            return;
        }
        byFirstRun(manifest, firstRuns(folder));
        RunResult result = simulate(manifest, metrics);
        cells++;
        for (TaskResult group : result.groups()) {
            JsonNode kernel = metrics.get("thread_groups").get(group.kind());
            if (kernel != null && !group.kind().equals("observer")) {
                row(name, group, kernel, metrics.get("window_ns").asDouble());
            }
        }
    }

    /** The kinds of threads in the order in which they first ran: lag at the release is not recorded, this is what can be seen of it. */
    private static Set<String> firstRuns(Path folder) throws IOException {
        Set<String> kinds = new LinkedHashSet<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(folder.resolve("trace.txt.gz"))), StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            for (int n = 0; line != null && n < FIRST_LINES; n++, line = lines.readLine()) {
                Matcher matcher = NEXT.matcher(line);
                if (matcher.find()) {
                    kinds.add(matcher.group(1));
                }
            }
        }
        return kinds;
    }

    /** Puts the tasks of a recording's workload into that order; those that are not in it stay behind the others. */
    private static void byFirstRun(JsonNode manifest, Set<String> kinds) {
        ObjectNode tasks = (ObjectNode) manifest.get("workload").get("tasks");
        Map<String, JsonNode> ordered = new LinkedHashMap<>();
        for (String kind : kinds) {
            if (tasks.has(kind)) {
                ordered.put(kind, tasks.get(kind));
            }
        }
        tasks.properties().forEach(e -> ordered.putIfAbsent(e.getKey(), e.getValue()));
        tasks.removeAll();
        ordered.forEach(tasks::set);
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

    private static RunResult simulate(JsonNode manifest, JsonNode metrics) {
        String kernel = manifest.get("kernel_key").asString();
        Topology topology = Topology.regular("1c");
        KernelProfile profile = Machine.CATALOGUE.profile(kernel);
        ResolvedSettings.Builder builder = new ResolvedSettings.Builder(Machine.CATALOGUE, 1).profile(profile);
        // The kernel of 7.3 was recorded with lazy preemption and its high-resolution tick.
        boolean lazy = kernel.equals("7.3");
        builder.with("HRTICK", lazy);
        for (JsonNode feature : manifest.get("features_switched")) {
            builder.feature(feature.asString());
        }
        for (JsonNode tunable : manifest.get("tunables_written")) {
            String file = tunable.get(0).asString();
            builder.with(
                    file.substring(file.lastIndexOf('/') + 1),
                    Long.parseLong(tunable.get(1).asString()));
        }
        ResolvedSettings settings = builder.build();
        byte[] workload = JSON.writeValueAsString(manifest.get("workload")).getBytes(StandardCharsets.UTF_8);
        JsonNode phase = metrics.get("start_after_tick_ns");
        Timing timing = new Timing(
                250,
                lazy ? PreemptionModel.LAZY : PreemptionModel.VOLUNTARY,
                settings.isOn("HRTICK"),
                false,
                phase == null ? 0 : phase.asLong() % 4_000_000,
                1000);
        RunSpec spec = RunSpec.of(
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
        return new Simulation(spec, pick(profile, topology, settings), new Simulations.FirstIdle(), new ArrayList<>())
                .run();
    }

    @SuppressWarnings("unchecked") // the catalogue pairs each factory with its own configuration
    private static PickPolicy<?, ?> pick(KernelProfile profile, Topology topology, ResolvedSettings settings) {
        String id = profile.policies().get(PolicyKind.PICK);
        PolicyFactory<Record, ?> factory = (PolicyFactory<Record, ?>) Machine.CATALOGUE.policy(PolicyKind.PICK, id);
        return (PickPolicy<?, ?>) factory.create(factory.defaults(), new RunContext(topology, settings, 1, id));
    }
}
