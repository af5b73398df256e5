package org.schedlab.verify;

import java.io.IOException;
import java.nio.file.Path;

/**
 * One kind of golden file: which names it has, and how its rows are replayed.
 *
 * <p>Kinds stand in an explicit ordered list, the first that matches a file name replays it. An implementation reads the file row by row with
 * {@link CsvRows} or {@link JsonlRows} (see {@link CsvKind}, {@link JsonlKind}), keeps at most the state of one sequence, and hands every
 * field to the {@link RowCheck}; it knows nothing of particular files. Instances are stateless and may be shared.
 */
public interface GoldenKind {
    /** Returns the name that reports show, which is also the file name without its folder and {@code .gz}. */
    String name();

    /** Whether this kind replays a file of that name, given without folder and {@code .gz}. */
    default boolean matches(String fileName) {
        return fileName.equals(name());
    }

    /**
     * Replays a file.
     *
     * @throws IOException if it cannot be read
     * @throws org.schedlab.topology.input.InvalidInputException if a row is malformed, naming file and line
     */
    void replay(Path file, RowCheck check) throws IOException;
}
