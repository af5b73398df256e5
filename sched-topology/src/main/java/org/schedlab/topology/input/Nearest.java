package org.schedlab.topology.input;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the known name that somebody probably meant. Stateless. */
public final class Nearest {

    private static final int MAX_CHARS = 64;
    private static final int LEAST_PREFIX = 4;

    private Nearest() {}

    /**
     * The first of {@code known} that begins with the name, or else the nearest by edits (insert, delete, replace, swap of neighbours; case counts nothing), or null when none is near: at
     * most a third of the letters may differ. Ties go to the first. O(known × length²).
     */
    public static @Nullable String of(String name, Collection<String> known) {
        if (name.length() > MAX_CHARS) {
            return null;
        }
        String wanted = name.toLowerCase(Locale.ROOT);
        if (wanted.length() >= LEAST_PREFIX) {
            for (String candidate : known) {
                if (candidate.toLowerCase(Locale.ROOT).startsWith(wanted)) {
                    return candidate;
                }
            }
        }
        String best = null;
        int bestEdits = Integer.MAX_VALUE;
        for (String candidate : known) {
            int edits = edits(wanted, candidate.toLowerCase(Locale.ROOT));
            int allowed = Math.max(1, Math.max(wanted.length(), candidate.length()) / 3);
            if (edits <= allowed && edits < bestEdits) {
                best = candidate;
                bestEdits = edits;
            }
        }
        return best;
    }

    /** A suggestion for {@link InputProblem#maybe()}: the nearest name if there is one, then all known ones. */
    public static String maybe(String name, Collection<String> known) {
        String nearest = of(name, known);
        String all = "Known: " + String.join(", ", known) + ".";
        return nearest == null ? "one of the known names was meant. " + all : "you meant " + nearest + ". " + all;
    }

    private static int edits(String a, String b) {
        int[] beforePrevious = new int[b.length() + 1];
        int[] previous = new int[b.length() + 1];
        int[] current = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replace = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replace, 1 + Math.min(previous[j], current[j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    current[j] = Math.min(current[j], beforePrevious[j - 2] + 1);
                }
            }
            int[] free = beforePrevious;
            beforePrevious = previous;
            previous = current;
            current = free;
        }
        return previous[b.length()];
    }
}
