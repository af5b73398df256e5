package org.schedlab.workload.text;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Small helpers for trees. Stateless. */
final class Nodes {

    private static final int SHOWN_CHARS = 60;
    private static final int MAX_NUMBER_CHARS = 100;
    private static final int MAX_DIGITS = 40;

    private Nodes() {}

    /** The text, cut where it would fill a terminal, with control characters made visible. */
    static String cut(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length() && i < SHOWN_CHARS; i++) {
            char c = text.charAt(i);
            out.append(Character.isISOControl(c) ? '\uFFFD' : c);
        }
        return text.length() > SHOWN_CHARS ? out + "…" : out.toString();
    }

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
