package org.schedlab.topology.read;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.Topology;
import org.schedlab.topology.TopologyLevel;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.topology.input.Nearest;

/** Gathers a machine from the elements of an hwloc file as they come. Confined to one read. */
final class HwlocMachine {

    private static final int MAX_OBJECTS = 2_000_000;
    private static final int MAX_CACHE_DEPTH = 5;
    private static final int INSTRUCTION = 2;
    private static final String EDITED = "the file was cut or edited.";
    private static final List<String> TYPES = List.of(
            "Machine",
            "NUMANode",
            "Package",
            "Die",
            "Group",
            "Core",
            "PU",
            "L1Cache",
            "L2Cache",
            "L3Cache",
            "L4Cache",
            "L5Cache",
            "L1iCache",
            "L2iCache",
            "L3iCache",
            "Cache",
            "Socket",
            "Node",
            "System",
            "MemCache",
            "Misc",
            "Bridge",
            "PCIDev",
            "OSDev");

    /** An object that is open. */
    private record Open(
            String type,
            int cacheLevel,
            long key,
            int osIndex,
            int line,
            @Nullable BitSet cpus,
            BitSet below) {}

    private final String name;
    private final MachineDraft draft = new MachineDraft();
    private final Problems problems = new Problems();
    private final Deque<Open> open = new ArrayDeque<>();
    private final Map<Integer, BitSet> nodes = new TreeMap<>();
    private final Map<Integer, BitSet> nodesOfCpu = new TreeMap<>();
    private final List<Integer> nodesInOrder = new ArrayList<>();
    private final Map<Long, Integer> nodeByGpIndex = new TreeMap<>();
    private final HwlocDistances distances = new HwlocDistances();
    private @Nullable BitSet onlineV1;
    private @Nullable BitSet machineCpus;
    private @Nullable BitSet machineNodes;
    private int machineLine;
    private @Nullable BitSet kindCpus;
    private long objects;
    private boolean sawTopology;

    HwlocMachine(String name) {
        this.name = name;
    }

    void start(XMLStreamReader xml) {
        String element = xml.getLocalName();
        switch (element) {
            case "topology" -> sawTopology = true;
            case "object" -> object(xml);
            case "distances2" ->
                distances.start(
                        xml.getAttributeValue(null, "type"),
                        xml.getAttributeValue(null, "name"),
                        xml.getAttributeValue(null, "kind"),
                        xml.getAttributeValue(null, "indexing"),
                        number(xml, "nbobjs", -1),
                        xml.getLocation().getLineNumber());
            case "distances" ->
                distances.startV1(
                        xml.getAttributeValue(null, "nbobjs"),
                        xml.getAttributeValue(null, "latency_base"),
                        xml.getLocation().getLineNumber());
            case "latency" -> distances.latencyV1(xml.getAttributeValue(null, "value"));
            case "indexes", "u64values" -> distances.element(element);
            case "cpukind" -> kindCpus = mask(xml, "cpuset");
            case "info" -> info(xml);
            default -> {
                // Pages, memory attributes, device locality and the like do not matter for scheduling.
            }
        }
    }

    void text(String text) {
        distances.text(text);
    }

    void end(String element) {
        switch (element) {
            case "object" -> close(open.poll());
            case "cpukind" -> kindCpus = null;
            case "indexes", "u64values", "distances", "distances2" -> distances.end(element);
            default -> {
                // See start.
            }
        }
    }

    /** An object that has processing units names these and no others. */
    private void close(@Nullable Open object) {
        if (object == null || object.cpus() == null || object.below().isEmpty()) {
            return;
        }
        BitSet rest = (BitSet) object.cpus().clone();
        BitSet awake = onlineV1;
        if (awake != null) {
            rest.and(awake);
        }
        rest.andNot(object.below());
        if (!rest.isEmpty() && !object.type().equals("Machine")) {
            problems.add(
                    name,
                    object.line(),
                    "cpus (" + CpuLists.shortened(CpuLists.format(rest)) + ") of the cpuset of a " + object.type()
                            + " have no PU in it",
                    EDITED);
        }
    }

    private void info(XMLStreamReader xml) {
        BitSet cpus = kindCpus;
        if (cpus == null || !"LinuxCapacity".equals(xml.getAttributeValue(null, "name"))) {
            return;
        }
        int capacity = number(xml, "value", -1);
        if (capacity < 1 || capacity > MachineDraft.MAX_CAPACITY) {
            problem(xml, "LinuxCapacity (" + capacity + ") is not between 1 and " + MachineDraft.MAX_CAPACITY, EDITED);
        } else {
            cpus.stream().forEach(cpu -> draft.capacity(cpu, capacity));
        }
    }

    private void object(XMLStreamReader xml) {
        if (++objects > MAX_OBJECTS) {
            throw new InvalidInputException(
                    name,
                    xml.getLocation().getLineNumber(),
                    "the file has more than " + MAX_OBJECTS + " objects",
                    "lstopo --no-io --merge writes fewer.");
        }
        String type = xml.getAttributeValue(null, "type");
        if (type == null || !TYPES.contains(type)) {
            problem(
                    xml,
                    type == null
                            ? "an object has no type"
                            : "type (" + CpuLists.shortened(type) + ") of an object is not known",
                    Nearest.maybe(type == null ? "" : type, TYPES));
            type = "";
        }
        int osIndex = number(xml, "os_index", -1);
        BitSet cpus = mask(xml, "cpuset");
        Open object = new Open(
                normal(type),
                cacheLevel(xml, type),
                objects,
                osIndex,
                xml.getLocation().getLineNumber(),
                cpus,
                new BitSet());
        open.push(object);
        switch (object.type()) {
            case "Machine" -> machine(xml);
            case "NUMANode" -> numaNode(xml, osIndex);
            case "PU" -> pu(xml, osIndex);
            default -> {
                // Other objects matter only as ancestors of PUs.
            }
        }
    }

    private static String normal(String type) {
        return switch (type) {
            case "System" -> "Machine";
            case "Node" -> "NUMANode";
            case "Socket" -> "Package";
            default -> type;
        };
    }

    /** Level of a data or unified cache, otherwise 0. */
    private int cacheLevel(XMLStreamReader xml, String type) {
        if (type.equals("Cache")) {
            int depth = number(xml, "depth", 0);
            int kind = number(xml, "cache_type", 0);
            if (depth < 1 || depth > MAX_CACHE_DEPTH || kind > INSTRUCTION) {
                problem(xml, "a cache has the depth (" + depth + ") and the type (" + kind + ")", EDITED);
            }
            return kind == INSTRUCTION ? 0 : depth;
        }
        boolean data = type.length() == 7 && type.startsWith("L") && type.endsWith("Cache");
        return data ? Character.digit(type.charAt(1), 10) : 0;
    }

    private void machine(XMLStreamReader xml) {
        machineLine = xml.getLocation().getLineNumber();
        machineCpus = mask(xml, "cpuset");
        machineNodes = mask(xml, "nodeset");
        BitSet complete = mask(xml, "complete_cpuset");
        if (complete != null) {
            draft.possible.or(complete);
        }
        onlineV1 = mask(xml, "online_cpuset");
        BitSet allowed = mask(xml, "allowed_cpuset");
        if (allowed != null) {
            draft.allowed.or(allowed);
        }
    }

    private void numaNode(XMLStreamReader xml, int osIndex) {
        if (osIndex < 0 || osIndex > MachineDraft.MAX_NODE) {
            problems.add(
                    name, xml.getLocation().getLineNumber(), "a NUMANode has the os_index (" + osIndex + ")", EDITED);
            return;
        }
        if (nodes.size() == MachineDraft.MAX_NODES) {
            throw new InvalidInputException(
                    name,
                    xml.getLocation().getLineNumber(),
                    "the file has more than (" + MachineDraft.MAX_NODES + ") nodes",
                    EDITED);
        }
        BitSet cpus = mask(xml, "cpuset");
        nodes.put(osIndex, cpus == null ? new BitSet() : cpus);
        nodesInOrder.add(osIndex);
        draft.nodes.set(osIndex);
        int gpIndex = number(xml, "gp_index", -1);
        if (gpIndex >= 0) {
            nodeByGpIndex.put((long) gpIndex, osIndex);
        }
    }

    private void pu(XMLStreamReader xml, int cpu) {
        if (cpu < 0 || cpu > CpuLists.MAX_CPU) {
            problems.add(name, xml.getLocation().getLineNumber(), "a PU has the os_index (" + cpu + ")", EDITED);
            return;
        }
        if (draft.described.get(cpu)) {
            problems.add(name, xml.getLocation().getLineNumber(), "cpu (" + cpu + ") is there twice", EDITED);
            return;
        }
        draft.described.set(cpu);
        BitSet nodeset = mask(xml, "nodeset");
        if (nodeset != null) {
            nodesOfCpu.put(cpu, nodeset);
        }
        int llc = 0;
        for (Open above : open) {
            above.below().set(cpu);
            BitSet cpus = above.cpus();
            if (cpus != null && (!cpus.get(cpu) || (above.type().equals("PU") && cpus.cardinality() > 1))) {
                problem(
                        xml,
                        "the cpuset (" + CpuLists.shortened(CpuLists.format(cpus)) + ") of a " + above.type()
                                + " does not fit cpu (" + cpu + ") in it",
                        EDITED);
            }
            switch (above.type()) {
                case "Core" -> {
                    draft.place(TopologyLevel.CORE, cpu, above.key());
                    draft.coreId(cpu, above.osIndex());
                }
                case "Die" -> draft.place(TopologyLevel.DIE, cpu, above.key());
                case "Package" -> {
                    draft.place(TopologyLevel.PACKAGE, cpu, above.key());
                    draft.packageId(cpu, above.osIndex());
                }
                default -> {
                    // Caches follow; machine, groups and bridges do not matter.
                }
            }
            if (above.cacheLevel() == 2) {
                draft.place(TopologyLevel.CLUSTER, cpu, above.key());
            }
            if (above.cacheLevel() > 0 && above.cacheLevel() <= llc) {
                problem(xml, "a cache of level (" + above.cacheLevel() + ") is around one of level " + llc, EDITED);
            }
            if (above.cacheLevel() > llc) {
                llc = above.cacheLevel();
                draft.llcLevel(cpu, llc);
                draft.place(TopologyLevel.LLC, cpu, above.key());
            }
        }
    }

    private void problem(XMLStreamReader xml, String what, @Nullable String maybe) {
        problems.add(name, xml.getLocation().getLineNumber(), what, maybe);
    }

    private @Nullable BitSet mask(XMLStreamReader xml, String attribute) {
        String text = xml.getAttributeValue(null, attribute);
        if (text == null) {
            return null;
        }
        try {
            return CpuLists.mask(text);
        } catch (IllegalArgumentException e) {
            problems.add(name, xml.getLocation().getLineNumber(), attribute + ": " + e.getMessage(), EDITED);
            return null;
        }
    }

    private int number(XMLStreamReader xml, String attribute, int absent) {
        String text = xml.getAttributeValue(null, attribute);
        if (text == null) {
            return absent;
        }
        try {
            // Devices carry indices of 64 bits; those of CPUs and nodes are small.
            return (int) Math.min(Integer.MAX_VALUE, Long.parseUnsignedLong(text.strip()) & Long.MAX_VALUE);
        } catch (NumberFormatException e) {
            problems.add(
                    name,
                    xml.getLocation().getLineNumber(),
                    attribute + " (" + CpuLists.shortened(text) + ") is not a number",
                    EDITED);
            return absent;
        }
    }

    Topology build() {
        if (!sawTopology) {
            throw new InvalidInputException(name, 1, "the file has no element <topology>", "it is not an hwloc file.");
        }
        if (draft.described.isEmpty()) {
            problems.add(name, 0, "the file has no PU (processing unit)", "it was exported without CPUs.");
        }
        checkSets();
        checkNodes();
        problems.throwIfAny();
        draft.online.or(draft.described);
        if (onlineV1 != null) {
            draft.online.and(onlineV1);
        }
        new HwlocNodes(name, machineLine, nodes, nodesOfCpu).place(draft);
        try {
            for (HwlocDistances.Entry entry : distances.entries(nodesInOrder, nodeByGpIndex)) {
                draft.distance(
                        entry.from(),
                        entry.to(),
                        MachineDraft.checkedDistance(entry.from(), entry.to(), entry.distance()));
            }
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(name, distances.line(), String.valueOf(e.getMessage()), EDITED);
        }
        return draft.build(name);
    }

    private void checkNodes() {
        BitSet told = machineNodes;
        if (told != null && !nodes.isEmpty() && !told.equals(draft.nodes)) {
            problems.add(
                    name,
                    machineLine,
                    "the nodeset (" + CpuLists.shortened(CpuLists.format(told))
                            + ") does not name the NUMANodes of the file ("
                            + CpuLists.shortened(CpuLists.format(draft.nodes)) + ")",
                    EDITED);
        }
    }

    /** The machine's own sets tell the same CPUs as its PUs do. */
    private void checkSets() {
        BitSet missing = machineCpus == null ? new BitSet() : (BitSet) machineCpus.clone();
        if (onlineV1 != null) {
            missing.and(onlineV1);
        }
        missing.andNot(draft.described);
        if (!missing.isEmpty()) {
            problems.add(
                    name,
                    machineLine,
                    "cpus (" + CpuLists.shortened(CpuLists.format(missing)) + ") of the cpuset have no PU",
                    EDITED);
        }
        for (BitSet part : new BitSet[] {draft.described, draft.allowed, onlineV1 == null ? new BitSet() : onlineV1}) {
            BitSet foreign = (BitSet) part.clone();
            foreign.andNot(draft.possible);
            if (!draft.possible.isEmpty() && !foreign.isEmpty()) {
                problems.add(
                        name,
                        machineLine,
                        "cpus (" + CpuLists.shortened(CpuLists.format(foreign))
                                + ") are not in the complete_cpuset of the machine",
                        EDITED);
            }
        }
    }
}
