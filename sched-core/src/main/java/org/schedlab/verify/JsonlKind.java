package org.schedlab.verify;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A kind of JSON Lines file whose first line is a header object.
 *
 * @param name file name without {@code .gz}
 * @param replay runs over its rows
 */
public record JsonlKind(String name, Replay replay) implements GoldenKind {
    /** Replays all rows of a file. */
    @FunctionalInterface
    public interface Replay {
        /** Reads rows until there are none, and for each calls {@link RowCheck#row} and then a check per result field. */
        void run(JsonlRows rows, RowCheck check) throws IOException;
    }

    @Override
    public void replay(Path file, RowCheck check) throws IOException {
        try (JsonlRows rows = JsonlRows.open(file)) {
            replay.run(rows, check);
        }
    }
}
