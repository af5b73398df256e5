package org.schedlab.examples.shared;

import java.util.Locale;

/**
 * A figure before and after, by seed, and what is between them: mean of the paired differences with its 95 % confidence interval (Student's t).
 * Immutable.
 *
 * @param before mean before
 * @param after mean after
 * @param change mean of the differences
 * @param halfWidth half the width of the interval; 0 when all differences are equal
 * @param seeds number of pairs
 */
public record Paired(double before, double after, double change, double halfWidth, int seeds) {

    /** Two-sided 95 % quantiles of Student's t for 1 to 15 degrees of freedom. */
    private static final double[] T = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131
    };

    /** Of the same seeds in the same order; 2 to 16 of them. */
    public static Paired of(double[] before, double[] after) {
        int n = before.length;
        if (n != after.length || n < 2 || n > T.length + 1) {
            throw new IllegalArgumentException(
                    "pairs (" + n + " and " + after.length + ") are not 2 to " + (T.length + 1));
        }
        double sumBefore = 0;
        double sumAfter = 0;
        for (int i = 0; i < n; i++) {
            sumBefore += before[i];
            sumAfter += after[i];
        }
        double mean = (sumAfter - sumBefore) / n;
        double squares = 0;
        for (int i = 0; i < n; i++) {
            double off = after[i] - before[i] - mean;
            squares += off * off;
        }
        double half = T[n - 2] * Math.sqrt(squares / (n - 1) / n);
        return new Paired(sumBefore / n, sumAfter / n, mean, half, n);
    }

    /** It fell, and not by chance. */
    public boolean falls() {
        return change + halfWidth < 0;
    }

    /** It rose, and not by chance. */
    public boolean rises() {
        return change - halfWidth > 0;
    }

    /** The change in words: {@code -12.3 [-13.0, -11.6]}. */
    public String text() {
        return String.format(Locale.ROOT, "%+.2f [%+.2f, %+.2f]", change, change - halfWidth, change + halfWidth);
    }
}
