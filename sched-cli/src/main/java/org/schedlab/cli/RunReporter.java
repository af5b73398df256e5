package org.schedlab.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.schedlab.engine.Horizon;
import org.schedlab.engine.RunSpec;
import org.schedlab.engine.Simulation;
import org.schedlab.explain.ExplainFilter;
import org.schedlab.explain.PlacementExplainer;
import org.schedlab.mechanism.PolicyViolationException;
import org.schedlab.metrics.GroupsResult;
import org.schedlab.metrics.RunResult;
import org.schedlab.report.OutputDirectory;
import org.schedlab.report.ResultCsv;
import org.schedlab.report.ResultJson;
import org.schedlab.report.ResultTable;
import org.schedlab.report.RunLabels;
import org.schedlab.scenario.ComposedRun;
import org.schedlab.scenario.TimeBudget;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.trace.SchedObserver;
import org.schedlab.trace.perfetto.PerfettoTrace;
import org.schedlab.workload.SchedParams;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;

/** Simulates a run and writes what was asked for: files that are whole or not there, and the table. One thread. */
final class RunReporter {

    private static final long EVENTS_PER_LOOK = 100_000;
    private static final int NORMAL_PRIO = 120;
    private static final int MAX_RT_PRIO_MINUS_1 = 99;

    private final ComposedRun composed;
    private final RunLabels labels;
    private final Wanted wanted;

    /**
     * What the user wants to have.
     *
     * @param out directory, or null
     * @param json JSON
     * @param csv CSV
     * @param perfetto trace
     * @param explain which decisions to tell about, or null
     * @param quiet no progress
     * @param policyBudgetMs how long a policy may take for one answer
     */
    record Wanted(
            @Nullable String out,
            boolean json,
            boolean csv,
            boolean perfetto,
            @Nullable ExplainFilter explain,
            boolean quiet,
            long policyBudgetMs) {
        boolean onlyDefaults() {
            return !json && !csv && !perfetto;
        }
    }

    RunReporter(ComposedRun composed, RunLabels labels, Wanted wanted) {
        this.composed = composed;
        this.labels = labels;
        this.wanted = wanted;
    }

    void run(PrintWriter out, PrintWriter err) {
        if (wanted.out() == null) {
            PrintWriter words = wanted.onlyDefaults() ? out : err;
            print(simulate(List.of(), words, err), out);
            return;
        }
        try (OutputDirectory directory = new OutputDirectory(path(wanted.out()))) {
            // An interrupted run leaves no half-written files behind.
            Runnable cleaning = () -> closeQuietly(directory);
            ProcessEnd.add(cleaning);
            RunResult result = simulateAndTrace(directory, out, err);
            write(directory, result);
            List<String> written = directory.commit();
            ProcessEnd.remove(cleaning);
            out.print(ResultTable.of(result, labels));
            if (!wanted.quiet()) {
                err.println("wrote " + wanted.out() + ": " + String.join(", ", written));
            }
        } catch (IOException | UncheckedIOException e) {
            Throwable cause = e instanceof UncheckedIOException && e.getCause() != null ? e.getCause() : e;
            throw unwritable(wanted.out(), cause);
        }
    }

    private static InvalidInputException unwritable(String directory, Throwable cause) {
        if (cause instanceof NotDirectoryException) {
            return new InvalidInputException(
                    directory, 0, "the output directory is a file", "another name for --out is free.");
        }
        String reason = cause instanceof FileSystemException file && file.getReason() == null
                ? "no access to " + file.getFile()
                : String.valueOf(cause.getMessage());
        return new InvalidInputException(
                directory,
                0,
                "the output cannot be written (" + reason + ")",
                "the disk is full, or the directory is not yours.");
    }

    private static Path path(String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw new InvalidInputException("--out", 0, "(" + name + ") is not a path: " + e.getReason(), null);
        }
    }

    private static void closeQuietly(OutputDirectory directory) {
        try {
            directory.close();
        } catch (IOException e) {
            // The process ends; there is nobody left to tell.
            return;
        }
    }

    private void print(RunResult result, PrintWriter out) {
        if (wanted.json()) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            ResultJson.write(result, labels, bytes);
            out.print(bytes.toString(StandardCharsets.UTF_8));
        } else if (wanted.csv()) {
            out.print(ResultCsv.tasks(result));
        } else {
            out.print(ResultTable.of(result, labels));
        }
    }

    private RunResult simulateAndTrace(OutputDirectory directory, PrintWriter out, PrintWriter err) throws IOException {
        if (!wanted.perfetto()) {
            return simulate(List.of(), out, err);
        }
        Map<String, Integer> prios = priorities(composed.spec().workload());
        OutputStream file = directory.begin("trace.perfetto-trace");
        try (PerfettoTrace trace = new PerfettoTrace(
                file, composed.spec().profile().release(), kind -> prios.getOrDefault(kind, NORMAL_PRIO))) {
            return simulate(List.of(trace), out, err);
        }
    }

    private void write(OutputDirectory directory, RunResult result) throws IOException {
        if (wanted.json() || wanted.onlyDefaults()) {
            try (OutputStream file = directory.begin("result.json")) {
                ResultJson.write(result, labels, file);
            }
        }
        if (wanted.csv() || wanted.onlyDefaults()) {
            text(directory, "tasks.csv", ResultCsv.tasks(result));
            text(directory, "cpus.csv", ResultCsv.cpus(result));
            text(directory, "picks.csv", ResultCsv.picks(result));
            text(directory, "placement.csv", ResultCsv.placement(result));
            GroupsResult cgroups = result.cgroups();
            if (cgroups != null) {
                text(directory, "cgroups.csv", ResultCsv.cgroups(cgroups));
                text(directory, "leaf_list.csv", ResultCsv.leafList(cgroups));
            }
        }
    }

    private static void text(OutputDirectory directory, String name, String text) throws IOException {
        try (OutputStream file = directory.begin(name)) {
            file.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * @param words takes what --explain asks for
     */
    private RunResult simulate(List<SchedObserver> observers, PrintWriter words, PrintWriter err) {
        ExplainFilter filter = wanted.explain();
        if (filter == null) {
            return simulate(observers, err);
        }
        PlacementExplainer explainer = new PlacementExplainer(filter, words::println);
        List<SchedObserver> all = new ArrayList<>(observers);
        all.add(explainer);
        RunResult result = simulate(all, err);
        long untold = explainer.found() - PlacementExplainer.MAX_TOLD;
        words.println(explainer.found() + " decisions fit the filter"
                + (untold > 0 ? ", " + untold + " of them not shown" : ""));
        words.println();
        return result;
    }

    private RunResult simulate(List<SchedObserver> observers, PrintWriter err) {
        RunSpec spec = composed.spec();
        Simulation simulation = make(observers, err);
        long workloadNs = spec.workload().durationNs();
        long horizonNs =
                Math.min(spec.horizon().timeNs(), workloadNs == Workload.UNLIMITED ? Horizon.NONE : workloadNs);
        boolean terminal = Boolean.getBoolean("sched.stderr.terminal");
        TimeBudget budget = TimeBudget.watch(
                simulation, Thread.currentThread(), wanted.policyBudgetMs(), breach -> end(breach, err));
        try (Progress progress = new Progress(err, terminal, horizonNs)) {
            while (simulation.advance(EVENTS_PER_LOOK) == EVENTS_PER_LOOK) {
                if (!wanted.quiet()) {
                    progress.at(simulation.nowNs());
                }
            }
            return simulation.run();
        } finally {
            budget.close();
        }
    }

    private Simulation make(List<SchedObserver> observers, PrintWriter err) {
        TimeBudget budget = TimeBudget.watchMaking(
                composed, Thread.currentThread(), wanted.policyBudgetMs(), breach -> end(breach, err));
        try {
            return composed.simulation(observers);
        } finally {
            budget.close();
        }
    }

    /** A thread that is stuck in a policy cannot be stopped; the process can, and leaves no half-written files. */
    private static void end(PolicyViolationException breach, PrintWriter err) {
        Commands.broken(breach, err);
        err.flush();
        ProcessEnd.now(ExitCode.POLICY);
    }

    /** Kernel priorities by kind of task, as they are at the start. */
    private static Map<String, Integer> priorities(Workload workload) {
        Map<String, Integer> prios = new TreeMap<>();
        for (TaskSpec task : workload.tasks()) {
            SchedParams sched = task.sched();
            prios.put(
                    task.name(),
                    sched.policy().isFair() ? NORMAL_PRIO + sched.nice() : MAX_RT_PRIO_MINUS_1 - sched.rtPriority());
        }
        return prios;
    }
}
