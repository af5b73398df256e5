package org.schedlab.topology.read;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.topology.input.Nearest;

/**
 * The columns of a table of {@code lscpu}: a name such as {@code L1d:L1i:L2:L3} stands for several. Names that are
 * nearly known ones and names that come twice are refused, since a column that is passed over would make another machine; columns of a later {@code lscpu}
 * are passed over. Immutable.
 */
final class LscpuColumns {

    private static final Pattern CACHE = Pattern.compile("l\\d[di]?");
    private static final List<String> KNOWN = List.of(
            "CPU",
            "CORE",
            "CLUSTER",
            "SOCKET",
            "NODE",
            "BOOK",
            "DRAWER",
            "L1d",
            "L1i",
            "L2",
            "L3",
            "ONLINE",
            "CONFIGURED",
            "POLARIZATION",
            "ADDRESS",
            "MHZ",
            "SCALMHZ%",
            "MAXMHZ",
            "MINMHZ",
            "MODELNAME");

    private final List<List<String>> columns;

    private LscpuColumns(List<List<String>> columns) {
        this.columns = columns;
    }

    /**
     * Columns by the names of a header, or by the keys of a JSON object; an empty name separates.
     *
     * @throws InvalidInputException when a name is nearly a known one, or there twice
     */
    static LscpuColumns of(String source, int line, Collection<String> names) {
        List<List<String>> columns = new ArrayList<>();
        TreeSet<String> seen = new TreeSet<>();
        for (String name : names) {
            List<String> parts = new ArrayList<>();
            for (String part : name.strip().toLowerCase(Locale.ROOT).split(":", -1)) {
                String column = part.strip();
                if (!column.isEmpty()) {
                    check(source, line, column, seen);
                    parts.add(column);
                }
            }
            columns.add(List.copyOf(parts));
        }
        if (!seen.contains("cpu")) {
            throw new InvalidInputException(
                    source, line, "there is no column CPU", "lscpu was asked for other columns.");
        }
        return new LscpuColumns(List.copyOf(columns));
    }

    private static void check(String source, int line, String column, Set<String> seen) {
        boolean known = CACHE.matcher(column).matches() || KNOWN.stream().anyMatch(column::equalsIgnoreCase);
        if (!known && Nearest.of(column, KNOWN) != null) {
            throw new InvalidInputException(
                    source,
                    line,
                    "column (" + CpuLists.shortened(column) + ") is not known",
                    Nearest.maybe(column, KNOWN));
        }
        if (!seen.add(column)) {
            throw new InvalidInputException(
                    source, line, "column (" + column + ") is there twice", "one of the two has another name.");
        }
    }

    /**
     * Values of a row by lower-case names.
     *
     * @throws IllegalArgumentException when there are more or fewer than columns
     */
    Map<String, String> values(List<String> words) {
        if (words.size() != columns.size()) {
            throw new IllegalArgumentException(
                    "the row has " + words.size() + " values for (" + columns.size() + ") columns");
        }
        Map<String, String> values = new TreeMap<>();
        for (int i = 0; i < words.size(); i++) {
            put(values, columns.get(i), words.get(i).strip());
        }
        return values;
    }

    private static void put(Map<String, String> values, List<String> names, String word) {
        if (names.isEmpty()) {
            if (!word.isEmpty()) {
                throw new IllegalArgumentException(
                        "the row has a value (" + CpuLists.shortened(word) + ") in a column without a name");
            }
            return;
        }
        if (names.size() == 1 || word.isEmpty() || word.equals("-")) {
            names.forEach(name -> values.put(name, word));
            return;
        }
        List<String> parts = Arrays.asList(word.split(":", -1));
        if (parts.size() != names.size()) {
            throw new IllegalArgumentException(
                    "value (" + CpuLists.shortened(word) + ") does not fit the columns " + String.join(":", names));
        }
        for (int i = 0; i < parts.size(); i++) {
            values.put(names.get(i), parts.get(i).strip());
        }
    }
}
