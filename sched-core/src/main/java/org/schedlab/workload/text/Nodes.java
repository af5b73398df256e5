package org.schedlab.workload.text;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Small helpers for trees. Stateless. */
final class Nodes {

    private static final int MAX_NUMBER_CHARS = 100;
    private static final int MAX_DIGITS = 40;

    private Nodes() {}

    /**
     * The number that {@code text} writes, or null when it is none or has more than {@value #MAX_DIGITS} digits before or behind the point:
     * arithmetic on such numbers would take unbounded time.
     */
    static @Nullable BigDecimal number(String text) {
        if (text.length() > MAX_NUMBER_CHARS) {
            return null;
        }
        try {
            BigDecimal value = new BigDecimal(text);
            long integerDigits = (long) value.precision() - value.scale();
            return integerDigits > MAX_DIGITS || value.scale() > MAX_DIGITS ? null : value;
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
