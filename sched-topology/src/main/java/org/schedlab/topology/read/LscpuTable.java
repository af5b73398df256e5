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
    private static final String NO_TOPOLOGY = "lscpu did not find out; read the sysfs tree of that machine instead.";
    private static final int MAX_ROWS = CpuLists.MAX_CPU + 1;

    private record Row(int line, int cpu, boolean online, Map<String, String> values) {}

    private final String name;
    private final List<Row> rows = new ArrayList<>();
    private final Map<Integer, Integer> lineOfCpu = new TreeMap<>();
    private final Map<List<Long>, BitSet> cpusByCore = new HashMap<>();
    private final Map<List<Long>, Long> coreNumbers = new HashMap<>();
    private final Problems problems = new Problems();

    LscpuTable(String name) {
        this.name = name;
    }

    /** Adds a row. */
    void row(int line, LscpuColumns columns, List<String> words) {
        if (rows.size() == MAX_ROWS) {
            throw new InvalidInputException(name, line, "the table has more than " + MAX_ROWS + " rows", null);
        }
        try {
            Map<String, String> values = columns.values(words);
            String digits = values.getOrDefault("cpu", "");
            int cpu = CpuLists.number(digits, digits);
            Integer before = lineOfCpu.putIfAbsent(cpu, line);
            if (before != null) {
                problems.add(name, line, "cpu (" + cpu + ") has two rows", "two outputs were written to one file.");
            }
            rows.add(new Row(line, cpu, isOnline(line, values.getOrDefault("online", "yes")), values));
        } catch (IllegalArgumentException e) {
            String what = String.valueOf(e.getMessage());
            boolean number = what.startsWith("(") || what.startsWith("number");
            problems.add(
                    name, line, number ? "CPU " + what : what, number ? NO_TOPOLOGY : "the row was cut or edited.");
        }
    }

    private boolean isOnline(int line, String value) {
        switch (value.toLowerCase(Locale.ROOT)) {
            case "yes", "y", "true", "1" -> {
                return true;
            }
            case "no", "n", "false", "0" -> {
                return false;
            }
            default -> {
                problems.add(
                        name, line, "ONLINE (" + CpuLists.shortened(value) + ") is neither yes nor no", "write yes.");
                return false;
            }
        }
    }

    Topology build() {
        if (rows.isEmpty() && !problems.any()) {
            problems.add(name, 0, "the table has no row", null);
        }
        problems.throwIfAny();
        MachineDraft draft = new MachineDraft();
        for (String column : List.of("core", "socket", "node")) {
            checkToldForAll(column);
        }
        problems.throwIfAny();
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
        return draft.build(name);
    }

    /** A place that is told for some online CPUs and not for others is lost, not absent. */
    private void checkToldForAll(String column) {
        Row told = null;
        Row untold = null;
        for (Row row : rows) {
            if (row.online()) {
                boolean has = number(row, column) != null;
                told = told == null && has ? row : told;
                untold = untold == null && !has ? row : untold;
            }
        }
        if (told != null && untold != null) {
            problems.add(
                    name,
                    untold.line(),
                    "online cpu (" + untold.cpu() + ") has no " + column + ", cpu " + told.cpu() + " has one",
                    "the row was cut or edited.");
        }
    }

    private void take(Row row, MachineDraft draft) {
        int cpu = row.cpu();
        draft.possible.set(cpu);
        Integer core = number(row, "core");
        if (!row.online() && core == null) {
            return;
        }
        draft.described.set(cpu);
        if (row.online()) {
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
        if (value == null || value.isEmpty() || value.equals("-")) {
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
