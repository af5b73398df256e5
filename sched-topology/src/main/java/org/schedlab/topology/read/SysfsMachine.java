package org.schedlab.topology.read;

import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.Topology;
import org.schedlab.topology.TopologyLevel;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.topology.input.Nearest;

/** Makes a machine of the files of one snapshot. Confined to one read. */
final class SysfsMachine {

    private static final int MAX_CACHES = 16;
    private static final int MAX_CACHE_LEVEL = 8;
    private static final String INCONSISTENT = SysfsAgreement.INCONSISTENT;

    private final String name;
    private final SysfsFiles files;
    private final TreeMap<Integer, Map<Integer, SysfsAgreement.Shared>> sharers = new TreeMap<>();
    private final MachineDraft draft = new MachineDraft();
    private final Problems problems = new Problems();
    private final Set<Integer> cpus;
    private final SysfsAgreement agreement;
    private final TreeMap<Integer, Integer> coreIds = new TreeMap<>();
    private final TreeMap<Integer, Integer> packageIds = new TreeMap<>();
    private boolean toldAnything;

    SysfsMachine(String name, SysfsFiles files) {
        this.name = name;
        this.files = files;
        this.cpus = files.numbers(SysfsFiles.CPU, "cpu");
        this.agreement = new SysfsAgreement(name, files, problems, draft.online);
    }

    Topology read() {
        if (cpus.isEmpty()) {
            throw new InvalidInputException(
                    name, 0, "sys/devices/system/cpu has no CPUs", "the snapshot is incomplete.");
        }
        int last = Collections.max(cpus);
        if (last > CpuLists.MAX_CPU) {
            throw new InvalidInputException(name, 0, "cpu (" + last + ") is beyond " + CpuLists.MAX_CPU, INCONSISTENT);
        }
        readSets();
        for (int cpu : cpus) {
            readCpu(cpu);
        }
        if (!toldAnything) {
            throw new InvalidInputException(
                    name,
                    0,
                    "no CPU of sys/devices/system/cpu tells its topology or caches",
                    "the snapshot is incomplete; a machine is also written as 2s 10c 2t.");
        }
        agreement.check(sharers);
        SysfsNumbers numbers = new SysfsNumbers(name, problems, draft);
        numbers.placeCores(coreIds, packageIds, sharers.getOrDefault(1, Map.of()));
        numbers.check(TopologyLevel.PACKAGE, "physical_package_id", packageIds);
        numbers.check(TopologyLevel.CORE, "physical_package_id", packageIds);
        readNodes();
        readAllowed();
        problems.throwIfAny();
        return draft.build(name);
    }

    private void readSets() {
        BitSet possible = cpuList(SysfsFiles.CPU + "possible");
        if (possible != null) {
            draft.possible.or(possible);
        }
        for (int cpu : cpus) {
            draft.possible.set(cpu);
        }
        BitSet online = cpuList(SysfsFiles.CPU + "online");
        if (online != null) {
            checkOnline(online, possible, "possible");
            checkOnline(online, cpuList(SysfsFiles.CPU + "present"), "present");
            draft.online.or(online);
            return;
        }
        for (int cpu : cpus) {
            String path = SysfsFiles.CPU + "cpu" + cpu + "/online";
            String file = files.read(path);
            String value = file == null || file.isBlank() ? "1" : file.strip();
            if (value.equals("1")) {
                draft.online.set(cpu);
            } else if (!value.equals("0")) {
                problems.add(
                        files.place(path),
                        1,
                        "online (" + CpuLists.shortened(value) + ") is neither 0 nor 1",
                        INCONSISTENT);
            }
        }
    }

    private void checkOnline(BitSet online, @Nullable BitSet whole, String file) {
        BitSet outside = (BitSet) online.clone();
        outside.andNot(whole == null ? online : whole);
        if (!outside.isEmpty()) {
            problems.add(
                    files.place(SysfsFiles.CPU + "online"),
                    1,
                    "cpus (" + CpuLists.format(outside) + ") are online and not in " + file + " ("
                            + (whole == null ? "" : CpuLists.format(whole)) + ")",
                    INCONSISTENT);
        }
        outside = (BitSet) online.clone();
        cpus.forEach(outside::clear);
        if (!outside.isEmpty() && file.equals("possible")) {
            problems.add(
                    files.place(SysfsFiles.CPU + "online"),
                    1,
                    "cpus (" + CpuLists.format(outside) + ") are online and have no directory",
                    INCONSISTENT);
        }
    }

    private void readCpu(int cpu) {
        String at = SysfsFiles.CPU + "cpu" + cpu + "/";
        String topology = at + "topology/";
        group(TopologyLevel.CORE, cpu, topology, "thread_siblings", "core_cpus");
        group(TopologyLevel.PACKAGE, cpu, topology, "core_siblings", "package_cpus");
        group(TopologyLevel.DIE, cpu, topology, "die_cpus");
        group(TopologyLevel.CLUSTER, cpu, topology, "cluster_cpus");
        Integer packageId = integer(topology + "physical_package_id");
        if (packageId != null) {
            draft.packageId(cpu, packageId);
            packageIds.put(cpu, packageId);
            if (!draft.placed(TopologyLevel.PACKAGE, cpu) && packageId >= 0) {
                draft.place(TopologyLevel.PACKAGE, cpu, (1L << 32) | packageId);
            }
        }
        Integer coreId = integer(topology + "core_id");
        if (coreId != null) {
            draft.coreId(cpu, coreId);
            coreIds.put(cpu, coreId);
        }
        toldAnything |= packageId != null
                || coreId != null
                || draft.placed(TopologyLevel.CORE, cpu)
                || files.read(at + "cache/index0/level") != null;
        Integer capacity = integer(at + "cpu_capacity");
        if (capacity != null && (capacity < 1 || capacity > MachineDraft.MAX_CAPACITY)) {
            problems.add(
                    files.place(at + "cpu_capacity"),
                    1,
                    "capacity (" + capacity + ") is not between 1 and " + MachineDraft.MAX_CAPACITY,
                    "1024 is the biggest usual CPU.");
        } else if (capacity != null) {
            draft.capacity(cpu, capacity);
        }
        readCaches(cpu, at + "cache/");
    }

    private void group(TopologyLevel level, int cpu, String directory, String... names) {
        for (String mask : names) {
            BitSet members = members(directory + mask);
            if (members != null && members.isEmpty() && draft.online.get(cpu)) {
                problems.add(
                        files.place(directory + mask),
                        1,
                        "the siblings of online cpu " + cpu + " are none",
                        INCONSISTENT);
            }
            if (members != null && !members.isEmpty()) {
                draft.place(level, cpu, key(members, cpu, directory + mask));
                return;
            }
        }
    }

    /** The group's lowest online CPU stands for it. */
    private long key(BitSet members, int cpu, String path) {
        if (draft.online.get(cpu) && !members.get(cpu)) {
            problems.add(
                    files.place(path),
                    0,
                    "cpu (" + cpu + ") is not among its own siblings (" + CpuLists.format(members) + ")",
                    INCONSISTENT);
        }
        if (!MachineDraft.isWithin(members, draft.possible)) {
            BitSet foreign = (BitSet) members.clone();
            foreign.andNot(draft.possible);
            problems.add(
                    files.place(path), 1, "cpus (" + CpuLists.format(foreign) + ") are not possible", INCONSISTENT);
        }
        BitSet awake = (BitSet) members.clone();
        awake.and(draft.online);
        return awake.isEmpty() ? cpu : awake.nextSetBit(0);
    }

    private @Nullable BitSet members(String path) {
        return agreement.members(path);
    }

    private void readCaches(int cpu, String directory) {
        int highest = 0;
        BitSet last = null;
        String lastPath = "";
        for (int index = 0; index < MAX_CACHES; index++) {
            String at = directory + "index" + index + "/";
            String type = files.read(at + "type");
            Integer level = integer(at + "level");
            if (level == null || type == null || !isData(at, type.strip(), level)) {
                continue;
            }
            BitSet sharing = mask(at + "shared_cpu_map");
            String path = at + (sharing != null ? "shared_cpu_map" : "shared_cpu_list");
            sharing = sharing != null ? sharing : cpuList(path);
            if (sharing == null || sharing.isEmpty()) {
                continue;
            }
            if (level <= 2) {
                share(level, cpu, sharing, path);
            }
            if (level == 2 && !draft.placed(TopologyLevel.CLUSTER, cpu)) {
                draft.place(TopologyLevel.CLUSTER, cpu, key(sharing, cpu, path));
            }
            if (level > highest) {
                highest = level;
                last = sharing;
                lastPath = path;
            }
        }
        if (last != null) {
            share(highest, cpu, last, lastPath);
            draft.llcLevel(cpu, highest);
            draft.place(TopologyLevel.LLC, cpu, ((long) highest << 32) | key(last, cpu, lastPath));
        }
    }

    private void share(int level, int cpu, BitSet sharing, String path) {
        if (draft.online.get(cpu)) {
            sharers.computeIfAbsent(level, l -> new TreeMap<>()).put(cpu, new SysfsAgreement.Shared(sharing, path));
        }
    }

    private boolean isData(String at, String type, int level) {
        if (level < 1 || level > MAX_CACHE_LEVEL) {
            problems.add(files.place(at + "level"), 1, "cache level (" + level + ") is not 1 to 8", INCONSISTENT);
            return false;
        }
        switch (type) {
            case "Data", "Unified" -> {
                return true;
            }
            case "Instruction", "" -> {
                return false;
            }
            default -> {
                problems.add(
                        files.place(at + "type"),
                        1,
                        "cache type (" + CpuLists.shortened(type) + ") is not known",
                        Nearest.maybe(type, List.of("Data", "Instruction", "Unified")));
                return false;
            }
        }
    }

    private void readNodes() {
        Set<Integer> nodes = files.numbers(SysfsFiles.NODE, "node");
        if (nodes.size() > MachineDraft.MAX_NODES) {
            throw new InvalidInputException(
                    name, 0, "the snapshot has more than (" + MachineDraft.MAX_NODES + ") nodes", INCONSISTENT);
        }
        TreeMap<Integer, Integer> nodeOf = new TreeMap<>();
        int last = nodes.isEmpty() ? 0 : Collections.max(nodes);
        if (last > MachineDraft.MAX_NODE) {
            throw new InvalidInputException(
                    name, 0, "node (" + last + ") is beyond " + MachineDraft.MAX_NODE, INCONSISTENT);
        }
        for (int node : nodes) {
            String at = SysfsFiles.NODE + "node" + node + "/";
            BitSet members = mask(at + "cpumap");
            members = members != null ? members : cpuList(at + "cpulist");
            draft.nodes.set(node);
            if (members == null) {
                continue;
            }
            if (!MachineDraft.isWithin(members, draft.possible)) {
                BitSet foreign = (BitSet) members.clone();
                foreign.andNot(draft.possible);
                problems.add(
                        files.place(at + "cpulist"),
                        1,
                        "cpus (" + CpuLists.format(foreign) + ") of node " + node + " are not possible",
                        INCONSISTENT);
            }
            for (int cpu = members.nextSetBit(0); cpu >= 0; cpu = members.nextSetBit(cpu + 1)) {
                Integer other = draft.possible.get(cpu) ? nodeOf.putIfAbsent(cpu, node) : null;
                if (other != null) {
                    problems.add(
                            files.place(at + "cpulist"),
                            0,
                            "cpu (" + cpu + ") is in node " + other + " and in node " + node,
                            "firmware told wrong nodes; the kernel itself puts every CPU into one.");
                    break;
                }
            }
            readDistances(node, at + "distance", nodes);
        }
        if (nodes.isEmpty()) {
            return;
        }
        int first = nodes.iterator().next();
        nodeOf.forEach((cpu, node) -> {
            if (draft.described.get(cpu) || draft.online.get(cpu)) {
                draft.node(cpu, node);
            }
        });
        for (int cpu = draft.online.nextSetBit(0); cpu >= 0; cpu = draft.online.nextSetBit(cpu + 1)) {
            if (!nodeOf.isEmpty() && !nodeOf.containsKey(cpu)) {
                problems.add(name, 0, "online cpu (" + cpu + ") is in no node", INCONSISTENT);
            } else if (!nodeOf.containsKey(cpu)) {
                draft.node(cpu, first);
            }
        }
    }

    private void readDistances(int node, String path, Set<Integer> nodes) {
        String text = files.read(path);
        if (text == null || text.isBlank()) {
            return;
        }
        String[] words = text.strip().split("\\s+");
        if (words.length != nodes.size()) {
            problems.add(
                    files.place(path),
                    1,
                    words.length + " distances for (" + nodes.size() + ") nodes",
                    "the snapshot is incomplete.");
            return;
        }
        int i = 0;
        for (int other : nodes) {
            try {
                int distance = CpuLists.number(words[i++], text);
                draft.distance(node, other, MachineDraft.checkedDistance(node, other, distance));
            } catch (IllegalArgumentException e) {
                problems.add(files.place(path), 1, String.valueOf(e.getMessage()), INCONSISTENT);
            }
        }
    }

    private void readAllowed() {
        try {
            BitSet allowed = new CpusetFiles(files).allowed();
            if (allowed != null) {
                allowed.and(draft.online);
                draft.allowed.or(allowed);
            }
        } catch (IllegalArgumentException e) {
            problems.add(files.place("proc/self/cpuset"), 0, "allowed CPUs: " + e.getMessage(), INCONSISTENT);
        }
    }

    private @Nullable BitSet cpuList(String path) {
        return agreement.list(path);
    }

    private @Nullable BitSet mask(String path) {
        return agreement.mask(path);
    }

    private @Nullable Integer integer(String path) {
        String text = files.read(path);
        if (text == null || text.isBlank()) {
            return null;
        }
        try {
            return Integer.valueOf(text.strip());
        } catch (NumberFormatException e) {
            problems.add(files.place(path), 1, "(" + CpuLists.shortened(text) + ") is not a number", INCONSISTENT);
            return null;
        }
    }
}
