package org.schedlab.verify;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A kind of CSV file with a header line.
 *
 * @param name file name without {@code .gz}
 * @param replay runs over its rows
 */
public record CsvKind(String name, Replay replay) implements GoldenKind {
    /** Replays all rows of a file. */
    @FunctionalInterface
    public interface Replay {
        /** Reads rows until there are none, and for each calls {@link RowCheck#row} and then a check per result field. */
        void run(CsvRows rows, RowCheck check) throws IOException;
    }

    @Override
    public void replay(Path file, RowCheck check) throws IOException {
        try (CsvRows rows = CsvRows.open(file)) {
            replay.run(rows, check);
            String unasked = rows.unaskedColumn();
            if (unasked != null) {
                throw rows.problem(
                        "column (" + unasked + ") is not looked at, so that nobody can say that the rows are equal");
            }
        }
    }
}
