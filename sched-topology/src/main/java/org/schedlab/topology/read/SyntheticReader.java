package org.schedlab.topology.read;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.Topology;
import org.schedlab.topology.TopologyLevel;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.topology.input.Nearest;

/**
 * hwloc's synthetic strings, {@code pack:2 numa:2 l3:1 core:8 pu:2} or only counts, {@code 2 4 2}. A memory node may also be attached to the
 * level before it: {@code pack:2 [numa] core:4 pu:1}. Sizes in parentheses are passed over; {@code indexes} of PUs and memory nodes are followed
 * when they are a plain list. Counts without types are taken from the innermost: pu, core, package, node.
 */
public final class SyntheticReader implements TopologyReader {

    private static final Pattern LEVEL = Pattern.compile(
            "\\s*(\\[)?\\s*(?:([a-z][a-z0-9]*)\\s*)?(?::?\\s*(\\d{1,6}))?\\s*(?:\\(([^)]*)\\))?\\s*(\\])?");
    private static final Pattern TYPED = Pattern.compile(
            "(?i)\\s*(machine|group|numa|numanode|node|pack|package|socket|die|l[1-5][du]?|l[1-5]d?cache|core|pu|\\[).*:.*");
    private static final Pattern COUNTS = Pattern.compile("\\s*\\d{1,6}(\\s+\\d{1,6}){1,5}\\s*");
    private static final Pattern PLAIN = Pattern.compile("[0-9]+(,[0-9]+)*");
    private static final List<String> ATTRIBUTES = List.of("indexes", "memory", "size", "memorysidecachesize");
    private static final List<String> UNTYPED = List.of("pu", "core", "package", "numanode");
    private static final int MAX_LEVELS = 16;
    private static final int MAX_CPUS = CpuLists.MAX_CPU + 1;

    /** A level from the outside in; an attached node has a count of 1. */
    private record Level(String type, int count, @Nullable String indexes) {}

    @Override
    public String format() {
        return "hwloc synthetic string";
    }

    @Override
    public int confidence(TopologySource source) {
        if (!source.isText() || source.name().length() > 4096) {
            return 0;
        }
        return TYPED.matcher(source.name()).matches()
                        || COUNTS.matcher(source.name()).matches()
                ? 70
                : 0;
    }

    @Override
    public Topology read(TopologySource source) {
        String text = source.name();
        List<Level> levels = levels(text);
        long cpus = 1;
        for (Level level : levels) {
            cpus *= level.count();
            if (cpus > MAX_CPUS) {
                throw new InvalidInputException(
                        text, 0, "the machine has more than (" + MAX_CPUS + ") CPUs", "a count is wrong.");
            }
        }
        return machine(text, levels, (int) cpus);
    }

    private static List<Level> levels(String text) {
        List<Level> levels = new ArrayList<>();
        Matcher matcher = LEVEL.matcher(text.toLowerCase(Locale.ROOT));
        int at = 0;
        while (at < text.length()) {
            boolean found = matcher.find(at) && matcher.start() == at && matcher.end() > at;
            boolean attached = found && matcher.group(1) != null;
            if (!found || levels.size() == MAX_LEVELS || attached != (matcher.group(5) != null)) {
                throw new InvalidInputException(
                        text,
                        0,
                        "the string cannot be read from (" + CpuLists.shortened(text.substring(at)) + ")",
                        "write type:count, as in pack:2 core:4 pu:2.");
            }
            at = matcher.end();
            String type = matcher.group(2);
            String count = matcher.group(3);
            if (!attached && count == null && type != null && !type.equals("machine")) {
                throw new InvalidInputException(text, 0, "level (" + type + ") has no count", "write " + type + ":1.");
            }
            levels.add(new Level(
                    type == null ? "" : normal(text, type),
                    count == null ? 1 : Integer.parseInt(count),
                    indexes(text, type, matcher.group(4))));
        }
        nameUntyped(levels);
        return levels;
    }

    private static @Nullable String indexes(String text, @Nullable String type, @Nullable String attributes) {
        String indexes = null;
        for (String word :
                attributes == null ? new String[0] : attributes.strip().split("[\\s;]+")) {
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            if (!word.isEmpty() && !ATTRIBUTES.contains(name)) {
                throw new InvalidInputException(
                        text,
                        0,
                        "attribute (" + CpuLists.shortened(word) + ") is not known",
                        Nearest.maybe(name, ATTRIBUTES));
            }
            if (name.equals("indexes")) {
                indexes = word.substring(equals + 1);
            }
        }
        boolean counts = type == null || type.equals("pu") || type.startsWith("n");
        if (indexes != null && (!counts || !PLAIN.matcher(indexes).matches())) {
            throw new InvalidInputException(
                    text,
                    0,
                    "indexes (" + CpuLists.shortened(indexes) + ") cannot be followed",
                    "write those of pu or numa as a list such as 0,2,1,3.");
        }
        return indexes;
    }

    private static String normal(String text, String type) {
        return switch (type) {
            case "numa", "numanode", "node" -> "numanode";
            case "pack", "package", "socket" -> "package";
            case "machine", "group", "die", "core", "pu" -> type;
            default -> {
                if (type.matches("l[1-5](d|u|i)?(cache)?")) {
                    yield type.startsWith("i", 2) ? "group" : type.substring(0, 2);
                }
                throw new InvalidInputException(
                        text,
                        0,
                        "type (" + type + ") is not known",
                        "it is one of: group numanode package die l1 l2 l3 core pu.");
            }
        };
    }

    private static void nameUntyped(List<Level> levels) {
        int inner = 0;
        for (int i = levels.size() - 1; i >= 0; i--) {
            Level level = levels.get(i);
            if (level.type().isEmpty()) {
                String type = inner < UNTYPED.size() ? UNTYPED.get(inner) : "group";
                levels.set(i, new Level(type, level.count(), level.indexes()));
            }
            inner++;
        }
    }

    private static Topology machine(String text, List<Level> levels, int cpus) {
        if (levels.isEmpty() || !levels.get(levels.size() - 1).type().equals("pu")) {
            throw new InvalidInputException(text, 0, "the innermost level is not pu", "end it with pu:1.");
        }
        if (cpus == 0) {
            throw new InvalidInputException(text, 0, "a level has 0 parts, so there is no cpu", "write 1.");
        }
        SyntheticOrder.check(
                text,
                levels.stream()
                        .map(l -> new SyntheticOrder.Part(l.type(), l.count()))
                        .toList());
        MachineDraft draft = new MachineDraft();
        int[] osIndex = osIndexes(text, levels.get(levels.size() - 1), cpus);
        int[] nodeIndex = nodeIndexes(text, levels);
        for (int place = 0; place < cpus; place++) {
            int below = cpus;
            int llc = 0;
            int cpu = osIndex[place];
            draft.online.set(cpu);
            for (Level level : levels) {
                below /= Math.max(1, level.count());
                int key = place / Math.max(1, below);
                llc = put(draft, level, cpu, level.type().equals("numanode") ? nodeIndex[key] : key, llc);
            }
        }
        return draft.build(text);
    }

    /** Puts a CPU into its part of a level; returns the level of the outermost cache so far. */
    private static int put(MachineDraft draft, Level level, int cpu, int key, int llc) {
        switch (level.type()) {
            case "numanode" -> draft.node(cpu, key);
            case "package" -> {
                draft.place(TopologyLevel.PACKAGE, cpu, key);
                draft.packageId(cpu, key);
            }
            case "die" -> draft.place(TopologyLevel.DIE, cpu, key);
            case "core" -> {
                draft.place(TopologyLevel.CORE, cpu, key);
                draft.coreId(cpu, key);
            }
            case "l1", "l2", "l3", "l4", "l5" -> {
                int cache = level.type().charAt(1) - '0';
                if (cache == 2) {
                    draft.place(TopologyLevel.CLUSTER, cpu, key);
                }
                if (cache > llc) {
                    draft.place(TopologyLevel.LLC, cpu, ((long) cache << 32) | key);
                    draft.llcLevel(cpu, cache);
                    return cache;
                }
            }
            default -> {
                // Machine and group tell nothing about scheduling.
            }
        }
        return llc;
    }

    /** Numbers of the nodes, as many as there are parts down to their level. */
    private static int[] nodeIndexes(String text, List<Level> levels) {
        int parts = 1;
        for (Level level : levels) {
            parts *= level.count();
            if (level.type().equals("numanode")) {
                if (parts > MachineDraft.MAX_NODES) {
                    throw new InvalidInputException(
                            text,
                            0,
                            "the machine has more than (" + MachineDraft.MAX_NODES + ") nodes",
                            "a count is wrong.");
                }
                int[] numbers = osIndexes(text, level, parts);
                if (Arrays.stream(numbers).max().orElse(0) > MachineDraft.MAX_NODE) {
                    throw new InvalidInputException(
                            text,
                            0,
                            "indexes (" + CpuLists.shortened(String.valueOf(level.indexes())) + ") of nodes are beyond "
                                    + MachineDraft.MAX_NODE,
                            "number them from 0.");
                }
                return numbers;
            }
        }
        return new int[0];
    }

    /** Plain indexes of the parts of a level. */
    private static int[] osIndexes(String text, Level level, int cpus) {
        int[] osIndex = new int[cpus];
        String indexes = level.indexes();
        if (indexes == null) {
            Arrays.setAll(osIndex, i -> i);
            return osIndex;
        }
        String[] words = indexes.split(",", -1);
        BitSet seen = new BitSet();
        for (int i = 0; i < cpus && i < words.length; i++) {
            osIndex[i] = number(text, words[i], indexes);
            seen.set(osIndex[i]);
        }
        if (words.length != cpus || seen.cardinality() != cpus) {
            throw new InvalidInputException(
                    text,
                    0,
                    "indexes (" + CpuLists.shortened(indexes) + ") are not " + cpus + " different numbers",
                    "write one number for each part.");
        }
        return osIndex;
    }

    private static int number(String text, String word, String indexes) {
        try {
            return CpuLists.number(word, indexes);
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(
                    text, 0, "indexes: " + e.getMessage(), "write one number for each part, from 0.");
        }
    }
}
