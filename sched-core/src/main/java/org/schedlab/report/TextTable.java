package org.schedlab.report;

import java.util.ArrayList;
import java.util.List;
import org.schedlab.topology.input.Printable;

/** Columns of text, padded, control characters written out; the first column to the left, the others to the right. One thread. */
public final class TextTable {

    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    /** Adds a row; rows may differ in length. */
    public TextTable row(String... cells) {
        return row(List.of(cells));
    }

    /** Adds a row; rows may differ in length. */
    public TextTable row(List<String> cells) {
        rows.add(cells.stream().map(Printable::escaped).toList());
        return this;
    }

    /** All rows, each ended by a line feed, without spaces at the ends of lines. */
    @Override
    public String toString() {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(widths[i], width(row.get(i)));
            }
        }
        StringBuilder out = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                String cell = row.get(i);
                String pad = " ".repeat(widths[i] - width(cell));
                line.append(i == 0 ? cell + pad : GAP + pad + cell);
            }
            out.append(line.toString().stripTrailing()).append('\n');
        }
        return out.toString();
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
