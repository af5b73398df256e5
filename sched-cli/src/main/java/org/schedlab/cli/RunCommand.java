package org.schedlab.cli;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.schedlab.engine.PreemptionModel;
import org.schedlab.engine.Simulation;
import org.schedlab.engine.Start;
import org.schedlab.engine.Timing;
import org.schedlab.explain.ExplainFilter;
import org.schedlab.report.RunLabels;
import org.schedlab.scenario.ComposedRun;
import org.schedlab.scenario.Composer;
import org.schedlab.scenario.Located;
import org.schedlab.scenario.RunChoices;
import org.schedlab.scenario.Scenario;
import org.schedlab.topology.Topology;
import org.schedlab.topology.TopologyLevel;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.topology.input.Printable;
import org.schedlab.topology.read.TopologyReaders;
import org.schedlab.workload.text.Values;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code sched run}: simulates one workload on one machine and reports. */
@Command(
        name = "run",
        description = {
            "Simulate a workload on a machine.",
            "WORKLOAD is an rt-app JSON file, a scenario (YAML or JSON), or the id of a bundled example.",
            "Options win over what a scenario says."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class RunCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "WORKLOAD", description = "File or example.")
    private String workload = "";

    @Option(
            names = {"-t", "--topology"},
            paramLabel = "MACHINE",
            description = "A short string (\"2s 10c 2t\"), lscpu output, hwloc XML, a sysfs tree, …")
    private @Nullable String topology;

    @Option(
            names = "--kernel",
            paramLabel = "RELEASE",
            description = "Kernel to model (6.12); sched kernels lists them.")
    private @Nullable String kernel;

    @Option(
            names = "--feat",
            paramLabel = "[NO_]SWITCH",
            split = ",",
            description = "Set a sched_feature; may be repeated.")
    private List<String> features = new ArrayList<>();

    @Option(
            names = "--tunable",
            paramLabel = "NAME=VALUE",
            description = "Set a tunable, taken as it is; may be repeated.")
    private List<String> tunables = new ArrayList<>();

    @Option(
            names = "--policy",
            paramLabel = "KIND=ID[,SETTING=VALUE…]",
            description = "Choose a policy; sched policies lists them.")
    private List<String> policies = new ArrayList<>();

    @Mixin
    private PluginOptions plugins = new PluginOptions();

    @Option(
            names = "--policy-budget",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "How long a policy may take for one answer, on the clock of the wall (10s).")
    private long policyBudgetNs = 10_000_000_000L;

    @Option(names = "--hz", paramLabel = "HZ", description = "Ticks per second: 100, 250, 300 or 1000 (250).")
    private @Nullable Integer hz;

    @Option(names = "--preemption", paramLabel = "MODEL", description = "${COMPLETION-CANDIDATES}.")
    private @Nullable PreemptionModel preemption;

    @Option(names = "--start", paramLabel = "KIND", description = "How threads come to life: ${COMPLETION-CANDIDATES}.")
    private Start.@Nullable Kind start;

    @Option(
            names = "--start-phase",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "How long after a tick the run begins.")
    private @Nullable Long startPhaseNs;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of all random streams (1).")
    private @Nullable Long seed;

    @Option(
            names = {"-d", "--duration"},
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "Simulated time: 10s, 500ms.")
    private @Nullable Long durationNs;

    @Option(names = "--events", paramLabel = "N", description = "End after this many events.")
    private @Nullable Long events;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            description =
                    "Write files there: result.json, tasks.csv, cpus.csv, picks.csv and placement.csv, or those asked for.")
    private @Nullable String out;

    @Option(names = "--json", description = "JSON; without --out on stdout in place of the table.")
    private boolean json;

    @Option(names = "--csv", description = "CSV; without --out on stdout in place of the table.")
    private boolean csv;

    @Option(names = "--perfetto", description = "A trace for ui.perfetto.dev, in --out.")
    private boolean perfetto;

    @Option(
            names = "--explain",
            paramLabel = "FILTER",
            description = {
                "Tell why tasks were put on their CPUs: task=web*,run_delay>1ms.",
                "Conditions: task, waker (with * and ?), run_delay, at (times), cpu, prev, scanned."
            })
    private @Nullable String explain;

    @Option(
            names = "--probe",
            description = "Watch the invariants of EEVDF; status 1 with the last events and the queue when one breaks.")
    private boolean probe;

    @Option(
            names = {"-q", "--quiet"},
            description = "No notes and no progress.")
    private boolean quiet;

    @Override
    public Integer call() {
        checkUsage();
        PrintWriter err = spec.commandLine().getErr();
        try (Wiring wiring = Wiring.of(plugins, err)) {
            Composer composer = Composer.with(wiring.catalogue(), wiring.plugins());
            TopologyReaders readers = TopologyReaders.with(wiring.plugins().topologyReaders());
            Scenario scenario = new Inputs(readers, composer.names(choices())).read(workload, topology);
            ComposedRun run = composer.compose(scenario, choices());
            Wiring.forgetInterruption();
            if (!quiet) {
                scenario.notes().forEach(note -> err.println("note: " + Printable.escaped(note)));
                run.notes().forEach(note -> err.println("note: " + Printable.escaped(note)));
            }
            composer.warnings().forEach(warning -> err.println("warning: " + Printable.escaped(warning)));
            ExplainFilter filter = explain == null ? null : ExplainFilter.parse(explain);
            RunReporter.Wanted wanted =
                    new RunReporter.Wanted(out, json, csv, perfetto, filter, quiet, policyBudgetNs / 1_000_000);
            @Nullable Probes probes = probe ? Probes.of(run) : null;
            new RunReporter(probes == null ? run : probes.run(), labels(scenario, run), wanted)
                    .run(spec.commandLine().getOut(), err);
            if (probes != null) {
                err.println(probes.summary());
            }
        }
        return ExitCode.OK;
    }

    private static RunLabels labels(Scenario scenario, ComposedRun run) {
        Topology machine = scenario.topology();
        int cpus = machine.online().count();
        String words = cpus + (cpus == 1 ? " cpu, " : " cpus, ") + machine.occupied(TopologyLevel.LLC) + " llc, "
                + machine.nodeCount() + (machine.nodeCount() == 1 ? " node" : " nodes");
        Timing timing = run.spec().timing();
        String rhythm = "HZ " + timing.hz() + ", preemption "
                + timing.preemption().name().toLowerCase(Locale.ROOT);
        return new RunLabels(scenario.name(), scenario.topologyName(), words, rhythm, Simulation.NOT_MODELLED);
    }

    private void checkUsage() {
        CommandLine line = spec.commandLine();
        if (out != null && out.isBlank()) {
            throw new CommandLine.ParameterException(line, "--out needs the name of a directory");
        }
        if (perfetto && out == null) {
            throw new CommandLine.ParameterException(line, "--perfetto writes a file and needs --out DIR");
        }
        if (json && csv && out == null) {
            throw new CommandLine.ParameterException(line, "--json and --csv together need --out DIR");
        }
        if (hz != null && hz != 100 && hz != 250 && hz != 300 && hz != 1000) {
            throw new InvalidInputException(
                    "--hz", 0, "hz (" + hz + ") is not known", "you meant 100, 250, 300 or 1000.");
        }
        if (events != null && events < 0) {
            throw new InvalidInputException(
                    "--events", 0, "events (" + events + ") must not be negative", "the sign is too much.");
        }
    }

    private RunChoices choices() {
        return new RunChoices(
                kernel == null ? null : new Located<>(kernel, "--kernel", 0),
                located(features, "--feat"),
                located(tunables, "--tunable"),
                located(policies, "--policy"),
                new Scenario.TimingChoice(hz, preemption, null, startPhaseNs, null),
                start == null ? null : new Start(start, List.of()),
                seed,
                durationNs,
                events);
    }

    private static List<Located<String>> located(List<String> values, String option) {
        return values.stream().map(value -> new Located<>(value, option, 0)).toList();
    }

    /** Reads {@code 500ms}. */
    static final class TimeConverter implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            BigDecimal ns = text.equals("0") ? BigDecimal.ZERO : Values.parseTime(text);
            if (ns == null || ns.signum() < 0 || ns.compareTo(BigDecimal.valueOf(Values.MAX_NS)) > 0) {
                throw new TypeConversionException("'" + text + "' is not a time such as 500ms (ns, us, ms, s)");
            }
            return ns.longValue();
        }
    }
}
