package org.schedlab.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.schedlab.cgroup.verify.BandwidthKinds;
import org.schedlab.cgroup.verify.HierarchyKinds;
import org.schedlab.plugin.Catalogue;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.verify.FileResult;
import org.schedlab.verify.GoldenKind;
import org.schedlab.verify.GoldenKinds;
import org.schedlab.verify.GoldenVerifier;
import org.schedlab.verify.OperationKinds;
import org.schedlab.verify.PickUnitKinds;
import org.schedlab.verify.PlacementKinds;
import org.schedlab.verify.RowCheck;
import org.schedlab.verify.VerifyReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code sched verify golden DIR}: replays every file of a directory of golden vectors and prints, per file, rows, equal rows and the first
 * difference. Exits with 0 if all replayed rows are equal, 1 on any difference, 3 if a file cannot be read or nothing could be replayed.
 */
@Command(
        name = "golden",
        description = {
            "Replay golden vectors: recorded results of real kernels, row by row.",
            "The line of a difference counts from 1 in the uncompressed file; the header is line 1.",
            "Sequences of operations run under the profiles of their kernels, with what plugins add to them."
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:every row that was replayed is equal",
            "1:a row differs",
            "3:a file cannot be read, or none is of a known kind"
        })
final class VerifyGoldenCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "Directory with vector files, searched with all folders below it.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path directory;

    @Mixin
    private PluginOptions plugins = new PluginOptions();

    /** All kinds, in the order in which they are asked; the catalogue has the profiles with which operations are replayed. */
    private static List<GoldenKind> kinds(Catalogue catalogue) {
        List<GoldenKind> kinds = new ArrayList<>(GoldenKinds.builtIn());
        kinds.addAll(OperationKinds.all(catalogue));
        kinds.addAll(PickUnitKinds.all(catalogue));
        kinds.addAll(PlacementKinds.all(catalogue));
        kinds.addAll(HierarchyKinds.all(catalogue));
        kinds.addAll(BandwidthKinds.all());
        return kinds;
    }

    @Override
    public Integer call() {
        try (Wiring wiring = Wiring.of(plugins, spec.commandLine().getErr())) {
            return verify(kinds(wiring.catalogue()));
        }
    }

    private int verify(List<GoldenKind> kinds) {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        VerifyReport report;
        try {
            out.printf(Locale.ROOT, "%-44s %9s %9s  %s%n", "file", "rows", "equal", "result");
            report = new GoldenVerifier(kinds).verify(directory, file -> {
                if (file.status() != FileResult.Status.OTHER) {
                    out.println(line(file));
                    out.flush();
                }
            });
            report.files().stream()
                    .filter(file -> file.status() == FileResult.Status.OTHER)
                    .forEach(file -> out.println(line(file)));
        } catch (InvalidInputException e) {
            err.println(e.getMessage());
            err.flush();
            return VerifyReport.EXIT_UNREADABLE;
        }
        out.printf(Locale.ROOT, "%-44s %9d %9d  %s%n", "total", report.rows(), report.equalRows(), summary(report));
        out.flush();
        return report.exitCode();
    }

    private static String line(FileResult file) {
        return String.format(
                Locale.ROOT, "%-44s %9d %9d  %s", file.file(), file.rows(), file.equalRows(), result(file));
    }

    private static String result(FileResult file) {
        RowCheck.Difference first = file.firstDifference();
        String problem = file.problem() == null ? "" : file.problem().replace(System.lineSeparator(), " ");
        return switch (file.status()) {
            case EQUAL -> file.without().isEmpty() ? "equal" : "equal; not compared: " + file.without();
            case UNKNOWN -> "unknown kind, not replayed";
            case OTHER -> "not a vector file";
            case UNREADABLE -> "UNREADABLE: " + problem;
            case DIFFERENT ->
                "DIFFERENT"
                        + (first == null
                                ? ""
                                : " at line " + first.line() + ", field " + first.field() + ": expected "
                                        + first.expected() + ", got " + first.got())
                        + (problem.isEmpty() ? "" : "; then UNREADABLE: " + problem);
        };
    }

    private static String summary(VerifyReport report) {
        return report.count(FileResult.Status.EQUAL) + " equal, "
                + report.count(FileResult.Status.DIFFERENT) + " different, "
                + report.count(FileResult.Status.UNREADABLE) + " unreadable, "
                + report.count(FileResult.Status.UNKNOWN) + " unknown"
                + (report.count(FileResult.Status.OTHER) > 0
                        ? "; beside them " + report.count(FileResult.Status.OTHER) + " other files"
                        : "");
    }
}
