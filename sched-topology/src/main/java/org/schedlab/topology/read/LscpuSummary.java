package org.schedlab.topology.read;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.Topology;
import org.schedlab.topology.TopologyLevel;
import org.schedlab.topology.input.InvalidInputException;

/**
 * A machine from the counts of {@code lscpu}. What it does not tell is assumed as the kernel usually numbers CPUs: nodes have the CPUs that
 * are listed; sockets take equal shares of the nodes in order; second threads of a core come after all first threads of the node on x86
 * without a hypervisor, and next to the first one elsewhere; where only some cores have two threads (hybrid), those cores come first and
 * their threads are neighbours; caches are shared by equal shares of consecutive cores. Counts that do not fit each other are refused.
 * Confined to one read.
 */
final class LscpuSummary {

    private static final Pattern INSTANCES = Pattern.compile(".*\\((\\d{1,6}) instances?\\).*");
    private static final Pattern NODE = Pattern.compile("numa node(\\d{1,5}) cpu\\(s\\)");
    private static final String EXACT = "lscpu -p tells the place of each CPU; read that instead.";

    private final String name;
    private final Map<String, String> first = new TreeMap<>();
    private final Map<Integer, BitSet> nodes = new TreeMap<>();
    private final Problems problems = new Problems();
    private int sectionCores;
    private int cores;

    LscpuSummary(String name) {
        this.name = name;
    }

    /** Takes a line; a field that comes again belongs to another type of CPU. */
    void field(int line, String field, String value) {
        String key = field.toLowerCase(Locale.ROOT).replaceAll(":$", "").strip();
        Matcher node = NODE.matcher(key);
        if (node.matches()) {
            if (nodes.size() < MachineDraft.MAX_NODES) {
                nodes.putIfAbsent(Integer.parseInt(node.group(1)), list(line, value));
            }
            return;
        }
        if (key.startsWith("core(s) per ")) {
            sectionCores = count(value);
        } else if (key.equals("socket(s)")) {
            cores += sectionCores * count(value);
        }
        first.putIfAbsent(key, value);
    }

    private BitSet list(int line, String value) {
        try {
            return CpuLists.list(value.equals("-") ? "" : value);
        } catch (IllegalArgumentException e) {
            problems.add(name, line, String.valueOf(e.getMessage()), null);
            return new BitSet();
        }
    }

    private static int count(@Nullable String value) {
        return value != null && value.strip().matches("\\d{1,6}") ? Integer.parseInt(value.strip()) : 0;
    }

    Topology build() {
        MachineDraft draft = new MachineDraft();
        draft.online.or(list(0, first.getOrDefault("on-line cpu(s) list", "")));
        draft.possible.or(list(0, first.getOrDefault("off-line cpu(s) list", "")));
        if (draft.online.isEmpty()) {
            draft.online.set(0, Math.min(count(first.get("cpu(s)")), CpuLists.MAX_CPU + 1));
        }
        if (draft.online.isEmpty() && !problems.any()) {
            problems.add(name, 0, "neither CPU(s) nor On-line CPU(s) list is there", "it is not the output of lscpu.");
        }
        problems.throwIfAny();
        List<int[]> placed = cores(draft.online, Math.max(1, count(first.get("thread(s) per core"))));
        int sockets = sockets(placed.size());
        place(draft, placed, sockets);
        try {
            return draft.build();
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(name, 0, String.valueOf(e.getMessage()), null);
        }
    }

    private int sockets(int coreCount) {
        int sockets = Math.max(1, count(first.get("socket(s)")));
        if (first.containsKey("socket(s) per book")) {
            sockets = count(first.get("socket(s) per book")) * Math.max(1, count(first.get("book(s)")));
        }
        if (sockets < 1 || sockets > coreCount || coreCount % sockets != 0) {
            throw new InvalidInputException(name, 0, sockets + " sockets do not fit (" + coreCount + ") cores", EXACT);
        }
        return sockets;
    }

    /** The threads of each core, core after core, in the order of nodes. */
    private List<int[]> cores(BitSet online, int threads) {
        List<int[]> placed = new ArrayList<>();
        int cpus = online.cardinality();
        if (cores > 0 && cores < cpus && cores * threads > cpus && threads == 2) {
            hybrid(online, cpus - cores, placed);
            return placed;
        }
        if (cpus % threads != 0) {
            throw new InvalidInputException(
                    name, 0, cpus + " CPUs do not fit (" + threads + ") threads per core", EXACT);
        }
        boolean split =
                first.getOrDefault("architecture", "").contains("86") && !first.containsKey("hypervisor vendor");
        for (BitSet members : places(online)) {
            int[] list = members.stream().toArray();
            if (list.length % threads != 0) {
                throw new InvalidInputException(
                        name,
                        0,
                        "a node of " + list.length + " CPUs does not fit (" + threads + ") threads per core",
                        EXACT);
            }
            int perNode = list.length / threads;
            for (int core = 0; core < perNode; core++) {
                int[] core1 = new int[threads];
                for (int t = 0; t < threads; t++) {
                    core1[t] = list[split ? t * perNode + core : core * threads + t];
                }
                placed.add(core1);
            }
        }
        return placed;
    }

    private static void hybrid(BitSet online, int pairs, List<int[]> placed) {
        int[] list = online.stream().toArray();
        int at = 0;
        while (at < list.length) {
            placed.add(placed.size() < pairs ? new int[] {list[at], list[at + 1]} : new int[] {list[at]});
            at += placed.get(placed.size() - 1).length;
        }
    }

    private static boolean isSubset(BitSet part, BitSet whole) {
        BitSet outside = (BitSet) part.clone();
        outside.andNot(whole);
        return outside.isEmpty();
    }

    private List<BitSet> places(BitSet online) {
        List<BitSet> places = new ArrayList<>();
        BitSet rest = (BitSet) online.clone();
        for (BitSet node : nodes.values()) {
            BitSet members = (BitSet) node.clone();
            members.and(online);
            if (members.cardinality() > 0 && !isSubset(members, rest)) {
                members.andNot(rest);
                throw new InvalidInputException(
                        name, 0, "cpus (" + CpuLists.format(members) + ") are in two nodes", "the output was edited.");
            }
            rest.andNot(members);
            if (!members.isEmpty()) {
                places.add(members);
            }
        }
        if (!rest.isEmpty() && !places.isEmpty()) {
            throw new InvalidInputException(
                    name, 0, "cpus (" + CpuLists.format(rest) + ") are in no node", "the output was edited.");
        }
        if (!rest.isEmpty()) {
            places.add(rest);
        }
        return places;
    }

    private void place(MachineDraft draft, List<int[]> placed, int sockets) {
        int cacheLevel = 0;
        for (int level = 3; level >= 2 && cacheLevel == 0; level--) {
            cacheLevel = cache(level) != null ? level : 0;
        }
        int caches = cacheLevel == 0 ? 0 : instances(cacheLevel, sockets);
        int seconds = cache(2) != null ? instances(2, 0) : 0;
        if (caches > 0 && placed.size() % caches != 0) {
            throw new InvalidInputException(
                    name, 0, caches + " last level caches do not fit (" + placed.size() + ") cores", EXACT);
        }
        for (int core = 0; core < placed.size(); core++) {
            for (int cpu : placed.get(core)) {
                draft.place(TopologyLevel.CORE, cpu, core);
                draft.coreId(cpu, core);
                int socket = core / (placed.size() / sockets);
                draft.place(TopologyLevel.PACKAGE, cpu, socket);
                draft.packageId(cpu, socket);
                if (caches > 0) {
                    draft.place(TopologyLevel.LLC, cpu, core / (placed.size() / caches));
                    draft.llcLevel(cpu, cacheLevel);
                }
                if (seconds > 0 && placed.size() % seconds == 0) {
                    draft.place(TopologyLevel.CLUSTER, cpu, core / (placed.size() / seconds));
                }
            }
        }
        nodes.forEach((node, members) -> {
            draft.nodes.set(node);
            members.stream().filter(draft.online::get).forEach(cpu -> draft.node(cpu, node));
        });
    }

    /** What is said of caches of a level: {@code L3 cache}, or {@code L3} below the word "Caches" as terminals show it. */
    private @Nullable String cache(int level) {
        String flat = first.get("l" + level + " cache");
        return flat != null ? flat : first.get("l" + level);
    }

    private int instances(int level, int otherwise) {
        String cache = cache(level);
        Matcher matcher = INSTANCES.matcher(cache == null ? "" : cache);
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : otherwise;
    }
}
