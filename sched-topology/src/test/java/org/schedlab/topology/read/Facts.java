package org.schedlab.topology.read;

import static org.schedlab.topology.CpuMask.NO_CPU;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.topology.TopologyLevel;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The right answers beside a stored file, and the same questions put to a machine that was read; both as text to compare. */
final class Facts {

    private static final JsonMapper JSON = new JsonMapper();

    private final JsonNode root;

    private Facts(JsonNode root) {
        this.root = root;
    }

    /** Facts for a stored file: those of its own name, or of the snapshot that the export was made from. */
    static Facts beside(Path file) {
        String name = file.getFileName().toString();
        Path topology = file.getParent().getParent();
        for (int dot = name.length(); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
            for (String folder : new String[] {file.getParent().getFileName().toString(), "hwloc-linux"}) {
                Path facts = topology.resolve(folder).resolve(name.substring(0, dot) + ".facts.json");
                if (Files.exists(facts)) {
                    return new Facts(JSON.readTree(facts.toFile()));
                }
            }
        }
        throw new IllegalStateException("no facts for " + file);
    }

    JsonNode hwloc() {
        return root.get("hwloc");
    }

    JsonNode sysfs() {
        return root.path("sysfs");
    }

    JsonNode lscpu() {
        return root.path("lscpu");
    }

    /** What the kernel's own files say, for a sysfs snapshot. */
    NavigableMap<String, String> expectedOfSysfs() {
        NavigableMap<String, String> facts = new TreeMap<>();
        JsonNode sysfs = sysfs();
        BitSet online = online();
        facts.put("online", CpuLists.format(online));
        facts.put(
                "possible",
                sysfs.has("possible")
                        ? sysfs.get("possible").asString()
                        : sysfs.get("cpu_dirs").asString());
        BitSet allowed = CpuLists.list(hwloc().get("allowed_cpus").asString());
        allowed.and(online);
        facts.put("allowed", CpuLists.format(allowed));
        facts.put("cores", groups(sysfs.get("thread_siblings_groups"), online));
        if (sysfs.has("core_siblings_groups")) {
            facts.put("packages", groups(sysfs.get("core_siblings_groups"), online));
        }
        if (sysfs.has("die_groups")) {
            facts.put("dies", groups(sysfs.get("die_groups"), online));
        }
        if (sysfs.has("cluster_groups")) {
            facts.put("clusters", groups(sysfs.get("cluster_groups"), online));
        }
        facts.put("llcs", groupsOf(hwloc().get("llc_groups"), online));
        facts.put("capacities", capacities(sysfs.path("cpu_capacity"), "value", online));
        nodesOfSysfs(facts, online);
        return facts;
    }

    /** What lstopo says, for an hwloc file. */
    NavigableMap<String, String> expectedOfHwloc() {
        NavigableMap<String, String> facts = new TreeMap<>();
        JsonNode hwloc = hwloc();
        BitSet online = CpuLists.list(hwloc.get("cpus").asString());
        facts.put("online", hwloc.get("cpus").asString());
        facts.put("possible", hwloc.get("complete_cpus").asString());
        BitSet allowed = CpuLists.list(hwloc.get("allowed_cpus").asString());
        allowed.and(online);
        facts.put("allowed", CpuLists.format(allowed));
        if (!hwloc.get("smt_siblings").isEmpty()) {
            facts.put("cores", groups(hwloc.get("smt_siblings"), online));
        }
        if (!hwloc.get("packages").isEmpty()) {
            facts.put("packages", groupsOf(hwloc.get("packages"), online));
        }
        facts.put("llcs", groupsOf(hwloc.get("llc_groups"), online));
        TreeSet<String> nodes = new TreeSet<>();
        hwloc.get("numa_nodes").forEach(node -> nodes.add(node.get("os_index").asString()));
        facts.put("nodes", nodes.toString());
        JsonNode matrix = latencies();
        if (matrix != null) {
            facts.put("distances", matrix.get("matrix").toString());
        }
        return facts;
    }

    private JsonNode latencies() {
        for (JsonNode distances : hwloc().get("distances")) {
            boolean latency = distances.get("name").isNull()
                    ? (distances.get("kind").asInt() & 4) != 0
                    : distances.get("name").asString().equals("NUMALatency");
            if (distances.get("type").asString().equals("NUMANode") && latency) {
                return distances;
            }
        }
        return null;
    }

    /** Node numbers in the order of the matrix that {@link #expectedOfHwloc()} gives. */
    int[] matrixOrder() {
        JsonNode distances = latencies();
        int[] order = new int[distances == null ? 0 : distances.get("indexes").size()];
        for (int i = 0; i < order.length; i++) {
            order[i] = distances.get("indexes").get(i).asInt();
        }
        return order;
    }

    BitSet online() {
        JsonNode sysfs = sysfs();
        if (sysfs.has("online")) {
            return CpuLists.list(sysfs.get("online").asString());
        }
        BitSet online = CpuLists.list(sysfs.get("cpu_dirs").asString());
        online.andNot(CpuLists.list(sysfs.path("cpu_dirs_with_online_0").asString("")));
        return online;
    }

    private void nodesOfSysfs(NavigableMap<String, String> facts, BitSet online) {
        JsonNode nodes = sysfs().path("nodes");
        NavigableMap<Integer, String> cpus = new TreeMap<>();
        NavigableMap<Integer, String> distances = new TreeMap<>();
        for (JsonNode node : nodes.isArray() ? nodes : JSON.createArrayNode()) {
            BitSet members = node.get("cpulist").isNull()
                    ? CpuLists.mask(node.get("cpumap").asString())
                    : CpuLists.list(node.get("cpulist").asString());
            members.and(online);
            cpus.put(node.get("node").asInt(), CpuLists.format(members));
            if (!node.get("distance").isEmpty()) {
                distances.put(node.get("node").asInt(), node.get("distance").toString());
            }
        }
        facts.put("nodes", cpus.isEmpty() ? "{0=" + CpuLists.format(online) + "}" : cpus.toString());
        if (!distances.isEmpty()) {
            facts.put("distances", distances.values().toString().replace(" ", ""));
        }
    }

    static String groups(JsonNode lists, BitSet online) {
        TreeSet<String> groups = new TreeSet<>();
        lists.forEach(list -> add(groups, list.asString(), online));
        return groups.toString();
    }

    static String groupsOf(JsonNode objects, BitSet online) {
        TreeSet<String> groups = new TreeSet<>();
        objects.forEach(object -> add(groups, object.get("cpus").asString(), online));
        return groups.toString();
    }

    private static void add(Set<String> groups, String list, BitSet online) {
        BitSet members = CpuLists.list(list);
        members.and(online);
        if (!members.isEmpty()) {
            groups.add(CpuLists.format(members));
        }
    }

    private static String capacities(JsonNode objects, String key, BitSet online) {
        NavigableMap<Integer, String> capacities = new TreeMap<>();
        BitSet rest = (BitSet) online.clone();
        for (JsonNode object : objects.isArray() ? objects : JSON.createArrayNode()) {
            BitSet members = CpuLists.list(object.get("cpus").asString());
            members.and(online);
            rest.andNot(members);
            capacities.put(object.get(key).asInt(), CpuLists.format(members));
        }
        if (!rest.isEmpty()) {
            capacities.put(1024, CpuLists.format(rest));
        }
        return capacities.toString();
    }

    /** The same keys as the expectations, asked of a machine. */
    static NavigableMap<String, String> of(Topology machine, int[] matrixOrder) {
        NavigableMap<String, String> facts = new TreeMap<>();
        facts.put("online", machine.online().toString());
        facts.put("possible", machine.possible().toString());
        facts.put("allowed", machine.allowed().toString());
        facts.put("cores", occupied(machine, TopologyLevel.CORE));
        facts.put("packages", occupied(machine, TopologyLevel.PACKAGE));
        facts.put("dies", occupied(machine, TopologyLevel.DIE));
        facts.put("clusters", occupied(machine, TopologyLevel.CLUSTER));
        facts.put("llcs", llcs(machine));
        facts.put("capacities", capacitiesOf(machine));
        NavigableMap<Integer, String> nodes = new TreeMap<>();
        NavigableMap<Integer, Integer> dense = new TreeMap<>();
        for (int node = 0; node < machine.nodeCount(); node++) {
            nodes.put(machine.nodeOsId(node), machine.nodeCpus(node).toString());
            dense.put(machine.nodeOsId(node), node);
        }
        facts.put("nodes", nodes.toString());
        int[] order = matrixOrder.length > 0
                ? matrixOrder
                : dense.keySet().stream().mapToInt(Integer::intValue).toArray();
        StringBuilder matrix = new StringBuilder("[");
        for (int a : order) {
            matrix.append(matrix.length() > 1 ? "," : "").append('[');
            for (int b = 0; b < order.length; b++) {
                matrix.append(b > 0 ? "," : "").append(machine.distance(dense.get(a), dense.get(order[b])));
            }
            matrix.append(']');
        }
        facts.put("distances", matrix.append(']').toString());
        return facts;
    }

    static String occupied(Topology machine, TopologyLevel level) {
        TreeSet<String> groups = new TreeSet<>();
        for (int group = 0; group < machine.groupCount(level); group++) {
            if (!machine.groupCpus(level, group).isEmpty()) {
                groups.add(machine.groupCpus(level, group).toString());
            }
        }
        return groups.toString();
    }

    /** Groups of CPUs with a known cache. */
    static String llcs(Topology machine) {
        TreeSet<String> groups = new TreeSet<>();
        CpuMask online = machine.online();
        for (int cpu = online.next(0); cpu != NO_CPU; cpu = online.next(cpu + 1)) {
            if (machine.llcLevel(cpu) > 0) {
                groups.add(machine.llcCpus(cpu).toString());
            }
        }
        return groups.toString();
    }

    private static String capacitiesOf(Topology machine) {
        NavigableMap<Integer, CpuMask> capacities = new TreeMap<>();
        CpuMask online = machine.online();
        for (int cpu = online.next(0); cpu != NO_CPU; cpu = online.next(cpu + 1)) {
            capacities
                    .computeIfAbsent(machine.capacityOrig(cpu), c -> new CpuMask(machine.cpuCapacity()))
                    .set(cpu);
        }
        return capacities.toString();
    }
}
