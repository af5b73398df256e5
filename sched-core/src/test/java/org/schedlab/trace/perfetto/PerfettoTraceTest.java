package org.schedlab.trace.perfetto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.protobuf.Message;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.schedlab.trace.SchedObserver;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PerfettoTraceTest {

    private static final Path TRACES =
            Path.of(System.getProperty("schedlab.shared", "../shared"), "data", "traces", "perfetto");

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PerfettoTrace trace = new PerfettoTrace(bytes, "6.12.117", kind -> kind.equals("web") ? 115 : 120);

    /** Two web threads and a hog on two CPUs: the hog runs, is preempted by web-0, which sleeps; web-1 runs to the end. */
    private DecodedTrace smallRun() throws IOException {
        trace.begin(2, 0);
        trace.newTask(0, "web-0", "web", "");
        trace.newTask(1, "web-1", "web", "");
        trace.newTask(2, "hog", "hog", "");
        trace.fork(0, 0, SchedObserver.IDLE, 2);
        trace.switched(1_000, 0, SchedObserver.IDLE, SchedObserver.WAS_IDLE, 2);
        trace.nrRunning(1_000, 0, 1);
        trace.waking(5_000, 1, SchedObserver.IDLE, 0, 0);
        trace.wakeup(5_500, 0, 0);
        trace.nrRunning(5_500, 0, 2);
        trace.switched(6_000, 0, 2, SchedObserver.PREEMPTED, 0);
        trace.util(6_000, 0, 333);
        trace.waking(6_500, 0, 0, 1, 1);
        trace.wakeup(6_600, 1, 1);
        trace.switched(7_000, 1, SchedObserver.IDLE, SchedObserver.WAS_IDLE, 1);
        trace.pressure(7_500, 1, 250);
        trace.switched(8_000, 0, 0, SchedObserver.SLEEPS, 2);
        trace.end(10_000);
        trace.close();
        return DecodedTrace.of(bytes.toByteArray());
    }

    @Test
    void holdsNothingThatThePublicDescriptorDoesNotKnow() throws IOException {
        assertThat(DecodedTrace.hasUnknownFields(smallRun().root)).isFalse();
    }

    @Test
    void slicesAddUpToTheTimeOnCpus() throws IOException {
        assertThat(smallRun().sliceSumsNs()).isEqualTo(Map.of(1, 2_000L, 2, 3_000L, 3, 7_000L));
    }

    @Test
    void switchesTellWhoLeftInWhichState() throws IOException {
        List<DecodedTrace.Event> switches = smallRun().events().stream()
                .filter(e -> e.kind().equals("sched_switch") && e.cpu() == 0)
                .toList();
        assertThat(switches).extracting(e -> e.text("prev_comm")).containsExactly("swapper/0", "hog", "web-0", "hog");
        assertThat(switches).extracting(e -> e.number("prev_state")).containsExactly(0L, 256L, 1L, 256L);
        assertThat(switches).extracting(e -> e.number("next_prio")).containsExactly(120L, 115L, 120L, 120L);
    }

    @Test
    void wakingsNameTheWakerSoThatFlowsCanBeDrawn() throws IOException {
        List<DecodedTrace.Event> wakings = smallRun().events().stream()
                .filter(e -> e.kind().equals("sched_waking"))
                .toList();
        assertThat(wakings).extracting(DecodedTrace.Event::pid).containsExactly(0, 1);
        assertThat(wakings).extracting(e -> e.number("pid")).containsExactly(1L, 2L);
        assertThat(wakings).extracting(DecodedTrace.Event::cpu).containsExactly(1, 0);
        assertThat(smallRun().count("sched_wakeup")).isEqualTo(4);
    }

    @Test
    void threadsBelongToAProcessPerKind() throws IOException {
        List<Message> tracks = smallRun().packets("track_descriptor");
        List<String> threads = tracks.stream()
                .filter(t -> DecodedTrace.has(t, "thread"))
                .map(t -> (Message) DecodedTrace.get(t, "thread"))
                .map(t -> DecodedTrace.get(t, "pid") + "/" + DecodedTrace.get(t, "tid") + " "
                        + DecodedTrace.get(t, "thread_name"))
                .toList();
        assertThat(threads).containsExactly("1/1 web-0", "1/2 web-1", "3/3 hog");
        assertThat(tracks.stream()
                        .filter(t -> DecodedTrace.has(t, "process"))
                        .map(t -> DecodedTrace.get((Message) DecodedTrace.get(t, "process"), "process_name")))
                .containsExactly("web", "hog");
    }

    @Test
    void countersFollowQueueLengthAndUtilisation() throws IOException {
        DecodedTrace decoded = smallRun();
        List<String> names = decoded.packets("track_descriptor").stream()
                .filter(t -> DecodedTrace.has(t, "counter"))
                .map(t -> DecodedTrace.get(t, "uuid") + "=" + DecodedTrace.get(t, "name"))
                .toList();
        List<String> values = decoded.packets("track_event").stream()
                .filter(t -> DecodedTrace.get(t, "type").equals(4))
                .map(t -> DecodedTrace.get(t, "track_uuid") + "=" + DecodedTrace.get(t, "counter_value"))
                .toList();
        assertThat(names).contains("8589934592=cpu 0 nr_running", "8589934593=cpu 0 util_avg");
        assertThat(values).containsExactly("8589934592=1", "8589934592=2", "8589934593=333");
    }

    @Test
    void longRunsAreWrittenInManyBundles() throws IOException {
        trace.begin(1, 0);
        trace.newTask(0, "a", "a", "");
        for (int i = 0; i < 10_000; i++) {
            trace.switched(2_000L * i, 0, SchedObserver.IDLE, SchedObserver.WAS_IDLE, 0);
            trace.switched(2_000L * i + 500, 0, 0, SchedObserver.SLEEPS, SchedObserver.IDLE);
        }
        int before = bytes.size();
        trace.end(30_000_000);
        trace.close();
        assertThat(before).isGreaterThan(500_000);
        DecodedTrace decoded = DecodedTrace.of(bytes.toByteArray());
        assertThat(decoded.packets("ftrace_events").size()).isGreaterThan(10);
        assertThat(decoded.sliceSumsNs()).isEqualTo(Map.of(1, 5_000_000L));
    }

    @Test
    void aFullDiskIsReported() {
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("No space left on device");
            }
        };
        PerfettoTrace broken = new PerfettoTrace(full, "6.12.117", kind -> 120);
        broken.begin(1, 0);
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 10_000; i++) {
                        broken.nrRunning(i, 0, i);
                    }
                })
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("No space left");
    }

    @Test
    void theDescriptorReadsWhatPerfettoItselfRecorded() throws IOException {
        assumeTrue(Files.isDirectory(TRACES), "the recorded traces are not at hand: " + TRACES);
        byte[] recorded;
        try (InputStream in =
                new GZIPInputStream(Files.newInputStream(TRACES.resolve("ms-test_trace.perfetto-trace.gz")))) {
            recorded = in.readAllBytes();
        }
        JsonNode facts = new JsonMapper()
                .readTree(Files.readString(TRACES.resolve("ms-test_trace.perfetto-trace.facts.json")))
                .get("facts");
        DecodedTrace decoded = DecodedTrace.of(recorded);
        assertThat(decoded.count("sched_switch"))
                .isEqualTo(facts.get("sched_switch").get("count").longValue());
        JsonNode byType = facts.get("events_by_type");
        assertThat(decoded.count("sched_wakeup"))
                .isEqualTo(byType.get("sched_wakeup").longValue());
        assertThat(decoded.count("task_newtask"))
                .isEqualTo(byType.get("task_newtask").longValue());
        long sum = decoded.sliceSumsNs().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        assertThat(sum)
                .isEqualTo(facts.get("sched_switch")
                        .get("total_runtime_ns_all_tasks")
                        .longValue());
        assertThat(decoded.packets("track_descriptor")).isNotEmpty();
        assertThat(decoded.packets("system_info")).hasSize(1);
        Message utsname =
                (Message) DecodedTrace.get(decoded.packets("system_info").get(0), "utsname");
        assertThat(DecodedTrace.get(utsname, "release")).isEqualTo("4.19.113-22067904");
    }
}
