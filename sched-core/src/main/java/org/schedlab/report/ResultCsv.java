package org.schedlab.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.metrics.CpuResult;
import org.schedlab.metrics.Distribution;
import org.schedlab.metrics.GroupResult;
import org.schedlab.metrics.GroupsResult;
import org.schedlab.metrics.LengthsOverTime;
import org.schedlab.metrics.PickResult;
import org.schedlab.metrics.PlacementResult;
import org.schedlab.metrics.RunResult;
import org.schedlab.metrics.TaskResult;

/** Writes a result as CSV (RFC 4180, line feeds), units in the column names; docs/results.md explains the columns. Stateless. */
public final class ResultCsv {

    private static final List<String> TASK_COLUMNS = List.of(
            "row",
            "name",
            "group",
            "threads",
            "cpu_ns",
            "share_of_one_cpu",
            "switches",
            "voluntary",
            "preempted",
            "wakeups",
            "migrations",
            "run_delay_n",
            "run_delay_mean_ns",
            "run_delay_p50_ns",
            "run_delay_p90_ns",
            "run_delay_p99_ns",
            "run_delay_p99_9_ns",
            "run_delay_max_ns",
            "preempt_wait_n",
            "preempt_wait_mean_ns",
            "preempt_wait_p50_ns",
            "preempt_wait_p90_ns",
            "preempt_wait_p99_ns",
            "preempt_wait_p99_9_ns",
            "preempt_wait_max_ns",
            "run_length_n",
            "run_length_mean_ns",
            "run_length_p50_ns",
            "run_length_max_ns");

    private ResultCsv() {}

    /** A row per thread ({@code row} is task), then a row per kind of task ({@code row} is group). */
    public static String tasks(RunResult result) {
        StringBuilder out = new StringBuilder();
        line(out, TASK_COLUMNS);
        result.tasks().forEach(row -> line(out, cells("task", row)));
        result.groups().forEach(row -> line(out, cells("group", row)));
        return out.toString();
    }

    /** A row per CPU. */
    public static String cpus(RunResult result) {
        StringBuilder out = new StringBuilder();
        line(out, List.of("cpu", "busy_ns", "idle_ns", "offline_ns", "switches", "ticks"));
        for (CpuResult cpu : result.cpus()) {
            line(
                    out,
                    List.of(
                            String.valueOf(cpu.cpu()),
                            String.valueOf(cpu.busyNs()),
                            String.valueOf(cpu.idleNs()),
                            String.valueOf(cpu.offlineNs()),
                            String.valueOf(cpu.switches()),
                            String.valueOf(cpu.ticks())));
        }
        return out.toString();
    }

    /** A row per count of how CPUs were chosen; the heading alone when the placement policy does not count. */
    public static String placement(RunResult result) {
        StringBuilder out = new StringBuilder();
        line(out, List.of("count", "by", "value"));
        PlacementResult placement = result.placement();
        if (placement == null) {
            return out.toString();
        }
        count(out, "wakeups", "", placement.wakeups());
        count(out, "forks_and_execs", "", placement.others());
        placement.byPath().forEach((path, value) -> count(out, "wakeups_by_path", path, value));
        count(out, "affine", "", placement.affine());
        count(out, "cpus_scanned", "", placement.cpusScanned());
        count(out, "scans_cut", "", placement.scansCut());
        count(out, "onto_busy_though_idle", "", placement.ontoBusyThoughIdle());
        count(out, "onto_reduced_capacity", "", placement.ontoReducedCapacity());
        placement.moves().forEach((level, value) -> count(out, "migrations_by_level", level, value));
        return out.toString();
    }

    /** A row per count of how the next tasks were found; the heading alone when the pick policy does not count. */
    public static String picks(RunResult result) {
        StringBuilder out = new StringBuilder();
        line(out, List.of("count", "by", "value"));
        PickResult picks = result.picks();
        if (picks == null) {
            return out.toString();
        }
        count(out, "picks", "sole", picks.sole());
        count(out, "picks", "buddy", picks.buddies());
        count(out, "picks", "current", picks.currents());
        count(out, "picks", "leftmost", picks.leftmosts());
        count(out, "picks", "descent", picks.descents());
        count(out, "visits", "", picks.visits());
        count(out, "descent_visits", "", picks.descentVisits());
        return out.toString();
    }

    private static void count(StringBuilder out, String name, String by, long value) {
        line(out, List.of(name, by, String.valueOf(value)));
    }

    /** A row per task group; empty cells for what was not counted. */
    public static String cgroups(GroupsResult cgroups) {
        StringBuilder out = new StringBuilder();
        line(
                out,
                List.of(
                        "path",
                        "cpu_ns",
                        "share_of_one_cpu",
                        "nr_periods",
                        "nr_throttled",
                        "throttled_ns",
                        "nr_bursts",
                        "burst_ns"));
        for (GroupResult group : cgroups.groups()) {
            line(
                    out,
                    List.of(
                            group.path(),
                            String.valueOf(group.cpuNs()),
                            Decimals.fixed(group.share(), 6),
                            counted(group.nrPeriods()),
                            counted(group.nrThrottled()),
                            counted(group.throttledNs()),
                            counted(group.nrBursts()),
                            counted(group.burstNs())));
        }
        return out.toString();
    }

    /** A row per CPU and step of the run with the length of its list of queues with load. */
    public static String leafList(GroupsResult cgroups) {
        StringBuilder out = new StringBuilder();
        line(out, List.of("cpu", "from_ns", "to_ns", "mean_length", "longest"));
        LengthsOverTime lengths = cgroups.leaf().overTime();
        for (int cpu = 0; cpu < lengths.means().size(); cpu++) {
            for (int step = 0; step < lengths.steps(); step++) {
                line(
                        out,
                        List.of(
                                String.valueOf(cpu),
                                String.valueOf(step * lengths.stepNs()),
                                String.valueOf(lengths.stepEndNs(step)),
                                Decimals.fixed(lengths.means().get(cpu).get(step), 3),
                                String.valueOf(lengths.longest().get(cpu).get(step))));
            }
        }
        return out.toString();
    }

    private static String counted(@Nullable Long value) {
        return value == null ? "" : value.toString();
    }

    private static List<String> cells(String kind, TaskResult row) {
        List<String> cells = new ArrayList<>();
        cells.add(kind);
        cells.add(row.name());
        cells.add(row.kind());
        add(cells, row.threads(), row.cpuNs());
        cells.add(Decimals.fixed(row.share(), 6));
        add(cells, row.switches(), row.voluntary(), row.preempted(), row.wakeups(), row.migrations());
        distribution(cells, row.runDelay());
        distribution(cells, row.preemptWait());
        Distribution length = row.runLength();
        add(cells, length.n());
        cells.add(Decimals.fixed(length.meanNs(), 1));
        add(cells, length.p50Ns(), length.maxNs());
        return cells;
    }

    private static void distribution(List<String> cells, Distribution values) {
        add(cells, values.n());
        cells.add(Decimals.fixed(values.meanNs(), 1));
        add(cells, values.p50Ns(), values.p90Ns(), values.p99Ns(), values.p999Ns(), values.maxNs());
    }

    private static void add(List<String> cells, long... values) {
        for (long value : values) {
            cells.add(String.valueOf(value));
        }
    }

    private static void line(StringBuilder out, List<String> cells) {
        for (int i = 0; i < cells.size(); i++) {
            out.append(i == 0 ? "" : ",").append(quoted(cells.get(i)));
        }
        out.append('\n');
    }

    private static String quoted(String cell) {
        boolean plain = cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }
}
