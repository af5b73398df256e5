package org.schedlab.verify;

import org.jspecify.annotations.Nullable;

/**
 * What came out of one file.
 *
 * @param file path relative to the directory walked, with forward slashes
 * @param status how it went
 * @param rows rows replayed
 * @param equalRows rows without a difference
 * @param firstDifference the first difference, or null
 * @param problem why the file could not be read, or null
 * @param without what was not compared although rows have it; empty when all was
 */
public record FileResult(
        String file,
        Status status,
        long rows,
        long equalRows,
        RowCheck.@Nullable Difference firstDifference,
        @Nullable String problem,
        String without) {
    /** How a file went. */
    public enum Status {
        /** Every row came out equal. */
        EQUAL,
        /** At least one row did not. */
        DIFFERENT,
        /** It could not be read to its end. */
        UNREADABLE,
        /** No kind knows its name. */
        UNKNOWN,
        /** Not a vector file by its ending, such as a description. */
        OTHER
    }
}
