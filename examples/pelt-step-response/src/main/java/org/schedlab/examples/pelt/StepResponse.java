package org.schedlab.examples.pelt;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.schedlab.pelt.HalfLife;

/** The program: prints table, plot and verdict; see README.md. */
public final class StepResponse {
    /** Difference allowed between integer arithmetic and the closed form, of 1024. */
    static final double TOLERANCE = 2;

    private static final int RUN_PERIODS = 480;

    private StepResponse() {}

    /** Runs the example. */
    public static void main(String[] args) throws IOException {
        System.exit(run(args, System.out, System.err));
    }

    static int run(String[] args, PrintStream out, PrintStream err) throws IOException {
        HalfLife halfLife = HalfLife.MS_32;
        Path svg = null;
        for (int i = 0; i < args.length; i += 2) {
            String value = i + 1 < args.length ? args[i + 1] : "";
            HalfLife asked = halfLife(value);
            if (args[i].equals("--svg") && !value.isEmpty()) {
                svg = Path.of(value);
            } else if (args[i].equals("--half-life") && asked != null) {
                halfLife = asked;
            } else {
                err.println("Option (" + args[i] + " " + value + ") is not known.");
                err.println("Maybe you meant --half-life 32, 16 or 8, or --svg FILE.");
                return 2;
            }
        }
        return show(StepCurve.of(halfLife, RUN_PERIODS), halfLife, svg, out);
    }

    private static @Nullable HalfLife halfLife(String text) {
        for (HalfLife halfLife : HalfLife.values()) {
            if (text.equals(Integer.toString(halfLife.periods()))) {
                return halfLife;
            }
        }
        return null;
    }

    private static int show(StepCurve curve, HalfLife halfLife, @Nullable Path svg, PrintStream out)
            throws IOException {
        out.println("A task runs for " + RUN_PERIODS + " periods, then sleeps as long; half-life " + halfLife.periods()
                + " periods.");
        out.println();
        out.println("  period   time ms  util_avg  closed form  difference");
        for (int period = 0; period < curve.length(); period += halfLife.periods()) {
            out.printf(
                    Locale.ROOT,
                    "%8d %9.1f %9d %12.2f %11.2f%n",
                    period,
                    period * 1.048576,
                    curve.model(period),
                    curve.closedForm(period),
                    curve.model(period) - curve.closedForm(period));
        }
        out.println();
        out.println(CurvePicture.text(curve));
        if (svg != null) {
            Files.writeString(svg, CurvePicture.svg(curve));
        }
        double worst = curve.worstDifference();
        boolean holds = worst <= TOLERANCE && curve.reaches(512) == halfLife.periods();
        out.printf(
                Locale.ROOT,
                "verdict: %s (largest difference %.2f of 1024, allowed %.0f; 512 reached after %d periods)%n",
                holds ? "util_avg follows the closed form" : "util_avg LEFT the closed form",
                worst,
                TOLERANCE,
                curve.reaches(512));
        return holds ? 0 : 1;
    }
}
