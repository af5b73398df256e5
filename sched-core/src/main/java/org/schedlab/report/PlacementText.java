package org.schedlab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.schedlab.metrics.PlacementResult;

/** How CPUs were chosen, for people: what happened, not what might have. Stateless. */
final class PlacementText {

    private PlacementText() {}

    static void append(StringBuilder out, @Nullable PlacementResult placement) {
        if (placement == null || placement.wakeups() == 0) {
            return;
        }
        TextTable table = new TextTable();
        line(table, "wakeups placed", placement.wakeups(), placement.byPath(), "by");
        line(table, "cpu changed", placement.moved(), placement.moves(), "within");
        out.append('\n').append(table);
        List<String> parts = new ArrayList<>();
        parts.add(placement.affine() + " searches pulled to the waker");
        parts.add(placement.cpusScanned() + " cpus scanned");
        parts.add(placement.scansCut() + " scans cut by budget");
        parts.add(placement.ontoBusyThoughIdle() + " wakeups onto a busy cpu while an allowed one was idle");
        parts.add(placement.ontoReducedCapacity() + " onto reduced capacity");
        out.append(String.join(", ", parts)).append('\n');
    }

    private static void line(TextTable table, String what, long all, Map<String, Long> counts, String word) {
        List<String> names = new ArrayList<>(List.of(what, ""));
        List<String> values = new ArrayList<>(List.of("  " + word, String.valueOf(all)));
        counts.forEach((name, count) -> {
            if (count > 0) {
                names.add(name);
                values.add(String.valueOf(count));
            }
        });
        table.row(names);
        table.row(values);
    }
}
