package org.schedlab.topology.read;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.schedlab.topology.RegularShape;
import org.schedlab.topology.Topology;
import org.schedlab.topology.TopologyLevel;
import org.schedlab.topology.input.InvalidInputException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The project's own form, YAML (or JSON, which is YAML): a {@code shape}, or {@code cpus} with groups as CPU lists; then what differs from a
 * regular machine.
 *
 * <pre>{@code
 * shape: 1s 8c                      # or  cpus: 0-7
 * llcs: [0-3, 4-7]                  # also cores, clusters, dies, packages, nodes
 * capacities: {0-3: 446, 4-7: 1024}
 * distances: [[10, 20], [20, 10]]
 * online: 0-6
 * allowed: 0-3
 * }</pre>
 */
public final class YamlReader implements TopologyReader {

    private static final int MAX_BYTES = 256 << 10;
    private static final Map<String, TopologyLevel> GROUPS = Map.of(
            "cores", TopologyLevel.CORE,
            "clusters", TopologyLevel.CLUSTER,
            "llcs", TopologyLevel.LLC,
            "dies", TopologyLevel.DIE,
            "packages", TopologyLevel.PACKAGE,
            "nodes", TopologyLevel.NODE);
    private static final List<String> KEYS = List.of(
            "allowed",
            "capacities",
            "clusters",
            "cores",
            "cpus",
            "dies",
            "distances",
            "llcs",
            "nodes",
            "online",
            "packages",
            "possible",
            "shape");
    private static final Pattern START = Pattern.compile(
            "(?s)\\s*(#[^\\n]*\\n\\s*|---\\s*\\n\\s*)*\\{?\\s*\"?(" + String.join("|", KEYS) + ")\"?\\s*:.*");

    private static final String GROUP_HINT = "write it as [0-3, 4-7], with every CPU once.";
    private static final String LIST_HINT = "write it as 0-3,8.";
    private static final Map<String, String> HINTS = Map.ofEntries(
            Map.entry("allowed", LIST_HINT),
            Map.entry("capacities", "write them as {0-3: 446, 4-7: 1024}, with every CPU once."),
            Map.entry("clusters", GROUP_HINT),
            Map.entry("cores", GROUP_HINT),
            Map.entry("cpus", LIST_HINT),
            Map.entry("dies", GROUP_HINT),
            Map.entry("distances", "write a row for each node, as [[10, 20], [20, 10]]."),
            Map.entry("llcs", GROUP_HINT),
            Map.entry("nodes", GROUP_HINT),
            Map.entry("online", LIST_HINT),
            Map.entry("packages", GROUP_HINT),
            Map.entry("possible", LIST_HINT),
            Map.entry("shape", "write it as 2s 10c 2t."));
    private static final YAMLMapper MAPPER = YAMLMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .build();

    private record Entry(int line, JsonNode value) {}

    @Override
    public String format() {
        return "YAML";
    }

    @Override
    public int confidence(TopologySource source) {
        if (!source.isFile()) {
            return 0;
        }
        String name = source.name().toLowerCase(Locale.ROOT);
        boolean named = name.endsWith(".yaml") || name.endsWith(".yml");
        boolean looks = START.matcher(source.headText()).matches();
        return looks ? 75 : named ? 45 : 0;
    }

    @Override
    public Topology read(TopologySource source) {
        Map<String, Entry> entries = entries(source);
        Problems problems = new Problems();
        for (Map.Entry<String, Entry> entry : entries.entrySet()) {
            if (!KEYS.contains(entry.getKey())) {
                problems.add(
                        source.name(),
                        entry.getValue().line(),
                        "key (" + entry.getKey() + ") is not known",
                        "it is one of: " + String.join(" ", KEYS) + ".");
            }
        }
        problems.throwIfAny();
        MachineDraft draft = new MachineDraft();
        shape(source, entries, draft);
        for (Map.Entry<String, Entry> entry : entries.entrySet()) {
            try {
                apply(entry.getKey(), entry.getValue().value(), draft);
            } catch (IllegalArgumentException e) {
                problems.add(
                        source.name(),
                        entry.getValue().line(),
                        entry.getKey() + ": " + e.getMessage(),
                        HINTS.get(entry.getKey()));
            }
        }
        problems.throwIfAny();
        checkWithin(source, entries, draft);
        return draft.build(source.name());
    }

    /** Groups and sets name CPUs of the machine only. */
    private static void checkWithin(TopologySource source, Map<String, Entry> entries, MachineDraft draft) {
        BitSet cpus = new BitSet();
        cpus.or(draft.possible);
        Entry told = entries.get("cpus");
        if (told != null) {
            cpus.or(list(told.value()));
        } else {
            cpus.or(draft.shaped);
        }
        BitSet foreign = (BitSet) draft.described.clone();
        foreign.or(draft.online);
        foreign.or(draft.allowed);
        foreign.or(draft.withCapacity());
        foreign.andNot(cpus);
        if (!foreign.isEmpty()) {
            Entry at = told != null ? told : entries.get("shape");
            throw new InvalidInputException(
                    source.name(),
                    at == null ? 0 : at.line(),
                    "cpus (" + CpuLists.shortened(CpuLists.format(foreign))
                            + ") are named and are none of the machine (" + CpuLists.shortened(CpuLists.format(cpus))
                            + ")",
                    "add them to cpus or possible.");
        }
        checkPlaces(source, entries, draft);
        Entry matrix = entries.get("distances");
        if (matrix != null && matrix.value().size() != Math.max(1, draft.nodes.cardinality())) {
            throw new InvalidInputException(
                    source.name(),
                    matrix.line(),
                    "distances have (" + matrix.value().size() + ") rows for " + Math.max(1, draft.nodes.cardinality())
                            + " nodes",
                    "write a row for each node.");
        }
    }

    /** Where nodes are told, every online CPU has one; where CPUs are allowed, one of them is online. */
    private static void checkPlaces(TopologySource source, Map<String, Entry> entries, MachineDraft draft) {
        Entry nodes = entries.get("nodes");
        BitSet homeless = (BitSet) draft.online.clone();
        draft.groups(TopologyLevel.NODE).values().forEach(homeless::andNot);
        if (nodes != null && !homeless.isEmpty()) {
            throw new InvalidInputException(
                    source.name(),
                    nodes.line(),
                    "nodes: cpus (" + CpuLists.shortened(CpuLists.format(homeless)) + ") are online and in no node",
                    GROUP_HINT);
        }
        Entry allowed = entries.get("allowed");
        if (allowed != null && !draft.allowed.intersects(draft.online)) {
            throw new InvalidInputException(
                    source.name(),
                    allowed.line(),
                    "allowed: none of the cpus (" + CpuLists.shortened(CpuLists.format(draft.allowed)) + ") is online",
                    "add one of them to online.");
        }
    }

    private static Map<String, Entry> entries(TopologySource source) {
        String text = source.text();
        if (text.length() > MAX_BYTES) {
            throw new InvalidInputException(source.name(), 0, "the file is larger than 256 KiB", "it is another file.");
        }
        Map<String, Entry> entries = new TreeMap<>();
        try (JsonParser yaml = MAPPER.createParser(text)) {
            if (yaml.nextToken() != JsonToken.START_OBJECT) {
                throw new InvalidInputException(
                        source.name(), 1, "the file is not a map of keys", "begin it with shape: 2s 10c 2t.");
            }
            while (yaml.nextToken() == JsonToken.PROPERTY_NAME) {
                String key = yaml.currentName();
                int line = Math.max(0, yaml.currentTokenLocation().getLineNr());
                yaml.nextToken();
                JsonNode value = yaml.readValueAsTree();
                if (entries.put(key, new Entry(line, value)) != null) {
                    throw new InvalidInputException(
                            source.name(), line, "key (" + key + ") is there twice", "one of the two can go.");
                }
            }
            if (yaml.nextToken() != null) {
                throw new InvalidInputException(
                        source.name(),
                        Math.max(0, yaml.currentTokenLocation().getLineNr()),
                        "something follows the machine",
                        "a second document (---) can go, or into a file of its own.");
            }
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getLineNr());
            InvalidInputException problem = new InvalidInputException(
                    source.name(),
                    line,
                    "the YAML is broken (" + CpuLists.shortened(String.valueOf(e.getOriginalMessage())) + ")",
                    "the file is cut short, or a key is there twice.");
            problem.initCause(e);
            throw problem;
        }
        return entries;
    }

    private static void shape(TopologySource source, Map<String, Entry> entries, MachineDraft draft) {
        Entry shape = entries.get("shape");
        Entry cpus = entries.get("cpus");
        if ((shape == null) == (cpus == null)) {
            throw new InvalidInputException(
                    source.name(),
                    shape == null ? 1 : shape.line(),
                    "the file needs one of shape and cpus",
                    "write shape: 2s 10c 2t.");
        }
        if (shape == null) {
            return;
        }
        Topology regular = shaped(source, shape);
        for (int cpu = 0; cpu < regular.cpuCapacity(); cpu++) {
            draft.online.set(cpu);
            draft.shaped.set(cpu);
            for (TopologyLevel level : TopologyLevel.values()) {
                if (level != TopologyLevel.NODE) {
                    draft.place(level, cpu, regular.groupOf(level, cpu));
                }
            }
            draft.node(cpu, regular.nodeOf(cpu));
            draft.llcLevel(cpu, regular.llcLevel(cpu));
            draft.packageId(cpu, regular.packageOsId(cpu));
            draft.coreId(cpu, regular.coreOsId(cpu));
        }
        for (int a = 0; a < regular.nodeCount(); a++) {
            for (int b = 0; b < regular.nodeCount(); b++) {
                draft.distance(a, b, regular.distance(a, b));
            }
        }
    }

    private static Topology shaped(TopologySource source, Entry shape) {
        if (!shape.value().isString()) {
            throw new InvalidInputException(
                    source.name(),
                    shape.line(),
                    "shape: " + notA(shape.value(), "shape such as 2s 10c 2t").getMessage(),
                    HINTS.get("shape"));
        }
        try {
            return RegularShape.parse(shape.value().asString()).topology();
        } catch (InvalidInputException e) {
            throw new InvalidInputException(
                    source.name(),
                    shape.line(),
                    "shape: " + e.problems().get(0).what(),
                    e.problems().get(0).maybe());
        }
    }

    private static void apply(String key, JsonNode value, MachineDraft draft) {
        TopologyLevel level = GROUPS.get(key);
        if (level != null) {
            groups(level, value, draft);
            return;
        }
        switch (key) {
            case "cpus" -> {
                draft.described.or(list(value));
                if (draft.online.isEmpty()) {
                    draft.online.or(list(value));
                }
            }
            case "online" -> {
                draft.described.or(draft.online);
                draft.online.clear();
                draft.online.or(list(value));
            }
            case "allowed" -> {
                draft.allowed.or(list(value));
                if (draft.allowed.isEmpty()) {
                    throw notA(value, "list with a CPU");
                }
            }
            case "possible" -> draft.possible.or(list(value));
            case "capacities" -> {
                if (!value.isObject()) {
                    throw notA(value, "map from CPU lists to capacities such as {0-3: 446}");
                }
                value.properties().forEach(e -> capacity(e.getKey(), e.getValue(), draft));
            }
            case "distances" -> distances(value, draft);
            default -> {
                // The shape has been taken already.
            }
        }
    }

    private static void capacity(String cpus, JsonNode value, MachineDraft draft) {
        int capacity = value.asInt(0);
        if (!value.isInt() || capacity < 1 || capacity > MachineDraft.MAX_CAPACITY) {
            throw new IllegalArgumentException("capacity (" + CpuLists.shortened(value.asString("")) + ") of cpus "
                    + CpuLists.shortened(cpus) + " is not a number from 1 to " + MachineDraft.MAX_CAPACITY);
        }
        BitSet members = CpuLists.list(cpus);
        if (members.intersects(draft.withCapacity())) {
            throw new IllegalArgumentException("cpus (" + CpuLists.shortened(cpus) + ") have two capacities");
        }
        members.stream().forEach(cpu -> draft.capacity(cpu, capacity));
    }

    private static BitSet list(JsonNode value) {
        if (!(value.isString() || value.isInt())) {
            throw notA(value, "CPU list such as 0-3,8");
        }
        return CpuLists.list(value.asString(""));
    }

    private static void groups(TopologyLevel level, JsonNode value, MachineDraft draft) {
        BitSet seen = new BitSet();
        int group = 0;
        if (level == TopologyLevel.NODE) {
            draft.nodes.clear();
        }
        for (JsonNode element : value) {
            BitSet members = list(element);
            if (members.intersects(seen)) {
                throw new IllegalArgumentException("cpus (" + element.asString("") + ") are in two groups");
            }
            seen.or(members);
            int key = group++;
            if (level == TopologyLevel.NODE && key >= MachineDraft.MAX_NODES) {
                throw new IllegalArgumentException("there are more than (" + MachineDraft.MAX_NODES + ") nodes");
            }
            if (members.isEmpty() && level != TopologyLevel.NODE) {
                throw new IllegalArgumentException("a group has no cpu");
            }
            if (level == TopologyLevel.NODE) {
                draft.nodes.set(key);
            }
            members.stream().forEach(cpu -> place(level, cpu, key, draft));
            if (level == TopologyLevel.LLC) {
                members.stream().forEach(cpu -> draft.llcLevel(cpu, 3));
            }
        }
        if (group == 0) {
            throw notA(value, "list of CPU lists such as [0-3, 4-7]");
        }
        BitSet rest = (BitSet) draft.shaped.clone();
        rest.andNot(seen);
        if (!rest.isEmpty()) {
            throw new IllegalArgumentException("cpus (" + CpuLists.shortened(CpuLists.format(rest))
                    + ") of the shape are in none of these groups");
        }
    }

    /** Groups over a shape also replace the numbers that the shape gave. */
    private static void place(TopologyLevel level, int cpu, int key, MachineDraft draft) {
        draft.place(level, cpu, key);
        if (level == TopologyLevel.PACKAGE && draft.shaped.get(cpu)) {
            draft.packageId(cpu, key);
        } else if (level == TopologyLevel.CORE && draft.shaped.get(cpu)) {
            draft.coreId(cpu, key);
        }
    }

    private static IllegalArgumentException notA(JsonNode value, String what) {
        return new IllegalArgumentException("(" + CpuLists.shortened(value.toString()) + ") is not a " + what);
    }

    private static void distances(JsonNode value, MachineDraft draft) {
        if (!value.isArray()) {
            throw notA(value, "list of rows of distances such as [[10, 20], [20, 10]]");
        }
        int from = 0;
        for (JsonNode row : value) {
            if (!row.isArray()) {
                throw notA(row, "row of distances such as [10, 20]");
            }
            int to = 0;
            for (JsonNode cell : row) {
                int distance = cell.isInt() ? cell.asInt(0) : 0;
                if (distance < 1) {
                    throw new IllegalArgumentException(
                            "distance (" + CpuLists.shortened(cell.asString("")) + ") is not a positive number");
                }
                draft.distance(from, to, MachineDraft.checkedDistance(from, to, distance));
                to++;
            }
            if (to != value.size()) {
                throw new IllegalArgumentException(
                        "row " + from + " has " + to + " distances for (" + value.size() + ") nodes");
            }
            from++;
        }
    }
}
