package org.schedlab.verify;

import org.jspecify.annotations.Nullable;

/**
 * Counts the rows of a file that a replay reproduced, and keeps the first difference. A row is equal if every field checked in it was; a row
 * without any check is an error of the kind. Mutable, confined to one thread; no allocation while fields are equal.
 */
public final class RowCheck {
    private long rows;
    private long equalRows;
    private long line;
    private int fields;
    private boolean open;
    private boolean differs;
    private @Nullable Difference first;

    /** Begins a row, ending the one before. */
    public void row(long lineNumber) {
        close();
        open = true;
        line = lineNumber;
        differs = false;
        fields = 0;
    }

    /** Checks a field whose values are printed unsigned. */
    public void unsigned(String field, long expected, long got) {
        fields++;
        if (expected != got) {
            differ(field, Long.toUnsignedString(expected), Long.toUnsignedString(got));
        }
    }

    /** Checks a field whose values are printed signed. */
    public void signed(String field, long expected, long got) {
        fields++;
        if (expected != got) {
            differ(field, Long.toString(expected), Long.toString(got));
        }
    }

    /** Checks a field of a named element, {@code prefix.field}, printed signed; the name is put together only for a difference. */
    public void signed(String prefix, String field, long expected, long got) {
        fields++;
        if (expected != got) {
            differ(prefix + "." + field, Long.toString(expected), Long.toString(got));
        }
    }

    /** Checks a field of a named element, {@code prefix.field}, printed unsigned; the name is put together only for a difference. */
    public void unsigned(String prefix, String field, long expected, long got) {
        fields++;
        if (expected != got) {
            differ(prefix + "." + field, Long.toUnsignedString(expected), Long.toUnsignedString(got));
        }
    }

    /** Checks a field that is text. */
    public void text(String field, String expected, String got) {
        fields++;
        if (!expected.equals(got)) {
            differ(field, expected, got);
        }
    }

    private void differ(String field, String expected, String got) {
        differs = true;
        if (first == null) {
            first = new Difference(line, field, expected, got);
        }
    }

    private void close() {
        if (!open) {
            return;
        }
        if (fields == 0) {
            throw new IllegalStateException("Row at line (" + line + ") was replayed without checking a field.");
        }
        rows++;
        if (!differs) {
            equalRows++;
        }
        open = false;
    }

    /** Ends the last row. */
    void end() {
        close();
    }

    /** Returns the rows begun and ended so far. */
    public long rows() {
        return rows;
    }

    /** Returns the rows without a difference. */
    public long equalRows() {
        return equalRows;
    }

    /** Returns the first difference, or null while there is none. */
    public @Nullable Difference firstDifference() {
        return first;
    }

    /**
     * A field that did not come out as recorded.
     *
     * @param line line of the uncompressed file, counted from 1; the header is line 1
     * @param field name of the field
     * @param expected the recorded value
     * @param got the value of the replay
     */
    public record Difference(long line, String field, String expected, String got) {}
}
