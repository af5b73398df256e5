package org.schedlab.report;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Numbers as text. Through BigDecimal, since the text of a double differs between JDK releases and reports must not. Stateless.
 */
final class Decimals {

    private Decimals() {}

    /** Rounded to a number of decimals, half to even, in plain notation. */
    static String fixed(double value, int decimals) {
        return rounded(value, decimals).toPlainString();
    }

    static BigDecimal rounded(double value, int decimals) {
        return new BigDecimal(value).setScale(decimals, RoundingMode.HALF_EVEN);
    }

    /** {@code value / unit}, rounded. */
    static String scaled(long value, long unit, int decimals) {
        return BigDecimal.valueOf(value)
                .divide(BigDecimal.valueOf(unit), decimals, RoundingMode.HALF_EVEN)
                .toPlainString();
    }
}
