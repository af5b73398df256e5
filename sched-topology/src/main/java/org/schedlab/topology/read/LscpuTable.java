package org.schedlab.topology.read;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.Topology;
import org.schedlab.topology.TopologyLevel;
import org.schedlab.topology.input.InvalidInputException;

/**
 * The table that {@code lscpu -p} and {@code lscpu -e} print, a row for each CPU. Core numbers may restart for each type of CPU (lscpu
 * counts three cores on an Arm phone of eight): CPUs of one socket and core number count as threads of one core when their numbers are
 * consecutive or they share the first level cache, and as different cores otherwise. Confined to one read.
 */
final class LscpuTable {

    private static final List<String> KNOWN_CACHES = List.of("l4", "l3", "l2", "l1d", "l1");
    private static final int MAX_ROWS = CpuLists.MAX_CPU + 1;

    private record Row(int line, int cpu, Map<String, String> values) {}

    private final String name;
    private final List<Row> rows = new ArrayList<>();
    private final Map<Integer, Integer> lineOfCpu = new TreeMap<>();
    private final Map<List<Long>, BitSet> cpusByCore = new HashMap<>();
    private final Map<List<Long>, Long> coreNumbers = new HashMap<>();
    private final Problems problems = new Problems();

    LscpuTable(String name) {
        this.name = name;
    }

    /** Adds a row of values by lower-case column names; a column such as {@code l1d:l2} counts as several. */
    void row(int line, Map<String, String> values) {
        if (rows.size() == MAX_ROWS) {
            throw new InvalidInputException(name, line, "the table has more than " + MAX_ROWS + " rows", null);
        }
        Map<String, String> split = new TreeMap<>();
        values.forEach((column, value) -> split(split, column.toLowerCase(Locale.ROOT), value));
        try {
            int cpu = CpuLists.number(split.getOrDefault("cpu", ""), split.getOrDefault("cpu", ""));
            Integer before = lineOfCpu.putIfAbsent(cpu, line);
            if (before != null) {
                problems.add(name, line, "cpu (" + cpu + ") has two rows", "two outputs were written to one file.");
            }
            rows.add(new Row(line, cpu, split));
        } catch (IllegalArgumentException e) {
            problems.add(name, line, "CPU " + e.getMessage(), null);
        }
    }

    private static void split(Map<String, String> into, String column, String value) {
        if (!column.contains(":")) {
            into.put(column, value.strip());
            return;
        }
        String[] columns = column.split(":", -1);
        String[] values = value.strip().split(":", -1);
        for (int i = 0; i < columns.length && i < values.length; i++) {
            into.put(columns[i].strip(), values[i].strip());
        }
    }

    Topology build() {
        if (rows.isEmpty() && !problems.any()) {
            problems.add(name, 0, "the table has no row", null);
        }
        problems.throwIfAny();
        MachineDraft draft = new MachineDraft();
        for (Row row : rows) {
            Integer core = number(row, "core");
            if (core != null) {
                cpusByCore
                        .computeIfAbsent(List.of(outer(row), (long) core), key -> new BitSet())
                        .set(row.cpu());
            }
        }
        for (Row row : rows) {
            take(row, draft);
        }
        problems.throwIfAny();
        try {
            return draft.build();
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(name, 0, String.valueOf(e.getMessage()), null);
        }
    }

    private void take(Row row, MachineDraft draft) {
        int cpu = row.cpu();
        draft.possible.set(cpu);
        String online = row.values().getOrDefault("online", "yes").toLowerCase(Locale.ROOT);
        boolean awake = !(online.equals("no") || online.equals("false") || online.equals("n") || online.equals("0"));
        Integer core = number(row, "core");
        if (!awake && core == null) {
            return;
        }
        draft.described.set(cpu);
        if (awake) {
            draft.online.set(cpu);
        }
        placePackage(row, core, draft);
        Integer node = number(row, "node");
        if (node != null) {
            draft.node(cpu, node);
        }
        placeCaches(row, draft);
    }

    private void placePackage(Row row, @Nullable Integer core, MachineDraft draft) {
        Integer socket = number(row, "socket");
        long outer = outer(row);
        if (socket != null) {
            draft.place(TopologyLevel.PACKAGE, row.cpu(), outer);
            draft.packageId(row.cpu(), socket);
        }
        if (core != null) {
            draft.place(TopologyLevel.CORE, row.cpu(), coreKey(row, outer, core));
            draft.coreId(row.cpu(), core);
        }
    }

    private long coreKey(Row row, long outer, int core) {
        BitSet alike = cpusByCore.getOrDefault(List.of(outer, (long) core), new BitSet());
        boolean consecutive = alike.length() - alike.nextSetBit(0) == alike.cardinality();
        Integer firstCache = number(row, "l1d");
        return coreNumbers.computeIfAbsent(
                List.of(outer, (long) core, consecutive || firstCache == null ? -1L : firstCache.longValue()),
                key -> (long) coreNumbers.size());
    }

    private long outer(Row row) {
        return key(number(row, "drawer"), number(row, "book"), number(row, "socket"));
    }

    private static long key(@Nullable Integer a, @Nullable Integer b, @Nullable Integer c) {
        long key = a == null ? 0 : a + 1;
        key = (key << 17) | (b == null ? 0 : b + 1);
        return (key << 17) | (c == null ? 0 : c + 1);
    }

    private void placeCaches(Row row, MachineDraft draft) {
        Integer second = number(row, "cluster");
        second = second != null ? second : number(row, "l2");
        if (second != null) {
            draft.place(TopologyLevel.CLUSTER, row.cpu(), second);
        }
        for (String cache : KNOWN_CACHES) {
            Integer id = number(row, cache);
            if (id != null) {
                int level = Character.digit(cache.charAt(1), 10);
                draft.llcLevel(row.cpu(), level);
                draft.place(TopologyLevel.LLC, row.cpu(), ((long) level << 32) | id);
                return;
            }
        }
    }

    /** A value, or null when the column is missing, empty or a dash. */
    private @Nullable Integer number(Row row, String column) {
        String value = row.values().get(column);
        if (value == null || value.isEmpty() || value.equals("-") || value.equals("null") || value.equals("-1")) {
            return null;
        }
        try {
            return CpuLists.number(value, value);
        } catch (IllegalArgumentException e) {
            problems.add(name, row.line(), column + " " + e.getMessage(), null);
            return null;
        }
    }
}
