package org.schedlab.plugin;

import java.util.Collection;
import java.util.Locale;
import org.apache.commons.lang3.StringUtils;

/** Finds the known name that a mistyped one probably means. */
public final class Nearest {

    private Nearest() {}

    /** The known name nearest to {@code name} by edit distance, ignoring case; the first of equals; {@code known} must not be empty. */
    public static String of(String name, Collection<String> known) {
        String wanted = name.toLowerCase(Locale.ROOT);
        String best = "";
        int bestDistance = Integer.MAX_VALUE;
        for (String candidate : known) {
            int distance = distance(wanted, candidate.toLowerCase(Locale.ROOT));
            if (distance < bestDistance) {
                bestDistance = distance;
                best = candidate;
            }
        }
        return best;
    }

    @SuppressWarnings("deprecation") // the successor lives in commons-text, which nothing else here needs
    private static int distance(String a, String b) {
        return StringUtils.getLevenshteinDistance(a, b);
    }
}
