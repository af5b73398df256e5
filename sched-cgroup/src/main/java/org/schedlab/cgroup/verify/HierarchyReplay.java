package org.schedlab.cgroup.verify;

import java.io.IOException;
import org.schedlab.plugin.Catalogue;
import org.schedlab.verify.JsonlKind;
import org.schedlab.verify.JsonlRows;
import org.schedlab.verify.RowCheck;

/**
 * Replays operations on the tasks of nested groups on two CPUs: each row is an operation and the complete state after it, leaf order and load
 * averages included.
 */
final class HierarchyReplay implements JsonlKind.Replay {

    private final Catalogue catalogue;
    private final String kernel;

    HierarchyReplay(Catalogue catalogue, String kernel) {
        this.catalogue = catalogue;
        this.kernel = kernel;
    }

    @Override
    public void run(JsonlRows rows, RowCheck check) throws IOException {
        HierarchySequence sequence = null;
        HierarchyComparison comparison = null;
        while (rows.next()) {
            if (rows.has("start")) {
                sequence = new HierarchySequence(catalogue, kernel, rows);
                comparison = new HierarchyComparison(sequence, rows, check);
            } else if (sequence == null || comparison == null) {
                throw rows.problem("operation before the first start");
            } else {
                check.row(rows.line());
                sequence.operate(rows, check);
                comparison.compare();
            }
        }
    }
}
