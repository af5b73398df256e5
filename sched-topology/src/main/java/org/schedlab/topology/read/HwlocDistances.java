package org.schedlab.topology.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The matrix of NUMA latencies of an hwloc file, old or new form. Other matrices (bandwidths, hops, cores) are passed over. */
final class HwlocDistances {

    private static final int MEANS_LATENCY = 4;
    private static final int MAX_VALUES = MachineDraft.MAX_NODES * MachineDraft.MAX_NODES;

    /** One distance between nodes by the kernel's numbers. */
    record Entry(int from, int to, long distance) {}

    private final List<Long> indexes = new ArrayList<>();
    private final List<Long> values = new ArrayList<>();
    private boolean complete;
    private boolean open;
    private boolean byGpIndex;
    private boolean old;
    private double base;
    private long count;
    private int line;
    private @Nullable StringBuilder text;

    void start(
            @Nullable String type,
            @Nullable String name,
            @Nullable String kind,
            @Nullable String indexing,
            int objects,
            int at) {
        boolean latency = name == null ? (integer(kind) & MEANS_LATENCY) != 0 : name.equals("NUMALatency");
        open = !complete && "NUMANode".equals(type) && latency;
        if (open) {
            byGpIndex = "gp".equals(indexing);
            count = objects;
            line = at;
            indexes.clear();
            values.clear();
        }
    }

    void startV1(@Nullable String nbObjects, @Nullable String latencyBase, int at) {
        open = !complete;
        old = open || old;
        if (open) {
            values.clear();
            line = at;
            count = integer(nbObjects);
            base = latencyBase == null ? 1 : Double.parseDouble(latencyBase);
        }
    }

    void latencyV1(@Nullable String value) {
        if (open && value != null && values.size() < MAX_VALUES) {
            values.add(Math.round(Double.parseDouble(value) * base));
        }
    }

    void element(String element) {
        text = open ? new StringBuilder() : null;
    }

    void text(String part) {
        StringBuilder gathered = text;
        if (gathered != null && gathered.length() + part.length() < MAX_VALUES * 8) {
            gathered.append(part);
        }
    }

    void end(String element) {
        switch (element) {
            case "indexes" -> take(indexes);
            case "u64values" -> take(values);
            default -> {
                complete |= open && !values.isEmpty();
                open = false;
            }
        }
    }

    private void take(List<Long> into) {
        StringBuilder gathered = text;
        text = null;
        if (gathered == null || gathered.toString().isBlank()) {
            return;
        }
        for (String word : gathered.toString().strip().split("\\s+")) {
            if (into.size() == MAX_VALUES) {
                throw new NumberFormatException("more than " + MAX_VALUES + " distances");
            }
            into.add(Long.parseUnsignedLong(word));
        }
    }

    private static long integer(@Nullable String text) {
        return text == null ? 0 : Long.parseLong(text.strip());
    }

    /** The line where the matrix begins, 0 when there is none. */
    int line() {
        return line;
    }

    /**
     * The distances, empty when there is no matrix; an old one may be of other objects than nodes.
     *
     * @throws IllegalArgumentException when the matrix does not fit its indexes or the nodes
     */
    List<Entry> entries(List<Integer> nodesInOrder, Map<Long, Integer> nodeByGpIndex) {
        List<Integer> order = new ArrayList<>();
        if (old) {
            order.addAll(count == nodesInOrder.size() ? nodesInOrder : List.of());
        } else {
            for (Long index : indexes) {
                order.add(byGpIndex ? nodeByGpIndex.getOrDefault(index, -1) : (int) Math.min(index, Integer.MAX_VALUE));
            }
        }
        List<Entry> entries = new ArrayList<>();
        int n = order.size();
        if (!complete || (old && n == 0)) {
            return entries;
        }
        if (values.size() != n * n || (count >= 0 && count != n)) {
            throw new IllegalArgumentException(
                    values.size() + " distances do not fit (" + n + ") nodes, of " + count + " that are told");
        }
        for (int i = 0; i < n * n; i++) {
            int from = order.get(i / n);
            if (!nodesInOrder.contains(from)) {
                throw new IllegalArgumentException("node (" + from + ") has distances and is not there");
            }
            entries.add(new Entry(from, order.get(i % n), values.get(i)));
        }
        return entries;
    }
}
