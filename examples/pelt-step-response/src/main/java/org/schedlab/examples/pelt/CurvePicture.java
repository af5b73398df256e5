package org.schedlab.examples.pelt;

import java.util.Locale;

/** Draws a curve as text and as SVG. Stateless. */
final class CurvePicture {
    private static final int ROWS = 16;
    private static final int COLUMNS = 72;
    private static final int SVG_WIDTH = 720;
    private static final int SVG_HEIGHT = 320;
    private static final int FULL = 1024;

    private CurvePicture() {}

    /** A plot of the model ({@code *}) and of the closed form where a character cell shows only that ({@code .}). */
    static String text(StepCurve curve) {
        StringBuilder plot = new StringBuilder();
        for (int row = ROWS; row >= 0; row--) {
            plot.append(String.format(Locale.ROOT, "%5d |", row * FULL / ROWS));
            for (int column = 0; column <= COLUMNS; column++) {
                int period = column * (curve.length() - 1) / COLUMNS;
                boolean model = Math.round(curve.model(period) * (double) ROWS / FULL) == row;
                boolean form = Math.round(curve.closedForm(period) * ROWS / FULL) == row;
                plot.append(model ? '*' : form ? '.' : ' ');
            }
            plot.append('\n');
        }
        plot.append("      +").append("-".repeat(COLUMNS + 1)).append('\n');
        return plot.append("       0 to ")
                .append(curve.length() - 1)
                .append(" periods of 1.048576 ms; * util_avg, . closed form\n")
                .toString();
    }

    static String svg(StepCurve curve) {
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + SVG_WIDTH + "\" height=\"" + SVG_HEIGHT
                + "\" viewBox=\"0 -10 " + SVG_WIDTH + " " + (SVG_HEIGHT + 20) + "\">\n"
                + "<title>util_avg after a task starts and stops running</title>\n"
                + "<rect width=\"100%\" height=\"" + SVG_HEIGHT + "\" fill=\"none\" stroke=\"#999\"/>\n"
                + line(curve, true, "#d95f02", "6")
                + line(curve, false, "#1b6ca8", "2")
                + "<text x=\"10\" y=\"16\" font-size=\"12\">util_avg (thin) on the closed form (wide), 0 to 1024</text>\n"
                + "</svg>\n";
    }

    private static String line(StepCurve curve, boolean closedForm, String colour, String width) {
        StringBuilder points = new StringBuilder();
        for (int period = 0; period < curve.length(); period++) {
            double value = closedForm ? curve.closedForm(period) : curve.model(period);
            points.append(String.format(
                    Locale.ROOT,
                    "%.1f,%.2f ",
                    period * (double) SVG_WIDTH / (curve.length() - 1),
                    SVG_HEIGHT * (1 - value / FULL)));
        }
        return "<polyline fill=\"none\" stroke=\"" + colour + "\" stroke-width=\"" + width + "\" points=\""
                + points.toString().trim() + "\"/>\n";
    }
}
