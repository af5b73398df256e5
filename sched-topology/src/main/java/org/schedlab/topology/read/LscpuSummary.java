package org.schedlab.topology.read;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.schedlab.topology.Topology;
import org.schedlab.topology.TopologyLevel;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.topology.read.LscpuCounts.Count;
import org.schedlab.topology.read.LscpuCounts.Section;

/**
 * A machine from the counts of {@code lscpu}. What it does not tell is assumed as the kernel usually numbers CPUs: nodes have the CPUs that
 * are listed; sockets take equal shares of the nodes in order; second threads of a core come after all first threads of the node on x86
 * without a hypervisor, and next to the first one elsewhere; where only some cores have two threads (hybrid), those cores come first and
 * their threads are neighbours; caches are shared by equal shares of consecutive cores. Offline CPUs keep their place where the counts
 * include them and at most one node lacks CPUs. Counts that do not fit each other are refused. Confined to one read.
 */
final class LscpuSummary {

    private final String name;
    private final Problems problems = new Problems();
    private final LscpuCounts counts;
    private final BitSet online = new BitSet();
    private final BitSet all = new BitSet();
    private final Map<Integer, Integer> nodeOfOffline = new TreeMap<>();

    LscpuSummary(String name) {
        this.name = name;
        counts = new LscpuCounts(name, problems);
    }

    /** Takes a line; a field that comes again belongs to another type of CPU. */
    void field(int line, String field, String value) {
        counts.field(line, field, value.strip());
    }

    Topology build() {
        readSets();
        checkNodes();
        for (Section section : counts.sections()) {
            String missing = section.counts().isEmpty() ? null : section.missing();
            if (missing != null) {
                problems.add(name, section.line(), missing + " is missing beside the other counts", LscpuCounts.EDITED);
            }
        }
        problems.throwIfAny();
        Section section = merged();
        boolean whole = !all.equals(online) && section.cpus() == all.cardinality();
        BitSet placedCpus = whole ? all : online;
        List<int[]> placed = cores(section, placedCpus);
        int sockets = sockets(section, placed.size());
        if (section.line() > 0 && !isHybrid(section) && section.cpus() != placedCpus.cardinality()) {
            throw refused(
                    section.line(),
                    "the counts make (" + section.cpus() + ") CPUs, but " + online.cardinality() + " are on-line"
                            + (all.equals(online) ? "" : " of " + all.cardinality()));
        }
        MachineDraft draft = new MachineDraft();
        draft.online.or(online);
        draft.possible.or(all);
        place(draft, placed, sockets);
        return draft.build(name);
    }

    private InvalidInputException refused(int line, String what) {
        return new InvalidInputException(name, line, what, LscpuCounts.EXACT);
    }

    private void readSets() {
        BitSet awake = counts.set("on-line");
        BitSet asleep = counts.set("off-line");
        Count total = counts.once("cpu(s)");
        if (awake == null) {
            problems.add(
                    name,
                    0,
                    total == null
                            ? "neither CPU(s) nor On-line CPU(s) list is there"
                            : "the On-line CPU(s) list is missing",
                    "it is not the whole output of lscpu.");
            return;
        }
        online.or(awake);
        all.or(awake);
        if (asleep != null) {
            if (asleep.intersects(online)) {
                asleep.and(online);
                problems.add(
                        name,
                        counts.lineOf("off-line cpu(s) list"),
                        "cpus (" + CpuLists.format(asleep) + ") are both on-line and off-line",
                        LscpuCounts.EDITED);
                return;
            }
            all.or(asleep);
        }
        if (total != null && total.value() != all.cardinality() && !problems.any()) {
            problems.add(
                    name,
                    total.line(),
                    "CPU(s) (" + total.value() + ") is not the number of CPUs that are listed (" + all.cardinality()
                            + ")",
                    LscpuCounts.EDITED);
        }
        if (online.isEmpty() && !problems.any()) {
            problems.add(name, counts.lineOf("on-line cpu(s) list"), "no CPU is on-line", LscpuCounts.EDITED);
        }
    }

    private void checkNodes() {
        Count told = counts.once("numa node(s)");
        Map<Integer, BitSet> nodes = counts.nodes();
        if (told != null && told.value() != nodes.size()) {
            problems.add(
                    name,
                    told.line(),
                    "NUMA node(s) (" + told.value() + ") is not the number of nodes that are listed (" + nodes.size()
                            + ")",
                    LscpuCounts.EDITED);
        }
        if (nodes.size() > MachineDraft.MAX_NODES) {
            problems.add(name, 0, "there are more than (" + MachineDraft.MAX_NODES + ") nodes", null);
        }
        nodes.forEach((node, members) -> {
            BitSet foreign = (BitSet) members.clone();
            foreign.andNot(all);
            if (!foreign.isEmpty() && !all.isEmpty()) {
                problems.add(
                        name,
                        counts.lineOfNode(node),
                        "cpus (" + CpuLists.format(foreign) + ") of node " + node + " are neither on-line nor off-line",
                        LscpuCounts.EDITED);
            }
        });
    }

    /** The counts of all types of CPU as one; of several types, whose cores add up, the sum is cores of one socket. */
    private Section merged() {
        List<Section> sections = counts.sections();
        if (sections.isEmpty() || sections.get(0).counts().isEmpty()) {
            return new Section(0, Map.of("core(s) per socket", new Count(0, online.cardinality())));
        }
        Section first = sections.get(0);
        if (sections.size() == 1) {
            return first;
        }
        long cores = 0;
        for (Section section : sections) {
            cores += section.cores();
            if (section.threads() != first.threads() || section.sockets() != first.sockets()) {
                throw refused(
                        section.line(),
                        "threads per core (" + section.threads() + ") or sockets (" + section.sockets()
                                + ") differ from the type of CPU before");
            }
        }
        Map<String, Count> sum = new TreeMap<>(first.counts());
        sum.keySet().removeIf(key -> !key.equals("thread(s) per core"));
        int perSocket = (int) Math.min(Integer.MAX_VALUE, cores / first.sockets());
        sum.put("core(s) per socket", new Count(first.line(), perSocket));
        sum.put("socket(s)", new Count(first.line(), (int) Math.min(Integer.MAX_VALUE, first.sockets())));
        return new Section(first.line(), sum);
    }

    private int sockets(Section section, int coreCount) {
        long sockets = section.sockets();
        if (sockets > coreCount || coreCount % sockets != 0) {
            String key = section.counts().containsKey("socket(s) per book") ? "socket(s) per book" : "socket(s)";
            throw refused(section.lineOf(key), sockets + " sockets do not fit (" + coreCount + ") cores");
        }
        return (int) sockets;
    }

    /**
     * Whether only some cores have two threads, as on hybrid machines: one socket, and a first level cache for each core where caches are
     * told. All CPUs must be online, otherwise nobody knows which.
     */
    private boolean isHybrid(Section section) {
        int cpus = online.cardinality();
        return counts.sections().size() == 1
                && section.threads() == 2
                && section.sockets() == 1
                && counts.firstCaches((int) section.cores()) == section.cores()
                && section.cores() < cpus
                && section.cpus() > cpus
                && all.equals(online);
    }

    /** The threads of each core, core after core, in the order of nodes. */
    private List<int[]> cores(Section section, BitSet cpus) {
        List<int[]> placed = new ArrayList<>();
        if (isHybrid(section)) {
            hybrid(cpus.cardinality() - (int) section.cores(), placed);
            return placed;
        }
        int threads = section.threads();
        if (cpus.cardinality() % threads != 0) {
            throw refused(
                    section.lineOf("thread(s) per core"),
                    cpus.cardinality() + " CPUs do not fit (" + threads + ") threads per core");
        }
        boolean split = counts.value("architecture", "").contains("86") && !counts.has("hypervisor vendor");
        for (Map.Entry<Integer, BitSet> place : places(cpus).entrySet()) {
            int[] list = place.getValue().stream().toArray();
            if (list.length % threads != 0) {
                throw refused(
                        counts.lineOfNode(place.getKey()),
                        "a node of " + list.length + " CPUs does not fit (" + threads + ") threads per core");
            }
            int perNode = list.length / threads;
            for (int core = 0; core < perNode; core++) {
                int[] members = new int[threads];
                for (int t = 0; t < threads; t++) {
                    members[t] = list[split ? t * perNode + core : core * threads + t];
                }
                placed.add(members);
            }
        }
        return placed;
    }

    private void hybrid(int pairs, List<int[]> placed) {
        int[] list = online.stream().toArray();
        int at = 0;
        while (at < list.length) {
            placed.add(placed.size() < pairs ? new int[] {list[at], list[at + 1]} : new int[] {list[at]});
            at += placed.get(placed.size() - 1).length;
        }
    }

    /** The CPUs to place by node, -1 where there is none. */
    private Map<Integer, BitSet> places(BitSet cpus) {
        Map<Integer, BitSet> places = new TreeMap<>();
        BitSet rest = (BitSet) cpus.clone();
        for (Map.Entry<Integer, BitSet> node : counts.nodes().entrySet()) {
            BitSet members = (BitSet) node.getValue().clone();
            members.and(cpus);
            BitSet twice = (BitSet) members.clone();
            twice.andNot(rest);
            if (!twice.isEmpty()) {
                throw new InvalidInputException(
                        name,
                        counts.lineOfNode(node.getKey()),
                        "cpus (" + CpuLists.format(twice) + ") are in two nodes",
                        LscpuCounts.EDITED);
            }
            rest.andNot(members);
            if (!members.isEmpty()) {
                places.put(node.getKey(), members);
            }
        }
        if (rest.intersects(online) && !places.isEmpty()) {
            rest.and(online);
            throw new InvalidInputException(
                    name, 0, "cpus (" + CpuLists.format(rest) + ") are in no node", LscpuCounts.EDITED);
        }
        if (!rest.isEmpty()) {
            takeOffline(places, rest);
        }
        return places;
    }

    /** Nodes list online CPUs only: the others belong to the one node that lacks CPUs. */
    private void takeOffline(Map<Integer, BitSet> places, BitSet rest) {
        if (places.isEmpty()) {
            places.put(-1, rest);
            return;
        }
        int full = 0;
        for (BitSet members : places.values()) {
            full = Math.max(full, members.cardinality());
        }
        Integer lacking = null;
        int sum = 0;
        for (Map.Entry<Integer, BitSet> place : places.entrySet()) {
            int members = place.getValue().cardinality();
            sum += full - members;
            lacking = members + rest.cardinality() == full ? place.getKey() : lacking;
        }
        boolean alone = places.size() == 1;
        Integer owner = alone ? places.keySet().iterator().next() : lacking;
        if (owner == null || (!alone && sum != rest.cardinality())) {
            throw refused(
                    counts.lineOf("off-line cpu(s) list"),
                    "nothing tells the node of the off-line cpus (" + CpuLists.format(rest) + ")");
        }
        places.getOrDefault(owner, new BitSet()).or(rest);
        rest.stream().forEach(cpu -> nodeOfOffline.put(cpu, owner));
    }

    private void place(MachineDraft draft, List<int[]> placed, int sockets) {
        int cacheLevel = 0;
        for (int level = 3; level >= 2 && cacheLevel == 0; level--) {
            cacheLevel = counts.hasCache(level) ? level : 0;
        }
        int caches = cacheLevel == 0 ? 0 : counts.instances(cacheLevel, sockets);
        int seconds = counts.hasCache(2) ? counts.instances(2, 0) : 0;
        if (caches > 0 && placed.size() % caches != 0) {
            throw refused(
                    counts.lineOfCache(cacheLevel),
                    caches + " last level caches do not fit (" + placed.size() + ") cores");
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
        placeNodes(draft);
    }

    private void placeNodes(MachineDraft draft) {
        counts.nodes().forEach((node, members) -> {
            draft.nodes.set(node);
            members.stream().filter(draft.described::get).forEach(cpu -> draft.node(cpu, node));
        });
        nodeOfOffline.forEach((cpu, node) -> draft.node(cpu, node));
        checkNesting(draft, TopologyLevel.PACKAGE, "sockets");
        checkNesting(draft, TopologyLevel.LLC, "last level caches");
    }

    /** A node holds whole groups, or a group holds whole nodes: anything else shows that the guess is wrong. */
    private void checkNesting(MachineDraft draft, TopologyLevel level, String what) {
        Map<Long, BitSet> groups = draft.groups(level);
        Map<Long, BitSet> nodes = draft.groups(TopologyLevel.NODE);
        for (Map.Entry<Long, BitSet> node : nodes.entrySet()) {
            for (BitSet group : groups.values()) {
                if (group.intersects(node.getValue())
                        && !MachineDraft.isWithin(group, node.getValue())
                        && !MachineDraft.isWithin(node.getValue(), group)) {
                    throw refused(
                            counts.lineOfNode(node.getKey().intValue()),
                            what + " in equal shares do not fit node " + node.getKey() + " (cpus "
                                    + CpuLists.shortened(CpuLists.format(node.getValue())) + ")");
                }
            }
        }
    }
}
