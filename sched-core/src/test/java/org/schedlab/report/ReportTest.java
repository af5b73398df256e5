package org.schedlab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schedlab.metrics.Blocked;
import org.schedlab.metrics.CpuResult;
import org.schedlab.metrics.Distribution;
import org.schedlab.metrics.GroupResult;
import org.schedlab.metrics.GroupsResult;
import org.schedlab.metrics.LengthsOverTime;
import org.schedlab.metrics.PickResult;
import org.schedlab.metrics.PlacementResult;
import org.schedlab.metrics.RunResult;
import org.schedlab.metrics.TaskResult;
import org.schedlab.spi.PlacementCounters;
import org.schedlab.spi.PlacementPath;
import org.schedlab.topology.TopologyLevel;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportTest {

    private static final RunLabels LABELS = new RunLabels("two.json", "1s 2c", "2 CPUs", "HZ 250", List.of("caches"));

    @TempDir
    Path directory;

    private static TaskResult row(String name, String kind, int threads) {
        Distribution delay = new Distribution(3, 1234.56, 1_000, 2_000, 3_000, 4_000, 5_500);
        return new TaskResult(
                name,
                kind,
                threads,
                400_000_000,
                0.2,
                7,
                4,
                3,
                5,
                1,
                delay,
                Distribution.NONE,
                delay,
                List.of(400_000_000L, 0L));
    }

    private static PlacementResult placement() {
        PlacementCounters counters = new PlacementCounters();
        counters.placed(PlacementPath.PREV);
        counters.placed(PlacementPath.CORE);
        counters.placed(PlacementPath.CORE);
        counters.placedOther();
        counters.scanned(7);
        counters.cut();
        counters.moved(TopologyLevel.CORE.index());
        counters.moved(TopologyLevel.values().length);
        return PlacementResult.of(counters);
    }

    @Test
    void countsOfPlacementAreInEveryForm() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ResultJson.write(result(), LABELS, out);
        JsonNode json = new JsonMapper().readTree(out.toByteArray()).get("placement");
        assertThat(json.get("wakeups").longValue()).isEqualTo(3);
        assertThat(json.get("wakeups_by_path").get("core").longValue()).isEqualTo(2);
        assertThat(json.get("migrations_by_level").get("numa").longValue()).isEqualTo(1);
        assertThat(ResultCsv.placement(result()))
                .startsWith("count,by,value\nwakeups,,3\nforks_and_execs,,1\n")
                .contains(
                        "wakeups_by_path,prev,1\n",
                        "cpus_scanned,,7\n",
                        "scans_cut,,1\n",
                        "migrations_by_level,smt,1\n");
        assertThat(ResultTable.of(result(), LABELS)).contains("prev  core", "7 cpus scanned", "1 scans cut by budget");
    }

    @Test
    void countsOfPicksAreInEveryForm() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ResultJson.write(result(), LABELS, out);
        JsonNode json = new JsonMapper().readTree(out.toByteArray()).get("picks");
        assertThat(json.get("leftmost").longValue()).isEqualTo(30);
        assertThat(json.get("visits").longValue()).isEqualTo(80);
        assertThat(ResultCsv.picks(result())).isEqualTo("""
                        count,by,value
                        picks,sole,1
                        picks,buddy,0
                        picks,current,2
                        picks,leftmost,30
                        picks,descent,10
                        visits,,80
                        descent_visits,,50
                        """);
        assertThat(ResultTable.of(result(), LABELS)).contains("picks by  sole", "75.00               2.00");
    }

    private static RunResult result() {
        TreeMap<String, String> policies = new TreeMap<>();
        policies.put("pick", "core:eevdf");
        RunResult.Provenance provenance =
                new RunResult.Provenance(42, "6.12.117", policies, List.of("core"), new TreeMap<>(), new TreeMap<>());
        return new RunResult(
                provenance,
                2_000_000_000,
                12_345,
                RunResult.End.TIME,
                List.of(row("a,\"b\"-0", "a,\"b\"", 1), row("a,\"b\"-1", "a,\"b\"", 1)),
                List.of(row("a,\"b\"", "a,\"b\"", 2)),
                List.of(new CpuResult(0, 500_000_000, 1_500_000_000, 0, 14, 500)),
                new PickResult(1, 0, 2, 30, 10, 80, 50),
                placement(),
                new GroupsResult(
                        List.of(new GroupResult("/a", 600_000_000, 0.3, 20L, 7L, 1_500_000L, null, null)),
                        new GroupsResult.Leaf(
                                10,
                                40,
                                3,
                                5,
                                13_000,
                                27_000,
                                List.of(2),
                                new LengthsOverTime(
                                        1_500_000_000,
                                        2_000_000_000,
                                        List.of(List.of(3.5, 2.0)),
                                        List.of(List.of(4, 2))))),
                List.of(new Blocked("z", Blocked.State.WAITS, "mutex m", 1_000_000)),
                List.of("a warning"));
    }

    @Test
    void jsonHoldsTheContract() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ResultJson.write(result(), LABELS, out);
        JsonNode root = new JsonMapper().readTree(out.toByteArray());
        assertThat(root.propertyNames())
                .containsExactly(
                        "schema_version",
                        "workload",
                        "topology",
                        "machine",
                        "seed",
                        "profile",
                        "policies",
                        "switches",
                        "tunables",
                        "plugins",
                        "measured_ns",
                        "events",
                        "ended",
                        "tasks",
                        "groups",
                        "cpus",
                        "picks",
                        "placement",
                        "cgroups",
                        "leaf_list",
                        "audit",
                        "warnings",
                        "not_modelled");
        JsonNode task = root.get("tasks").get(0);
        assertThat(task.propertyNames())
                .containsExactly(
                        "name",
                        "group",
                        "cpu_ns",
                        "share",
                        "switches",
                        "voluntary",
                        "preempted",
                        "wakeups",
                        "migrations",
                        "run_delay_ns",
                        "preempt_wait_ns",
                        "run_length_ns",
                        "cpu_ns_by_cpu");
        assertThat(task.get("run_delay_ns").propertyNames())
                .containsExactly("n", "mean", "p50", "p90", "p99", "p99_9", "max");
        assertThat(task.get("run_length_ns").propertyNames()).containsExactly("n", "mean", "p50", "max");
        assertThat(root.get("groups").get(0).get("threads").intValue()).isEqualTo(2);
        assertThat(root.get("cpus").get(0).get("busy_ns").longValue()).isEqualTo(500_000_000);
        assertThat(task.get("run_delay_ns").get("mean").decimalValue()).hasToString("1234.6");
        assertThat(root.get("cgroups").get(0).propertyNames())
                .containsExactly("path", "cpu_ns", "share", "nr_periods", "nr_throttled", "throttled_ns");
        JsonNode leaf = root.get("leaf_list");
        assertThat(leaf.get("longest_by_cpu").get(0).intValue()).isEqualTo(4);
        assertThat(leaf.get("queues_per_pass").decimalValue()).hasToString("4.0");
        assertThat(leaf.get("share_of_scheduling").doubleValue()).isEqualTo(0.325);
        // 3.5 for three quarters of the time and 2.0 for one.
        assertThat(leaf.get("mean_by_cpu").get(0).decimalValue()).hasToString("3.1");
        assertThat(leaf.get("over_time").toString())
                .isEqualTo("{\"step_ns\":1500000000,\"mean_by_cpu_and_step\":[[3.5,2.0]],"
                        + "\"longest_by_cpu_and_step\":[[4,2]]}");
        assertThat(out.toString(StandardCharsets.UTF_8)).endsWith("}\n");
    }

    @Test
    void csvQuotesNamesAndHasAsManyCellsAsColumns() {
        List<String> lines = ResultCsv.tasks(result()).lines().toList();
        assertThat(lines).hasSize(4);
        assertThat(lines.get(1))
                .startsWith("task,\"a,\"\"b\"\"-0\",\"a,\"\"b\"\"\",1,400000000,0.200000,7,4,3,5,1,3,1234.6,");
        long columns = lines.get(0).split(",", -1).length;
        String unquoted = lines.get(1).replaceAll("\"([^\"]|\"\")*\"", "x");
        assertThat(unquoted.split(",", -1)).hasSize((int) columns);
        assertThat(ResultCsv.cpus(result()))
                .isEqualTo("cpu,busy_ns,idle_ns,offline_ns,switches,ticks\n0,500000000,1500000000,0,14,500\n");
        GroupsResult cgroups = result().cgroups();
        assertThat(cgroups).isNotNull();
        assertThat(ResultCsv.leafList(cgroups)).isEqualTo("""
                cpu,from_ns,to_ns,mean_length,longest
                0,0,1500000000,3.500,4
                0,1500000000,2000000000,2.000,2
                """);
        assertThat(ResultCsv.cgroups(cgroups)).endsWith("\n/a,600000000,0.300000,20,7,1500000,,\n");
    }

    @Test
    void tableShowsGroupsThreadsCpusAndFindings() {
        String table = ResultTable.of(result(), LABELS);
        assertThat(table)
                .contains("two.json on 1s 2c (2 CPUs)")
                .contains("kernel 6.12.117, pick core:eevdf, HZ 250, seed 42")
                .contains("2.000 s simulated, 12,345 events, ended by time")
                .contains("audit: z waits for mutex m since 0.001000 s")
                .contains("warning: a warning")
                .contains("not modelled: caches");
        assertThat(table.lines().filter(l -> l.contains("400.000"))).hasSize(3);
    }

    @Test
    void filesAppearOnlyWhenAllAreComplete() throws IOException {
        Path target = directory.resolve("new/out");
        try (OutputDirectory output = new OutputDirectory(target)) {
            try (OutputStream file = output.begin("a.txt")) {
                file.write('x');
            }
            assertThat(target.resolve("a.txt")).doesNotExist();
            output.commit();
        }
        assertThat(target.resolve("a.txt")).hasContent("x");
        try (Stream<Path> files = Files.list(target)) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void nothingStaysWithoutACommit() throws IOException {
        Path target = directory.resolve("out");
        try (OutputDirectory output = new OutputDirectory(target)) {
            output.begin("a.txt").close();
        }
        assertThat(target).doesNotExist();
    }

    @Test
    void aPlaceThatCannotBeWrittenIsRefusedAtOnce() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "x");
        assertThatThrownBy(() -> new OutputDirectory(file.resolve("sub"))).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> new OutputDirectory(file)).isInstanceOf(IOException.class);
    }
}
