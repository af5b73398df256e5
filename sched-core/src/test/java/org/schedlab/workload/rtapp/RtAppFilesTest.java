package org.schedlab.workload.rtapp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.workload.Phase;
import org.schedlab.workload.Step;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;
import org.schedlab.workload.text.InputText;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Real rt-app files against facts that were computed without this project's code. */
class RtAppFilesTest {

    private static final Path FILES = Path.of(System.getProperty("schedlab.shared", "../shared"), "data", "rtapp");

    /** Files that are refused, with the words of the first fault. */
    private static final Map<String, String> REFUSED = new TreeMap<>(Map.of(
            "rtapp-custom-slice.json", "rtapp-custom-slice.json:19: policy (SCHED_DEADLINE) is not modelled",
            "rtapp-merge-global.json", "rtapp-merge-global.json:1: there is no \"tasks\"",
            "rtapp-merge-resources.json", "rtapp-merge-resources.json:1: there is no \"tasks\"",
            "rtapp-merge-thread0.json", "rtapp-merge-thread0.json:4: exec belongs to the grammar before rt-app 1.0",
            "rtapp-merge-thread1.json", "rtapp-merge-thread1.json:4: exec belongs to the grammar before rt-app 1.0",
            "rtapp-merge-thread2.json", "rtapp-merge-thread2.json:4: exec belongs to the grammar before rt-app 1.0",
            "rtapp-merge-thread3.json", "rtapp-merge-thread3.json:4: exec belongs to the grammar before rt-app 1.0",
            "wa-taskset.json", "wa-taskset.json:4: exec belongs to the grammar before rt-app 1.0"));

    /** The file that upstream's workgen completes first, so that its facts have no tasks. */
    private static final String BARE_SUSPEND = "rtapp-video-short.json";

    @BeforeEach
    void filesAreAtHand() {
        assumeTrue(Files.isDirectory(FILES), "the real files are not at hand: " + FILES);
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> list = Files.list(FILES)) {
            return list.filter(
                            f -> f.toString().endsWith(".json") && !f.toString().endsWith(".facts.json"))
                    .sorted()
                    .toList();
        }
    }

    private static RtAppFile read(Path file) {
        RtAppOptions options = new RtAppOptions(RtAppOptions.MAX_THREADS, null);
        return RtAppReader.read(InputText.read(file.getFileName().toString(), file), options);
    }

    @Test
    void readsOrRefusesEveryFileByConstructAndLine() throws IOException {
        assertThat(files()).hasSizeGreaterThan(15);
        for (Path file : files()) {
            String name = file.getFileName().toString();
            InvalidInputException refusal = catchThrowableOfType(InvalidInputException.class, () -> read(file));
            String expected = REFUSED.get(name);
            if (expected == null) {
                assertThat(refusal).as(name).isNull();
            } else {
                assertThat(refusal).as(name).isNotNull();
                assertThat(refusal.problems().get(0).message()).startsWith(expected);
            }
        }
    }

    @Test
    void readsWhatTheFactsSay() throws IOException {
        JsonMapper json = new JsonMapper();
        int compared = 0;
        for (Path file : files()) {
            String name = file.getFileName().toString();
            if (REFUSED.containsKey(name) || name.equals(BARE_SUSPEND)) {
                continue;
            }
            Path factsFile = FILES.resolve(name.replace(".json", ".facts.json"));
            JsonNode facts = json.readTree(Files.readString(factsFile)).get("facts");
            Workload workload = read(file).workload();
            compare(name, facts, workload);
            compared++;
        }
        assertThat(compared).isGreaterThan(8);
    }

    private static void compare(String file, JsonNode facts, Workload workload) {
        JsonNode duration = facts.path("global").path("duration");
        long expectedNs = duration.isNumber() ? duration.intValue() * 1_000_000_000L : Workload.UNLIMITED;
        assertThat(workload.durationNs()).as(file).isEqualTo(expectedNs);
        assertThat(workload.tasks()).as(file).hasSize(facts.get("tasks").size());
        for (int i = 0; i < workload.tasks().size(); i++) {
            TaskSpec task = workload.tasks().get(i);
            JsonNode expected = facts.get("tasks").get(i);
            String where = file + " " + task.name();
            assertThat(task.name()).as(where).isEqualTo(expected.get("name").stringValue());
            assertThat(task.instances())
                    .as(where)
                    .isEqualTo(expected.path("instance").asInt(1));
            JsonNode loop = expected.path("loop");
            assertThat(task.loop()).as(where).isEqualTo(loop.isNumber() ? loop.intValue() : TaskSpec.FOREVER);
            JsonNode priority = expected.path("priority");
            if (priority.isNumber()) {
                assertThat(task.sched().nice()).as(where).isEqualTo(priority.intValue());
            }
            if (expected.path("cpus").isArray()) {
                assertThat(task.cpus()).as(where).isNotNull();
                assertThat(task.cpus().count())
                        .as(where)
                        .isEqualTo(expected.get("cpus").size());
                expected.get("cpus")
                        .forEach(c -> assertThat(task.cpus().contains(c.intValue()))
                                .as(where)
                                .isTrue());
            } else {
                assertThat(task.cpus()).as(where).isNull();
            }
            phases(where, expected, task);
        }
    }

    private static void phases(String where, JsonNode expected, TaskSpec task) {
        if (!expected.path("phases").isArray()) {
            assertThat(task.phases()).as(where).hasSize(1);
            assertThat(events(task.phases().get(0))).as(where).isEqualTo(events(expected.get("events")));
            return;
        }
        assertThat(task.phases()).as(where).hasSize(expected.get("phases").size());
        for (int p = 0; p < task.phases().size(); p++) {
            Phase phase = task.phases().get(p);
            JsonNode facts = expected.get("phases").get(p);
            assertThat(phase.name()).as(where).isEqualTo(facts.get("name").stringValue());
            assertThat(phase.loop()).as(where).isEqualTo(facts.path("loop").asInt(1));
            assertThat(events(phase)).as(where).isEqualTo(events(facts.get("events")));
        }
    }

    /** Events as words, such as {@code timer tick 6000}; settings that the facts list among the events are left out. */
    private static List<String> events(JsonNode facts) {
        List<String> words = new ArrayList<>();
        for (JsonNode event : facts) {
            String key = event.get(0).stringValue().replaceAll("[0-9]+$", "");
            JsonNode value = event.get(1);
            if (key.equals("taskgroup")) {
                continue;
            }
            if (value.isObject()) {
                JsonNode rest = value.has("mutex") ? value.get("mutex") : value.get("period");
                words.add(key + " " + value.get("ref").stringValue() + " " + rest.asString());
            } else {
                words.add(key + " " + value.asString());
            }
        }
        return words;
    }

    private static List<String> events(Phase phase) {
        return phase.steps().stream().map(RtAppFilesTest::word).toList();
    }

    private static String word(Step step) {
        if (step instanceof Step.Run s) {
            return "run " + s.workNs() / 1000;
        } else if (step instanceof Step.RunFor s) {
            return "runtime " + s.ns() / 1000;
        } else if (step instanceof Step.Sleep s) {
            return "sleep " + s.ns() / 1000;
        } else if (step instanceof Step.Timer s) {
            return "timer " + s.ref() + " " + s.periodNs() / 1000;
        } else if (step instanceof Step.Suspend s) {
            return "suspend " + s.ref();
        } else if (step instanceof Step.Resume s) {
            return "resume " + s.ref();
        } else if (step instanceof Step.Lock s) {
            return "lock " + s.mutex();
        } else if (step instanceof Step.Unlock s) {
            return "unlock " + s.mutex();
        } else if (step instanceof Step.Wait s) {
            return "wait " + s.ref() + " " + s.mutex();
        } else if (step instanceof Step.Sync s) {
            return "sync " + s.ref() + " " + s.mutex();
        } else if (step instanceof Step.Signal s) {
            return "signal " + s.ref();
        } else if (step instanceof Step.Barrier s) {
            return "barrier " + s.ref();
        } else if (step instanceof Step.Fork s) {
            return "fork " + s.task();
        }
        throw new AssertionError("no fact knows " + step);
    }

    @Test
    void givesASuspendThatStandsAloneTheNameOfItsTask() {
        Workload workload = read(FILES.resolve(BARE_SUSPEND)).workload();
        TaskSpec task = workload.tasks().stream()
                .filter(t -> t.name().equals("surfaceflinger"))
                .findFirst()
                .orElseThrow();
        assertThat(task.phases().get(0).steps())
                .containsExactly(new Step.Suspend("surfaceflinger"), new Step.Run(1_500_000));
    }

    @Test
    void readsTheWorkloadOfEveryRecording() throws IOException {
        Path truth = Path.of(System.getProperty("schedlab.shared", "../shared"), "truth");
        assumeTrue(Files.isDirectory(truth), "the recordings are not at hand: " + truth);
        JsonMapper json = new JsonMapper();
        int read = 0;
        try (Stream<Path> cells = Files.list(truth)) {
            for (Path cell : cells.filter(Files::isDirectory).sorted().toList()) {
                Path manifest = cell.resolve("manifest.json");
                if (Files.exists(manifest)) {
                    JsonNode workload =
                            json.readTree(Files.readString(manifest)).get("workload");
                    byte[] text = json.writeValueAsBytes(workload);
                    RtAppOptions options = new RtAppOptions(RtAppOptions.MAX_THREADS, null);
                    RtAppFile file =
                            RtAppReader.read(InputText.of(cell.getFileName().toString(), text), options);
                    assertThat(file.workload().tasks())
                            .hasSize(workload.get("tasks").size());
                    assertThat(file.workload().timerOrigin()).isEqualTo(Workload.TimerOrigin.FIRST_USE);
                    read++;
                }
            }
        }
        assertThat(read).isGreaterThan(200);
    }
}
