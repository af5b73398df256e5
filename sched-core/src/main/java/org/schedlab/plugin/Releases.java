package org.schedlab.plugin;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * In which kernels a switch or tunable exists, as its declaration says for people: {@code all}, {@code 6.6+}, {@code to 6.5}, {@code 5.15 to 6.5},
 * {@code 7.x}. Stateless.
 */
final class Releases {

    private static final Pattern NUMBER = Pattern.compile("(\\d{1,5})\\.(\\d{1,5})");
    private static final String PLACES = "(\\d{1,5}\\.\\d{1,5}(?:\\.\\d{1,5})?)";
    private static final Pattern SINCE = Pattern.compile(PLACES + "\\+(.*)");
    private static final Pattern UNTIL = Pattern.compile("to " + PLACES);
    private static final Pattern BETWEEN = Pattern.compile(PLACES + " to " + PLACES);
    private static final Pattern MAJOR = Pattern.compile("(\\d+)\\.x");

    private Releases() {}

    /** Whether a kernel surely lacks it; false where the words are not understood. */
    static boolean lack(String words, String alias) {
        long kernel = order(alias);
        Matcher since = SINCE.matcher(words);
        if (since.matches()) {
            // Stable releases that got it later are named behind a comma.
            return kernel < order(since.group(1))
                    && !List.of(since.group(2).split("[ ,]+", -1)).contains(alias);
        }
        Matcher until = UNTIL.matcher(words);
        if (until.matches()) {
            return kernel > order(until.group(1));
        }
        Matcher between = BETWEEN.matcher(words);
        if (between.matches()) {
            return kernel < order(between.group(1)) || kernel > order(between.group(2));
        }
        Matcher major = MAJOR.matcher(words);
        return major.matches() && !List.of(alias.split("\\.", -1)).get(0).equals(major.group(1));
    }

    private static long order(String release) {
        Matcher number = NUMBER.matcher(release);
        return number.lookingAt() ? Long.parseLong(number.group(1)) * 1000 + Long.parseLong(number.group(2)) : 0;
    }
}
