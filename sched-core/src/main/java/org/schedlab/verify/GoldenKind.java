package org.schedlab.verify;

import java.io.IOException;
import java.nio.file.Path;

/**
 * One kind of golden file: which names it has, and how its rows are replayed.
 *
 * <p>The file name says the kind, see {@link GoldenVerifier}. An implementation reads the file row by row with
 * {@link CsvRows} or {@link JsonlRows} (see {@link CsvKind}, {@link JsonlKind}), keeps at most the state of one sequence, and hands every
 * field to the {@link RowCheck}; it knows nothing of particular files. Instances are stateless and may be shared.
 */
public interface GoldenKind {
    /** Returns the name that files of this kind have, without folder and {@code .gz}, such as {@code eevdf_612_ops.jsonl}. */
    String name();

    /** Returns what is not compared although a row has it, for the report; empty when all is. */
    default String without() {
        return "";
    }

    /**
     * Replays a file.
     *
     * @throws IOException if it cannot be read
     * @throws org.schedlab.topology.input.InvalidInputException if a row is malformed, naming file and line
     */
    void replay(Path file, RowCheck check) throws IOException;
}
