package org.schedlab.truth;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How many recordings and figures agree: by machine and kernel, and by figure. One thread. */
public final class TruthTotals {

    private static final String ALL = "all";

    private final Map<String, Count> byMachine = new TreeMap<>();
    private final Map<String, Count> byFigure = new TreeMap<>();
    private final Count all = new Count();
    private int refused;

    private static final class Count {
        private long recordings;
        private long whole;
        private long figures;
        private long agreeing;

        void add(Comparison comparison) {
            recordings++;
            whole += comparison.agrees() ? 1 : 0;
            figures += comparison.rows().size();
            agreeing += comparison.agreeing();
        }

        void add(Comparison.Row row) {
            figures++;
            agreeing += row.agrees() ? 1 : 0;
        }

        double percent() {
            return figures == 0 ? 0 : 100.0 * agreeing / figures;
        }
    }

    /** Counts an outcome. */
    public void add(TruthVerifier.Outcome outcome) {
        @Nullable Comparison comparison = outcome.comparison();
        if (comparison == null) {
            refused++;
            return;
        }
        all.add(comparison);
        String machine = machines(comparison.machine());
        count(byMachine, machine + "|" + comparison.kernel()).add(comparison);
        count(byMachine, machine + "|" + ALL).add(comparison);
        for (Comparison.Row row : comparison.rows()) {
            count(byFigure, machine + "|" + row.what()).add(row);
        }
    }

    private static Count count(Map<String, Count> counts, String key) {
        return counts.computeIfAbsent(key, k -> new Count());
    }

    /** Classes of machines that behave alike. */
    private static String machines(String word) {
        if (word.equals("up1")) {
            return "1 CPU";
        }
        if (word.startsWith("n") && !word.matches("n1\\D.*")) {
            return "several nodes";
        }
        return word.contains("t") || word.startsWith("s") ? "SMT or sockets" : "one cache";
    }

    /** Recordings that could not be compared. */
    public int refused() {
        return refused;
    }

    /** Tables for people. */
    public String text() {
        StringBuilder out = new StringBuilder(String.format(
                Locale.ROOT,
                "%n%-16s %-6s %18s %22s%n",
                "machines",
                "kernel",
                "recordings whole",
                "figures that agree"));
        Map<String, Count> rows = new LinkedHashMap<>(byMachine);
        rows.put(ALL + "|" + ALL, all);
        rows.forEach((key, count) -> {
            String[] words = key.split("\\|", -1);
            out.append(String.format(
                    Locale.ROOT,
                    "%-16s %-6s %8d of %6d %8d of %6d %5.1f %%%n",
                    words[0],
                    words[1],
                    count.whole,
                    count.recordings,
                    count.agreeing,
                    count.figures,
                    count.percent()));
        });
        out.append(String.format(Locale.ROOT, "%n%-16s %-18s %22s%n", "machines", "figure", "agree"));
        byFigure.forEach((key, count) -> {
            String[] words = key.split("\\|", -1);
            out.append(String.format(
                    Locale.ROOT,
                    "%-16s %-18s %6d of %6d %5.1f %%%n",
                    words[0],
                    words[1],
                    count.agreeing,
                    count.figures,
                    count.percent()));
        });
        if (refused > 0) {
            out.append(refused).append(" recordings not compared\n");
        }
        return out.toString();
    }
}
