package org.schedlab.truth;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.schedlab.engine.Horizon;
import org.schedlab.engine.PathCosts;
import org.schedlab.engine.Start;
import org.schedlab.scenario.Located;
import org.schedlab.scenario.Scenario;
import org.schedlab.topology.Topology;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.workload.rtapp.RtAppFile;
import org.schedlab.workload.rtapp.RtAppOptions;
import org.schedlab.workload.rtapp.RtAppReader;
import org.schedlab.workload.text.InputText;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * One recorded situation: a folder {@code SCENARIO__KERNEL__MACHINE} with a manifest, the figures of one or more runs of the same boot at different
 * phases against the tick, and the trace of the first. Files of more than 16 MiB are refused. Immutable.
 */
public final class Recording {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final long MAX_FILE_BYTES = 16 << 20;
    private static final String MANIFEST = "manifest.json";
    private static final String METRICS = "metrics.json";
    private static final String TRACE = "trace.txt.gz";
    private static final Pattern RUN = Pattern.compile("metrics-r(\\d{1,6})\\.json");
    private static final Pattern NAME = Pattern.compile("(.+)__(.+)__(.+)");
    private static final Pattern MACHINE = Pattern.compile("up1|(?:n\\d+)?(?:s\\d+)?c\\d+(?:t\\d+)?");
    private static final int HZ = 250;
    private static final long TICK_NS = 1_000_000_000L / HZ;
    private static final int FULL_SPEED_BESIDE_A_SIBLING = 1000;

    private final Path folder;
    private final String name;
    private final String machine;
    private final JsonNode manifest;
    private final List<JsonNode> runs;

    private Recording(Path folder, JsonNode manifest, List<JsonNode> runs) {
        this.folder = folder;
        this.name = folder.getFileName().toString();
        Matcher parts = NAME.matcher(name);
        this.machine = parts.matches() ? parts.group(3) : "";
        this.manifest = manifest;
        this.runs = runs;
    }

    /** Whether a folder is meant to hold a recording, by its name and by at least one of its files. */
    public static boolean isOne(Path folder) {
        return folder.getFileName() != null
                && NAME.matcher(folder.getFileName().toString()).matches()
                && (Files.isRegularFile(folder.resolve(MANIFEST)) || Files.isRegularFile(folder.resolve(METRICS)));
    }

    /**
     * Reads a folder.
     *
     * @throws InvalidInputException when a file is missing, too large or not what it should be
     */
    public static Recording read(Path folder) {
        JsonNode manifest = json(folder.resolve(MANIFEST));
        List<JsonNode> runs = new ArrayList<>();
        runs.add(run(folder.resolve(METRICS)));
        for (Path file : repeats(folder)) {
            runs.add(run(file));
        }
        Recording recording = new Recording(folder, manifest, runs);
        recording.checkName();
        return recording;
    }

    /** The runs beside the one whose trace is kept, by number. */
    private static List<Path> repeats(Path folder) {
        try (Stream<Path> list = Files.list(folder)) {
            return list.filter(f -> RUN.matcher(f.getFileName().toString()).matches())
                    .sorted(Comparator.comparingInt(Recording::number))
                    .toList();
        } catch (IOException e) {
            throw unreadable(folder, e);
        }
    }

    private static int number(Path file) {
        Matcher m = RUN.matcher(file.getFileName().toString());
        return m.matches() ? Integer.parseInt(m.group(1)) : 0;
    }

    private static JsonNode run(Path file) {
        JsonNode run = json(file);
        if (!run.path("threads").isObject() || run.path("threads").isEmpty()) {
            throw new InvalidInputException(file.toString(), 0, "there are no figures of threads", "the file was cut.");
        }
        return run;
    }

    private void checkName() {
        Matcher parts = NAME.matcher(name);
        if (parts.matches() && !(says("kernel_key", parts.group(2)) && says("topology", parts.group(3)))) {
            throw new InvalidInputException(
                    folder.resolve(MANIFEST).toString(),
                    0,
                    "kernel or topology is not that of the folder's name (" + name + ")",
                    "the folder was renamed: scenario__kernel__topology.");
        }
    }

    private boolean says(String key, String value) {
        return manifest.path(key).asString(value).equals(value);
    }

    private static JsonNode json(Path file) {
        try {
            if (Files.size(file) > MAX_FILE_BYTES) {
                throw new InvalidInputException(
                        file.toString(), 0, "the file is larger than " + (MAX_FILE_BYTES >> 20) + " MiB", null);
            }
            JsonNode tree = JSON.readTree(Files.readString(file, StandardCharsets.UTF_8));
            if (!tree.isObject()) {
                throw new InvalidInputException(file.toString(), 1, "this is not a JSON object", null);
            }
            return tree;
        } catch (IOException e) {
            throw unreadable(file, e);
        } catch (JacksonException e) {
            throw new InvalidInputException(
                    file.toString(),
                    0,
                    "the JSON is broken (" + e.getOriginalMessage() + ")",
                    "the file is cut short.");
        }
    }

    private static InvalidInputException unreadable(Path file, IOException e) {
        return new InvalidInputException(
                file.toString(), 0, "cannot be read (" + e.getMessage() + ")", "the recording is not complete.");
    }

    /** Name of the folder. */
    public String name() {
        return name;
    }

    /** The machine's word in the name, {@code n2c4}. */
    public String machine() {
        return machine;
    }

    /** Release, {@code 6.12}. */
    public String kernel() {
        return text(manifest, "kernel_key");
    }

    /** Recorded runs, at least one. */
    public int runs() {
        return runs.size();
    }

    /** Figures of a recorded run as they were written; run 0 is the one whose trace is kept. Not to be changed. */
    public JsonNode metrics(int run) {
        return runs.get(run);
    }

    /** How long a run was recorded, in ns. */
    public long windowNs(int run) {
        JsonNode window = runs.get(run).get("window_ns");
        if (window == null || window.asLong() <= 0) {
            throw new InvalidInputException(name, 0, "window_ns is missing or not positive", null);
        }
        return window.asLong();
    }

    /**
     * The situation as a scenario, at the phase against the tick of a run. Threads begin asleep where the trace shows that they slept, and are
     * released in the order in which their kinds first ran; the periods of quotas end when those of the first run did.
     *
     * @throws InvalidInputException when the machine or the workload is not understood
     */
    public Scenario scenario(int run) {
        String shape = shape();
        Topology topology = Topology.regular(shape);
        ObjectNode workload = manifest.get("workload") instanceof ObjectNode node ? node.deepCopy() : null;
        if (workload == null) {
            throw new InvalidInputException(name, 0, "the manifest has no workload", null);
        }
        TraceStart start = TraceStart.read(folder.resolve(TRACE));
        start.orderTasks(workload);
        InputText text = InputText.of(name, JSON.writeValueAsString(workload).getBytes(StandardCharsets.UTF_8));
        RtAppFile file = RtAppReader.read(text, RtAppOptions.forMachine(topology.online()));
        JsonNode phase = runs.get(run).get("start_after_tick_ns");
        return new Scenario(
                name,
                topology,
                shape,
                file.workload(),
                file.groups(),
                new Located<>(kernel(), name, 0),
                features(),
                tunables(),
                List.of(),
                new Scenario.TimingChoice(
                        HZ, null, null, phase == null ? 0 : phase.asLong() % TICK_NS, FULL_SPEED_BESIDE_A_SIBLING),
                PathCosts.DEFAULT,
                List.of(),
                List.of(),
                new Start(Start.Kind.RELEASED, start.lastCpus(file.workload(), topology.online())),
                Horizon.time(windowNs(run)),
                1L,
                List.of());
    }

    private String shape() {
        if (!MACHINE.matcher(machine).matches()) {
            throw new InvalidInputException(
                    name, 0, "machine (" + machine + ") is not understood", "up1, c4, s2c2t2 or n2c4 was meant.");
        }
        if (machine.equals("up1")) {
            return "1c";
        }
        // Without a word about nodes all sockets share one.
        return (machine.startsWith("n") ? "" : "1n ")
                + machine.replaceAll("([nsct])(\\d+)", "$2$1 ").strip();
    }

    private List<Located<String>> features() {
        List<Located<String>> features = new ArrayList<>();
        // What the recorded kernels had on by themselves: 7.3 its high-resolution tick, the others not.
        features.add(new Located<>(kernel().startsWith("7.") ? "HRTICK" : "NO_HRTICK", name, 0));
        for (JsonNode feature : list("features_switched")) {
            features.add(new Located<>(feature.asString(), name, 0));
        }
        return features;
    }

    private List<Located<String>> tunables() {
        List<Located<String>> tunables = new ArrayList<>();
        for (JsonNode pair : list("tunables_written")) {
            String file = pair.path(0).asString();
            tunables.add(new Located<>(
                    file.substring(file.lastIndexOf('/') + 1) + "="
                            + pair.path(1).asString(),
                    name,
                    0));
        }
        long periodUs = periodUs();
        long phaseUs = periodUs == 0 ? 0 : PeriodPhase.us(folder.resolve(TRACE), periodUs);
        if (phaseUs > 0) {
            tunables.add(new Located<>("cfs_bandwidth_phase_us=" + phaseUs, name, 0));
        }
        return tunables;
    }

    /** The period of the quotas in µs, 0 when there is none. */
    private long periodUs() {
        for (JsonNode group : manifest.path("workload").path("x-cgroups")) {
            String[] max = group.path("cpu.max").asString("").split(" ", -1);
            if (max.length == 2 && max[1].matches("[0-9]{1,9}")) {
                return Long.parseLong(max[1]);
            }
        }
        return 0;
    }

    private Iterable<JsonNode> list(String member) {
        JsonNode list = manifest.get(member);
        return list == null || !list.isArray() ? List.of() : list;
    }

    private String text(JsonNode object, String member) {
        @Nullable JsonNode value = object.get(member);
        if (value == null || !value.isString()) {
            throw new InvalidInputException(name, 0, member + " is missing in the manifest", null);
        }
        return value.asString();
    }
}
