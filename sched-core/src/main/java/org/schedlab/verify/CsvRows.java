package org.schedlab.verify;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.input.InvalidInputException;

/**
 * Rows of a CSV file with a header line, one at a time. Numbers are decimal, up to 64 bits signed or unsigned; cells are neither quoted nor
 * escaped. Every malformed row is refused with file and line. Confined to one thread.
 */
public final class CsvRows implements Closeable {
    /** Columns that only count rows. */
    private static final Set<String> POSITIONS = Set.of("seq", "step");

    private final GoldenLines lines;
    private final List<String> header;
    private final String[] cells;
    private final BitSet asked = new BitSet();

    private CsvRows(GoldenLines lines, List<String> header) {
        this.lines = lines;
        this.header = header;
        this.cells = new String[header.size()];
    }

    /** Opens a file and reads its header. */
    public static CsvRows open(Path file) throws IOException {
        GoldenLines lines = GoldenLines.open(file);
        try {
            String first = lines.next();
            if (first == null) {
                throw lines.problem("file is empty", "its header line was lost");
            }
            return new CsvRows(lines, split(first));
        } catch (IOException | RuntimeException e) {
            lines.close();
            throw e;
        }
    }

    private static List<String> split(String line) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        for (int comma = line.indexOf(','); comma >= 0; comma = line.indexOf(',', from)) {
            parts.add(line.substring(from, comma));
            from = comma + 1;
        }
        parts.add(line.substring(from));
        return parts;
    }

    /** Moves to the next row; returns false after the last. */
    public boolean next() throws IOException {
        String line = lines.next();
        if (line == null) {
            return false;
        }
        List<String> parts = split(line);
        if (parts.size() != cells.length) {
            throw lines.problem("row has (" + parts.size() + ") cells, its header " + cells.length, "the file was cut");
        }
        parts.toArray(cells);
        return true;
    }

    /** Returns the line of the current row, counted from 1 with the header. */
    public long line() {
        return lines.line();
    }

    /** Returns the index of a column; refuses the file if it has none of that name. */
    public int column(String name) {
        int column = header.indexOf(name);
        if (column < 0) {
            throw lines.problem(
                    "column (" + name + ") is missing",
                    "the file is of another kind; it has " + String.join(", ", header));
        }
        asked.set(column);
        return column;
    }

    /** Returns the name of the first column that nobody asked for, or null. */
    @Nullable
    String unaskedColumn() {
        for (int column = 0; column < header.size(); column++) {
            if (!asked.get(column) && !POSITIONS.contains(header.get(column))) {
                return header.get(column);
            }
        }
        return null;
    }

    /** Returns the indices of several columns. */
    public int[] columns(String... names) {
        int[] columns = new int[names.length];
        for (int i = 0; i < names.length; i++) {
            columns[i] = column(names[i]);
        }
        return columns;
    }

    /** Returns a cell as text. */
    public String text(int column) {
        return cells[column];
    }

    /** Returns a cell as a number; values beyond 2^63 come out as the same bits, negative. */
    public long num(int column) {
        String cell = cells[column];
        try {
            return cell.startsWith("-") ? Long.parseLong(cell) : Long.parseUnsignedLong(cell);
        } catch (NumberFormatException e) {
            throw lines.problem(
                    "cell (" + cell + ") of column " + header.get(column) + " is not a 64-bit number", null);
        }
    }

    /** Returns a cell as a number that must fit an int. */
    public int intNum(int column) {
        long value = num(column);
        if (value != (int) value) {
            throw lines.problem(
                    "cell (" + cells[column] + ") of column " + header.get(column) + " is not a 32-bit number", null);
        }
        return (int) value;
    }

    /** Returns whether a cell is a number other than 0. */
    public boolean flag(int column) {
        return num(column) != 0;
    }

    /** Makes the refusal of the current row. */
    public InvalidInputException problem(String what) {
        return lines.problem(what, null);
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
