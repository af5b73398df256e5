package org.schedlab.topology.read;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
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
        String[] columns = {};
        boolean commas = false;
        int number = 0;
        for (String line : (Iterable<String>) source.text().lines()::iterator) {
            number++;
            if (PARSABLE.matcher(line).matches()) {
                columns = line.substring(1).split(",", -1);
                commas = true;
            } else if (columns.length == 0 && EXTENDED.matcher(line).matches()) {
                columns = line.strip().split("\\s+");
            } else if (!line.isBlank() && !line.startsWith("#")) {
                if (columns.length == 0) {
                    throw new InvalidInputException(
                            source.name(),
                            number,
                            "a row (" + CpuLists.shortened(line) + ") comes before the header",
                            null);
                }
                table.row(
                        number,
                        values(
                                columns,
                                commas ? line.split(",", -1) : line.strip().split("\\s+")));
            }
        }
        return table.build();
    }

    private static Map<String, String> values(String[] columns, String[] words) {
        Map<String, String> values = new TreeMap<>();
        for (int i = 0; i < columns.length && i < words.length; i++) {
            String column = columns[i].strip().toLowerCase(Locale.ROOT);
            if (!column.isEmpty()) {
                values.put(column, words[i]);
            }
        }
        return values;
    }
}
