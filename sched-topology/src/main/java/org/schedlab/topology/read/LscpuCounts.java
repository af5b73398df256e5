package org.schedlab.topology.read;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The fields of plain {@code lscpu} output that count or list CPUs, with their lines. A value of another kind than its field is a problem;
 * a missing one ({@code -}, {@code ?} or nothing) counts as not told. Counts that come again belong to another type of CPU. Confined to one
 * read.
 */
final class LscpuCounts {

    static final String EXACT = "lscpu -p tells the place of each CPU; read that instead.";
    static final String EDITED = "the output was edited or cut.";

    private static final int MAX_COUNT = CpuLists.MAX_CPU + 1;
    private static final Pattern NODE = Pattern.compile("numa node(\\d{1,9}) cpu\\(s\\)");
    private static final Pattern CACHE = Pattern.compile("l\\d[di]?( cache)?");
    private static final Pattern SIZE =
            Pattern.compile("\\d{1,15}([.,]\\d{1,6})?\\s*([KMGT]?i?B?|bytes)(\\s+\\(([1-9]\\d{0,4}) instances?\\))?");
    private static final int INSTANCES = 4;
    private static final Set<String> PER_TYPE = Set.of(
            "thread(s) per core",
            "core(s) per socket",
            "core(s) per cluster",
            "cluster(s)",
            "socket(s)",
            "socket(s) per book",
            "book(s)",
            "book(s) per drawer",
            "drawer(s)");
    private static final Set<String> ONCE = Set.of(
            "cpu(s)",
            "numa node(s)",
            "on-line cpu(s) list",
            "on-line cpu(s) mask",
            "off-line cpu(s) list",
            "off-line cpu(s) mask");

    /** A value and its line. */
    record Field(int line, String value) {}

    /** A count and its line. */
    record Count(int line, int value) {}

    /** The counts of a type of CPU by lower-case name; {@code line} is that of the first. */
    record Section(int line, Map<String, Count> counts) {

        /** The count, or {@code absent}. */
        int get(String name, int absent) {
            Count count = counts.get(name);
            return count == null ? absent : count.value();
        }

        int lineOf(String name) {
            Count count = counts.get(name);
            return count == null ? line : count.line();
        }

        int threads() {
            return get("thread(s) per core", 1);
        }

        /** Sockets, or clusters where cores are counted by cluster: what the cores are counted per. */
        long parts() {
            if (counts.containsKey("core(s) per cluster")) {
                return get("cluster(s)", 1);
            }
            return sockets();
        }

        /** Sockets, in all books and drawers. */
        long sockets() {
            long perBook = get("socket(s) per book", 0);
            long books = get("book(s)", 0);
            long inAll = books > 0 ? books : (long) get("book(s) per drawer", 1) * get("drawer(s)", 1);
            return perBook > 0 ? perBook * inAll : get("socket(s)", 1);
        }

        long cores() {
            return get("core(s) per socket", get("core(s) per cluster", 1)) * parts();
        }

        /** CPUs that the counts make when they are multiplied. */
        long cpus() {
            return cores() * threads();
        }

        /** The name of a count that must be there beside the others, or null. */
        @Nullable
        String missing() {
            if (!counts.containsKey("thread(s) per core")) {
                return "Thread(s) per core";
            }
            if (counts.containsKey("core(s) per cluster")) {
                return counts.containsKey("cluster(s)") ? null : "Cluster(s)";
            }
            if (!counts.containsKey("core(s) per socket")) {
                return "Core(s) per socket";
            }
            if (counts.containsKey("socket(s) per book")) {
                boolean books = counts.containsKey("book(s)")
                        || (counts.containsKey("book(s) per drawer") && counts.containsKey("drawer(s)"));
                return books ? null : "Book(s)";
            }
            return counts.containsKey("socket(s)") ? null : "Socket(s)";
        }
    }

    private final String name;
    private final Problems problems;
    private final Map<String, Field> first = new TreeMap<>();
    private final List<Section> sections = new ArrayList<>();
    private final Map<Integer, BitSet> nodes = new TreeMap<>();
    private final Map<Integer, Integer> lineOfNode = new TreeMap<>();

    LscpuCounts(String name, Problems problems) {
        this.name = name;
        this.problems = problems;
    }

    void field(int line, String field, String value) {
        String key = field.toLowerCase(Locale.ROOT).replaceAll(":$", "").strip();
        Matcher node = NODE.matcher(key);
        if (node.matches()) {
            node(line, node.group(1), value);
        } else if (PER_TYPE.contains(key)) {
            perType(line, key, field, value);
        } else {
            Field before = first.putIfAbsent(key, new Field(line, value));
            if (before != null && ONCE.contains(key) && !before.value().equals(value)) {
                problems.add(
                        name,
                        line,
                        named(field, value) + " was (" + CpuLists.shortened(before.value()) + ") in line "
                                + before.line(),
                        "two outputs were written to one file.");
            }
            if (CACHE.matcher(key).matches()
                    && isTold(value)
                    && !SIZE.matcher(value).matches()) {
                problems.add(
                        name,
                        line,
                        named(field, value) + " is not the size of a cache",
                        "it should read as 32 MiB (2 instances).");
            }
        }
    }

    private static String named(String field, String value) {
        return field.replaceAll(":$", "").strip() + " (" + CpuLists.shortened(value) + ")";
    }

    private void node(int line, String digits, String value) {
        int node = Integer.parseInt(digits);
        if (node > MachineDraft.MAX_NODE) {
            problems.add(name, line, "node (" + node + ") is beyond " + MachineDraft.MAX_NODE, null);
            return;
        }
        BitSet cpus = set(line, value, value.startsWith("0x"));
        BitSet before = nodes.putIfAbsent(node, cpus);
        if (before != null && !before.equals(cpus)) {
            problems.add(
                    name,
                    line,
                    "node " + node + " has other cpus (" + CpuLists.shortened(value) + ") than in line "
                            + lineOfNode.get(node),
                    "two outputs were written to one file.");
        }
        lineOfNode.putIfAbsent(node, line);
    }

    private void perType(int line, String key, String field, String value) {
        if (sections.isEmpty()
                || (key.equals("thread(s) per core")
                        && sections.get(sections.size() - 1).counts().containsKey(key))) {
            sections.add(new Section(line, new TreeMap<>()));
        }
        Count count = count(line, field, value);
        Section section = sections.get(sections.size() - 1);
        Count before = count == null ? null : section.counts().putIfAbsent(key, count);
        if (count != null && before != null && before.value() != count.value()) {
            problems.add(
                    name,
                    line,
                    named(field, value) + " was (" + before.value() + ") in line " + before.line(),
                    "two outputs were written to one file.");
        }
    }

    private static boolean isTold(String value) {
        return !(value.isEmpty() || value.equals("-") || value.equals("?") || value.equals("(null)"));
    }

    private @Nullable Count count(int line, String field, String value) {
        if (!isTold(value)) {
            return null;
        }
        if (value.matches("\\d{1,6}")) {
            int count = Integer.parseInt(value);
            if (count >= 1 && count <= MAX_COUNT) {
                return new Count(line, count);
            }
        }
        problems.add(name, line, named(field, value) + " is not a number from 1 to " + MAX_COUNT, EDITED);
        return null;
    }

    private BitSet set(int line, String value, boolean mask) {
        try {
            return !isTold(value) ? new BitSet() : mask ? CpuLists.mask(value) : CpuLists.list(value);
        } catch (IllegalArgumentException e) {
            problems.add(name, line, String.valueOf(e.getMessage()), null);
            return new BitSet();
        }
    }

    /** A set of CPUs that is given as a list, or with {@code lscpu -x} as a mask; null when it is not there. */
    @Nullable
    BitSet set(String what) {
        Field list = first.get(what + " cpu(s) list");
        Field mask = first.get(what + " cpu(s) mask");
        if (list != null) {
            return set(list.line(), list.value(), false);
        }
        return mask == null ? null : set(mask.line(), mask.value(), true);
    }

    /** A count that is there once, or null. */
    @Nullable
    Count once(String key) {
        Field field = first.get(key);
        return field == null
                ? null
                : count(field.line(), key.equals("cpu(s)") ? "CPU(s)" : "NUMA node(s)", field.value());
    }

    List<Section> sections() {
        return sections;
    }

    /** CPUs of each node that is listed. */
    Map<Integer, BitSet> nodes() {
        return nodes;
    }

    int lineOfNode(int node) {
        return lineOfNode.getOrDefault(node, 0);
    }

    int lineOf(String key) {
        Field field = first.get(key);
        return field == null ? 0 : field.line();
    }

    String value(String key, String absent) {
        Field field = first.get(key);
        return field == null ? absent : field.value();
    }

    boolean has(String key) {
        return first.containsKey(key);
    }

    /** What is said of caches of a level: {@code L3 cache}, or {@code L3} below the word "Caches" as terminals show it. */
    private @Nullable Field cache(int level) {
        Field flat = first.get("l" + level + " cache");
        Field cache = flat != null ? flat : first.get("l" + level);
        return cache == null || !isTold(cache.value()) ? null : cache;
    }

    boolean hasCache(int level) {
        return cache(level) != null;
    }

    int lineOfCache(int level) {
        Field cache = cache(level);
        return cache == null ? 0 : cache.line();
    }

    /** How many first level data caches there are, where it is told. */
    int firstCaches(int otherwise) {
        Field flat = first.get("l1d cache");
        return instances(flat != null ? flat : first.get("l1d"), otherwise);
    }

    /** How many caches of a level there are, where it is told. */
    int instances(int level, int otherwise) {
        return instances(cache(level), otherwise);
    }

    private static int instances(@Nullable Field cache, int otherwise) {
        Matcher matcher = SIZE.matcher(cache == null ? "" : cache.value());
        return matcher.matches() && matcher.group(INSTANCES) != null
                ? Integer.parseInt(matcher.group(INSTANCES))
                : otherwise;
    }
}
