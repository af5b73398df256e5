package org.schedlab.topology.read;

import java.util.regex.Pattern;
import org.schedlab.topology.Topology;

/**
 * Plain {@code lscpu} output. It gives counts, not places: which CPUs are threads of a core, and which cores share a cache, is assumed. See
 * {@link LscpuSummary} for the assumptions; {@code lscpu -p} and sysfs snapshots are exact.
 */
public final class LscpuTextReader implements TopologyReader {

    private static final Pattern FIELD =
            Pattern.compile("(CPU\\(s\\)|On-line CPU\\(s\\) list|Thread\\(s\\) per core):.*");
    private static final int MAX_LINES = 20_000;

    @Override
    public String format() {
        return "lscpu text";
    }

    @Override
    public int confidence(TopologySource source) {
        if (!source.isFile()) {
            return 0;
        }
        long fields = source.headText()
                .lines()
                .filter(line -> FIELD.matcher(line.strip()).matches())
                .count();
        return fields >= 2 ? 85 : 0;
    }

    @Override
    public Topology read(TopologySource source) {
        LscpuSummary summary = new LscpuSummary(source.name());
        int number = 0;
        for (String line : (Iterable<String>) source.text().lines().limit(MAX_LINES)::iterator) {
            number++;
            int colon = line.indexOf(':');
            if (colon > 0 && line.charAt(0) != '#') {
                summary.field(
                        number,
                        line.substring(0, colon).strip(),
                        line.substring(colon + 1).strip());
            }
        }
        return summary.build();
    }
}
