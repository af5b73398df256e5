package org.schedlab.cgroup;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.schedlab.engine.Horizon;
import org.schedlab.engine.PathCosts;
import org.schedlab.engine.Simulation;
import org.schedlab.engine.Start;
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

/** One recording of a kernel with task groups, and the model's run of the same workload at the same phase against the tick and the period. */
final class RecordedCell {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final long TICK_NS = 4_000_000;

    /** Queues that a timer unthrottles come back within so many us. */
    private static final long SAME_US = 50;

    private static final Pattern EVENT = Pattern.compile(" ([0-9]+)\\.([0-9]{9}): (unthr:|print: .*truth_start)");

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

    Simulation simulation() {
        byte[] workload = JSON.writeValueAsString(manifest.get("workload")).getBytes(StandardCharsets.UTF_8);
        String cpus = folder.getFileName().toString().replaceAll(".*__(up|c)", "");
        Topology topology = Topology.regular(cpus + "c");
        RtAppFile file = RtAppReader.read(InputText.of(name(), workload), RtAppOptions.forMachine(topology.online()));
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
                List.of(),
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
                    file.substring(file.lastIndexOf('/') + 1) + "="
                            + pair.get(1).asString(),
                    name(),
                    0));
        });
        long phaseUs = periodPhaseUs();
        if (phaseUs > 0) {
            tunables.add(new Located<>("cfs_bandwidth_phase_us=" + phaseUs, name(), 0));
        }
        return tunables;
    }

    /**
     * How long after the start of the window the recorded period timer ended the first period, read off the times at which queues came back; most
     * of them do then, some by the slack timer. 0 when there is no quota or nobody was throttled.
     */
    private long periodPhaseUs() {
        JsonNode groups = manifest.get("workload").get("x-cgroups");
        long periodUs = 0;
        for (JsonNode group : groups == null ? List.<JsonNode>of() : groups.values()) {
            JsonNode max = group.get("cpu.max");
            periodUs = max == null ? periodUs : Long.parseLong(max.asString().split(" ")[1]);
        }
        if (periodUs == 0) {
            return 0;
        }
        Map<Long, Integer> seen = new TreeMap<>();
        long best = 0;
        for (long us : unthrottledAfterUs()) {
            long phaseUs = us % periodUs / SAME_US * SAME_US;
            if (seen.merge(phaseUs, 1, Integer::sum) > seen.getOrDefault(best, 0)) {
                best = phaseUs;
            }
        }
        return best;
    }

    private List<Long> unthrottledAfterUs() {
        List<Long> times = new ArrayList<>();
        try (InputStream in = new GZIPInputStream(Files.newInputStream(folder.resolve("trace.txt.gz")));
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            long startUs = -1;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Matcher event = EVENT.matcher(line);
                if (!event.find()) {
                    continue;
                }
                long us = Long.parseLong(event.group(1)) * 1_000_000 + Long.parseLong(event.group(2)) / 1_000;
                if (event.group(3).startsWith("print")) {
                    startUs = us;
                } else if (startUs >= 0) {
                    times.add(us - startUs);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return times;
    }
}
