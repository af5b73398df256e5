package org.schedlab.cgroup;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.schedlab.engine.Horizon;
import org.schedlab.engine.PathCosts;
import org.schedlab.engine.Simulation;
import org.schedlab.engine.Start;
import org.schedlab.engine.TimelineAction;
import org.schedlab.policies.CorePlugin;
import org.schedlab.scenario.Composer;
import org.schedlab.scenario.Located;
import org.schedlab.scenario.RunChoices;
import org.schedlab.scenario.Scenario;
import org.schedlab.topology.Topology;
import org.schedlab.workload.rtapp.RtAppFile;
import org.schedlab.workload.rtapp.RtAppOptions;
import org.schedlab.workload.rtapp.RtAppReader;
import org.schedlab.workload.text.InputText;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One recording of a kernel with task groups, and the model's run of the same workload at the same phase against the tick. */
final class RecordedCell {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern UPDATE = Pattern.compile("\\s(\\d+)\\.(\\d{9}): ub:.*cpu=(\\d+)");
    private static final long TICK_NS = 4_000_000;

    final Path folder;
    final JsonNode manifest;
    final JsonNode metrics;

    RecordedCell(Path folder) throws IOException {
        this.folder = folder;
        this.manifest = JSON.readTree(Files.readString(folder.resolve("manifest.json")));
        this.metrics = JSON.readTree(Files.readString(folder.resolve("metrics.json")));
    }

    String name() {
        return folder.getFileName().toString();
    }

    String kernel() {
        return manifest.get("kernel_key").asString();
    }

    long windowNs() {
        return metrics.get("window_ns").asLong();
    }

    /** A sample of the lists of queues with load. */
    record Sample(long fromNs, long toNs, int listed) {}

    List<Sample> samples() throws IOException {
        List<Sample> samples = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("leaf.jsonl"))) {
            JsonNode node = JSON.readTree(line);
            samples.add(new Sample(
                    (long) (node.get("t_us").asDouble() * 1e3),
                    (long) (node.get("read_end_us").asDouble() * 1e3),
                    node.get("cfs_rq_listed").asInt()));
        }
        return samples;
    }

    /** When the kernel updated blocked averages, on which CPU. */
    List<TimelineAction> updates() throws IOException {
        long start = manifest.get("start_ts").asLong();
        List<TimelineAction> updates = new ArrayList<>();
        try (BufferedReader trace = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(folder.resolve("trace.txt.gz"))), StandardCharsets.UTF_8))) {
            for (String line = trace.readLine(); line != null; line = trace.readLine()) {
                Matcher match = UPDATE.matcher(line);
                if (match.find()) {
                    long at = Long.parseLong(match.group(1)) * 1_000_000_000 + Long.parseLong(match.group(2)) - start;
                    updates.add(new TimelineAction.AgeBlocked(at, Integer.parseInt(match.group(3))));
                }
            }
        }
        return updates;
    }

    Simulation simulation(List<TimelineAction> timeline) {
        byte[] workload = JSON.writeValueAsString(manifest.get("workload")).getBytes(StandardCharsets.UTF_8);
        String cpus = folder.getFileName().toString().replaceAll(".*__(up|c)", "");
        Topology topology = Topology.regular(cpus + "c");
        RtAppFile file =
                RtAppReader.read(InputText.of(name(), workload), RtAppOptions.forMachine(topology.online()));
        JsonNode phase = metrics.get("start_after_tick_ns");
        Scenario scenario = new Scenario(
                name(),
                topology,
                cpus + "c",
                file.workload(),
                file.groups(),
                new Located<>(kernel(), name(), 0),
                features(),
                tunables(),
                List.of(),
                new Scenario.TimingChoice(250, null, null, phase == null ? 0 : phase.asLong() % TICK_NS, null),
                PathCosts.DEFAULT,
                List.of(),
                timeline,
                Start.RELEASED,
                Horizon.time(windowNs()),
                1L,
                List.of());
        return Composer.with(List.of(new CorePlugin(), new CgroupPlugin()))
                .compose(scenario, RunChoices.none())
                .simulation(List.of());
    }

    private List<Located<String>> features() {
        List<Located<String>> features = new ArrayList<>();
        // 7.3 was recorded with its high-resolution tick, the others without.
        features.add(new Located<>(kernel().equals("7.3") ? "HRTICK" : "NO_HRTICK", name(), 0));
        manifest.get("features_switched").forEach(f -> features.add(new Located<>(f.asString(), name(), 0)));
        return features;
    }

    private List<Located<String>> tunables() {
        List<Located<String>> tunables = new ArrayList<>();
        manifest.get("tunables_written").forEach(pair -> {
            String file = pair.get(0).asString();
            tunables.add(new Located<>(
                    file.substring(file.lastIndexOf('/') + 1) + "=" + pair.get(1).asString(), name(), 0));
        });
        return tunables;
    }
}
