package org.schedlab.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.schedlab.scenario.Composer;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.topology.input.Printable;
import org.schedlab.truth.Comparison;
import org.schedlab.truth.Tolerances;
import org.schedlab.truth.TruthTotals;
import org.schedlab.truth.TruthVerifier;
import org.schedlab.verify.VerifyReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sched verify truth DIR}: runs the workloads of recorded kernels and says which figures agree. */
@Command(
        name = "truth",
        description = {
            "Compare whole runs with recordings of real kernels, figure by figure.",
            "A recorded figure agrees when it lies within the span of the model's runs, one for each recorded phase against the tick,",
            "widened by the published tolerances. Reported, not judged: the kernels' own repeats do not all agree either."
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:every recording was compared, whatever came of it",
            "3:a recording cannot be read or is not understood, or there is none"
        })
final class VerifyTruthCommand implements Callable<Integer> {

    private static final int MOST_WORKERS = 1_024;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(
            paramLabel = "DIR",
            description = "A recording, or a directory of recordings SCENARIO__KERNEL__MACHINE.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path directory;

    @Option(
            names = "--only",
            paramLabel = "REGEX",
            description = "Recordings whose name contains a match, such as '^s01.*6.12'.")
    private String only = "";

    @Option(
            names = "--runs",
            paramLabel = "N",
            description = "Phases against the tick that are run of each recording, at most (${DEFAULT-VALUE}).")
    private int runs = 5;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Recordings run at a time; the outcome is the same (as many as there are CPUs).")
    private int workers = Runtime.getRuntime().availableProcessors();

    @Option(
            names = {"-v", "--verbose"},
            description = "Print each figure that does not agree, not only the furthest.")
    private boolean verbose;

    @Mixin
    private PluginOptions plugins = new PluginOptions();

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        List<Path> folders = TruthVerifier.find(directory, pattern());
        if (folders.isEmpty()) {
            throw new InvalidInputException(
                    directory.toString(),
                    0,
                    "there is no recording" + (only.isEmpty() ? "" : " whose name contains a match of " + only),
                    "a folder SCENARIO__KERNEL__MACHINE with manifest.json and metrics.json was meant.");
        }
        TruthTotals totals = new TruthTotals();
        try (Wiring wiring = Wiring.of(plugins, spec.commandLine().getErr())) {
            TruthVerifier verifier = new TruthVerifier(
                    () -> Composer.with(wiring.catalogue(), wiring.plugins()),
                    Tolerances.PUBLISHED,
                    inRange("--runs", runs),
                    inRange("--workers", workers));
            verifier.verify(folders, outcome -> {
                totals.add(outcome);
                print(out, outcome);
                out.flush();
            });
        }
        out.print(totals.text());
        if (!verbose) {
            out.println(
                    "Below a recording stands the figure that is furthest off; -v names all. Known causes: docs/fidelity.md");
        }
        out.flush();
        return totals.refused() == 0 ? 0 : VerifyReport.EXIT_UNREADABLE;
    }

    private Pattern pattern() {
        try {
            return Pattern.compile(only);
        } catch (PatternSyntaxException e) {
            throw new InvalidInputException(
                    "--only", 0, "(" + only + ") is not a pattern: " + e.getDescription(), null);
        }
    }

    private static int inRange(String option, int value) {
        if (value < 1 || value > MOST_WORKERS) {
            throw new InvalidInputException(option, 0, "(" + value + ") is outside 1.." + MOST_WORKERS, null);
        }
        return value;
    }

    private void print(PrintWriter out, TruthVerifier.Outcome outcome) {
        @Nullable Comparison comparison = outcome.comparison();
        if (comparison == null) {
            out.printf(
                    Locale.ROOT,
                    "%-44s not compared: %s%n",
                    Printable.escaped(outcome.name()),
                    String.valueOf(outcome.refused()).replace(System.lineSeparator(), " "));
            return;
        }
        out.printf(
                Locale.ROOT,
                "%-44s %4d of %4d figures agree%n",
                outcome.name(),
                comparison.agreeing(),
                comparison.rows().size());
        List<Comparison.Row> apart = comparison.rows().stream()
                .filter(row -> !row.agrees())
                .sorted(Comparator.comparingDouble(VerifyTruthCommand::factor).reversed())
                .toList();
        for (Comparison.Row row : verbose ? apart : apart.subList(0, Math.min(1, apart.size()))) {
            out.printf(
                    Locale.ROOT,
                    "    %-24s %-18s recorded %s, model %s to %s%n",
                    Printable.escaped(row.of()),
                    row.what(),
                    number(row.recorded()),
                    number(row.least()),
                    number(row.most()));
        }
    }

    /** By how much the nearer end of the model's span is off. */
    private static double factor(Comparison.Row row) {
        double nearer = row.recorded() < row.least() ? row.least() : row.most();
        double ratio = (nearer + 1) / (row.recorded() + 1);
        return Double.isNaN(ratio) ? Double.MAX_VALUE : Math.max(ratio, 1 / ratio);
    }

    private static String number(double value) {
        return Double.isNaN(value)
                ? "none"
                : String.format(Locale.ROOT, value == Math.rint(value) ? "%.0f" : "%.2f", value);
    }
}
