package org.schedlab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.schedlab.metrics.Blocked;
import org.schedlab.metrics.CpuResult;
import org.schedlab.metrics.Distribution;
import org.schedlab.metrics.GroupResult;
import org.schedlab.metrics.GroupsResult;
import org.schedlab.metrics.LengthsOverTime;
import org.schedlab.metrics.PickResult;
import org.schedlab.metrics.RunResult;
import org.schedlab.metrics.TaskResult;
import org.schedlab.topology.input.Printable;

/** Shows a result to people: a row per kind of task, its threads below while they are few, the CPUs, what the audit found. Stateless. */
public final class ResultTable {

    /** Threads of a kind are listed one by one up to this many in the whole run. */
    private static final int MAX_THREAD_ROWS = 16;

    private static final int MAX_CPU_ROWS = 16;
    private static final int MAX_NAME = 200;
    private static final int MAX_GROUP_ROWS = 30;
    private static final int LENGTH_PARTS = 8;
    private static final int MAX_FINDINGS = 10;
    private static final long US = 1_000;
    private static final long MS = 1_000_000;
    private static final long SEC = 1_000_000_000;

    private ResultTable() {}

    /** The whole text. */
    public static String of(RunResult result, RunLabels labels) {
        StringBuilder out = new StringBuilder();
        out.append(header(result, labels)).append('\n');
        out.append(tasks(result)).append('\n');
        out.append(cpus(result));
        picks(out, result.picks());
        PlacementText.append(out, result.placement());
        GroupsResult cgroups = result.cgroups();
        if (cgroups != null) {
            out.append('\n').append(cgroups(cgroups));
        }
        findings(out, result);
        for (String warning : result.warnings()) {
            out.append("warning: ").append(Printable.escaped(warning)).append('\n');
        }
        if (!labels.notModelled().isEmpty()) {
            out.append('\n').append("not modelled: ").append(String.join(", ", labels.notModelled()));
            out.append('\n');
        }
        return out.toString();
    }

    private static String header(RunResult result, RunLabels labels) {
        RunResult.Provenance run = result.provenance();
        List<String> policies = new ArrayList<>();
        run.policies().forEach((kind, id) -> policies.add(kind + " " + id));
        return Printable.brief(labels.workload(), MAX_NAME) + " on " + Printable.brief(labels.topology(), MAX_NAME)
                + " (" + labels.machine() + ")\n"
                + "kernel " + run.release() + ", " + String.join(", ", policies) + ", " + labels.timing() + ", seed "
                + run.seed() + "\n"
                + Decimals.scaled(result.measuredNs(), SEC, 3) + " s simulated, "
                + String.format(Locale.ROOT, "%,d", result.events()) + " events, ended by "
                + result.ended().name().toLowerCase(Locale.ROOT) + "\n";
    }

    private static String tasks(RunResult result) {
        TextTable table = new TextTable();
        table.row(
                "", "", "cpu", "share", "", "volun-", "pre-", "", "mi-", "run delay us", "", "", "", "preempt wait us");
        table.row(
                "task",
                "threads",
                "ms",
                "% of cpu",
                "switches",
                "tary",
                "empted",
                "wakeups",
                "grations",
                "p50",
                "p99",
                "max",
                "n",
                "p50",
                "p99",
                "max");
        boolean threads = result.tasks().size() <= MAX_THREAD_ROWS;
        for (TaskResult group : result.groups()) {
            table.row(cells(group.name(), String.valueOf(group.threads()), group));
            if (threads && group.threads() > 1) {
                for (TaskResult task : result.tasks()) {
                    if (task.kind().equals(group.kind())) {
                        table.row(cells("  " + task.name(), "", task));
                    }
                }
            }
        }
        return table.toString();
    }

    private static List<String> cells(String name, String threads, TaskResult row) {
        Distribution delay = row.runDelay();
        Distribution wait = row.preemptWait();
        List<String> cells = new ArrayList<>(List.of(
                name,
                threads,
                Decimals.scaled(row.cpuNs(), MS, 3),
                Decimals.fixed(100 * row.share(), 2),
                String.valueOf(row.switches()),
                String.valueOf(row.voluntary()),
                String.valueOf(row.preempted()),
                String.valueOf(row.wakeups()),
                String.valueOf(row.migrations())));
        times(cells, delay);
        cells.add(String.valueOf(wait.n()));
        times(cells, wait);
        return cells;
    }

    private static void times(List<String> cells, Distribution values) {
        for (long ns : new long[] {values.p50Ns(), values.p99Ns(), values.maxNs()}) {
            cells.add(values.n() == 0 ? "-" : Decimals.scaled(ns, US, 1));
        }
    }

    private static String cpus(RunResult result) {
        TextTable table = new TextTable();
        if (result.cpus().size() <= MAX_CPU_ROWS) {
            table.row("cpu", "busy %", "switches", "ticks");
            for (CpuResult cpu : result.cpus()) {
                table.row(
                        String.valueOf(cpu.cpu()),
                        Decimals.fixed(100 * busy(cpu, result), 2),
                        String.valueOf(cpu.switches()),
                        String.valueOf(cpu.ticks()));
            }
            return table.toString();
        }
        double min =
                result.cpus().stream().mapToDouble(c -> busy(c, result)).min().orElse(0);
        double max =
                result.cpus().stream().mapToDouble(c -> busy(c, result)).max().orElse(0);
        double mean = result.cpus().stream().mapToDouble(c -> busy(c, result)).sum()
                / result.cpus().size();
        table.row("cpus", "busy % min", "mean", "max", "switches");
        table.row(
                String.valueOf(result.cpus().size()),
                Decimals.fixed(100 * min, 2),
                Decimals.fixed(100 * mean, 2),
                Decimals.fixed(100 * max, 2),
                String.valueOf(
                        result.cpus().stream().mapToLong(CpuResult::switches).sum()));
        return table.toString();
    }

    private static void picks(StringBuilder out, @Nullable PickResult picks) {
        if (picks == null) {
            return;
        }
        TextTable table = new TextTable();
        table.row("picks by", "sole", "buddy", "current", "leftmost", "descent", "leftmost %", "visits per search");
        table.row(
                "",
                String.valueOf(picks.sole()),
                String.valueOf(picks.buddies()),
                String.valueOf(picks.currents()),
                String.valueOf(picks.leftmosts()),
                String.valueOf(picks.descents()),
                picks.searches() == 0 ? "-" : Decimals.fixed(100 * picks.leftmostShare(), 2),
                picks.searches() == 0 ? "-" : Decimals.fixed(picks.visitsPerSearch(), 2));
        out.append('\n').append(table);
    }

    private static String cgroups(GroupsResult cgroups) {
        TextTable table = new TextTable();
        table.row("cgroup", "ms", "% of cpu", "periods", "throttled", "for ms", "bursts", "of ms");
        List<GroupResult> rows = cgroups.groups();
        for (GroupResult row : rows.subList(0, Math.min(MAX_GROUP_ROWS, rows.size()))) {
            table.row(
                    Printable.escaped(row.path()),
                    Decimals.scaled(row.cpuNs(), MS, 3),
                    Decimals.fixed(100 * row.share(), 2),
                    count(row.nrPeriods()),
                    count(row.nrThrottled()),
                    milliseconds(row.throttledNs()),
                    count(row.nrBursts()),
                    milliseconds(row.burstNs()));
        }
        StringBuilder out = new StringBuilder(table.toString());
        if (rows.size() > MAX_GROUP_ROWS) {
            out.append("and ").append(rows.size() - MAX_GROUP_ROWS).append(" more groups, see result.json\n");
        }
        GroupsResult.Leaf leaf = cgroups.leaf();
        out.append("queues with load: ")
                .append(leaf.passes())
                .append(" passes visited ")
                .append(leaf.queuesVisited());
        out.append(", ").append(leaf.pruned()).append(" pruned, ").append(leaf.addedByEnqueue());
        out.append(" listed by wakeups\n");
        out.append("a pass visited ")
                .append(Decimals.fixed(leaf.queuesPerPass(), 1))
                .append(" on average; the passes would cost ")
                .append(Decimals.scaled(leaf.costNs(), MS, 3))
                .append(" ms, ")
                .append(Decimals.fixed(100 * leaf.shareOfScheduling(), 1))
                .append(" % of the time in the scheduler\n");
        return out.append(lengths(leaf.overTime())).toString();
    }

    /** The lengths of the lists of all CPUs together in parts of the run, and the longest of one CPU. */
    private static String lengths(LengthsOverTime lengths) {
        int cpus = lengths.means().size();
        int longest = 0;
        for (int cpu = 0; cpu < cpus; cpu++) {
            longest = Math.max(longest, lengths.longest(cpu));
        }
        StringBuilder out = new StringBuilder("lists of all cpus over the run:");
        int steps = lengths.steps();
        int parts = Math.min(LENGTH_PARTS, steps);
        for (int part = 0; part < parts; part++) {
            double sum = 0;
            for (int cpu = 0; cpu < cpus; cpu++) {
                sum += lengths.mean(cpu, part * steps / parts, (part + 1) * steps / parts);
            }
            out.append(' ').append(Decimals.fixed(sum, 1));
        }
        return out.append("; longest of one ").append(longest).append('\n').toString();
    }

    private static String count(@Nullable Long value) {
        return value == null ? "-" : value.toString();
    }

    private static String milliseconds(@Nullable Long ns) {
        return ns == null ? "-" : Decimals.scaled(ns, MS, 3);
    }

    private static double busy(CpuResult cpu, RunResult result) {
        return result.measuredNs() == 0 ? 0 : (double) cpu.busyNs() / result.measuredNs();
    }

    private static void findings(StringBuilder out, RunResult result) {
        List<Blocked> findings = result.blocked();
        if (findings.isEmpty()) {
            return;
        }
        out.append('\n');
        for (Blocked finding : findings.subList(0, Math.min(MAX_FINDINGS, findings.size()))) {
            String since = " since " + Decimals.scaled(finding.sinceNs(), SEC, 6) + " s";
            String what = switch (finding.state()) {
                case NEVER_RAN -> "never ran, runnable" + since;
                case WAITS -> "waits for " + Printable.escaped(finding.on()) + since;
                case STARVED -> "is runnable and has not run" + since;
            };
            out.append("audit: ")
                    .append(Printable.escaped(finding.task()))
                    .append(' ')
                    .append(what)
                    .append('\n');
        }
        if (findings.size() > MAX_FINDINGS) {
            out.append("audit: and ").append(findings.size() - MAX_FINDINGS).append(" more, see result.json\n");
        }
    }
}
