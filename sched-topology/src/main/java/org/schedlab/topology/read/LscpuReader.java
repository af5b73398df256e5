package org.schedlab.topology.read;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.schedlab.topology.Topology;
import org.schedlab.topology.input.InvalidInputException;

/**
 * Tables of {@code lscpu -p} and {@code lscpu -e}, as text. With {@code -y} numbers are the machine's own, otherwise lscpu's; both work.
 * Neither tells distances, capacities or nodes without CPUs.
 */
public final class LscpuReader implements TopologyReader {

    private static final Pattern EXTENDED = Pattern.compile("CPU(\\s+[A-Z0-9a-z:()%_-]+)+\\s*");
    private static final Pattern PARSABLE = Pattern.compile("#\\s*(CPU|cpu),.*");

    @Override
    public String format() {
        return "lscpu -p or -e";
    }

    @Override
    public int confidence(TopologySource source) {
        if (!source.isFile()) {
            return 0;
        }
        for (String line : source.headText().lines().limit(40).toList()) {
            if (PARSABLE.matcher(line).matches()) {
                return 80;
            }
            if (!line.isBlank() && !line.startsWith("#")) {
                return EXTENDED.matcher(line).matches() ? 90 : 0;
            }
        }
        return 0;
    }

    @Override
    public Topology read(TopologySource source) {
        LscpuTable table = new LscpuTable(source.name());
        LscpuColumns columns = null;
        boolean commas = false;
        int number = 0;
        for (String line : (Iterable<String>) source.text().lines()::iterator) {
            number++;
            boolean parsable = PARSABLE.matcher(line).matches();
            if (parsable || (columns == null && EXTENDED.matcher(line).matches())) {
                if (columns != null) {
                    throw new InvalidInputException(
                            source.name(), number, "the table has a second header", "two outputs are in one file.");
                }
                commas = parsable;
                columns = LscpuColumns.of(source.name(), number, words(parsable ? line.substring(1) : line, parsable));
            } else if (!line.isBlank() && !line.startsWith("#")) {
                if (columns == null) {
                    throw new InvalidInputException(
                            source.name(),
                            number,
                            "a row (" + CpuLists.shortened(line) + ") comes before the header",
                            null);
                }
                table.row(number, columns, words(line, commas));
            }
        }
        return table.build();
    }

    private static List<String> words(String line, boolean commas) {
        return Arrays.asList(commas ? line.split(",", -1) : line.strip().split("\\s+"));
    }
}
