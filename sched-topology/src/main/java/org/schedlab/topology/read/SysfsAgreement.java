package org.schedlab.topology.read;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the CPU sets of a snapshot, and refuses those that contradict each other. Confined to one read. */
final class SysfsAgreement {

    static final String INCONSISTENT = "the snapshot was cut or edited.";

    /** CPUs that a file names. */
    record Shared(BitSet members, String path) {}

    private final String name;
    private final SysfsFiles files;
    private final Problems problems;
    private final BitSet online;

    /** With the online CPUs, which may be filled in later. */
    SysfsAgreement(String name, SysfsFiles files, Problems problems, BitSet online) {
        this.name = name;
        this.files = files;
        this.problems = problems;
        this.online = online;
    }

    /** Masks before lists, as hwloc and lscpu do: in edited snapshots the lists are wrong. */
    @Nullable
    BitSet members(String path) {
        BitSet mask = mask(path);
        return mask != null ? mask : list(path + "_list");
    }

    @Nullable
    BitSet list(String path) {
        String text = files.read(path);
        try {
            return text == null ? null : CpuLists.list(text);
        } catch (IllegalArgumentException e) {
            problems.add(files.place(path), 1, String.valueOf(e.getMessage()), INCONSISTENT);
            return null;
        }
    }

    @Nullable
    BitSet mask(String path) {
        String text = files.read(path);
        try {
            return text == null ? null : CpuLists.mask(text);
        } catch (IllegalArgumentException e) {
            problems.add(files.place(path), 1, String.valueOf(e.getMessage()), INCONSISTENT);
            return null;
        }
    }

    /** Refuses siblings and sharers of caches that do not agree: if a names b, then b must name a, and what one tells all must tell. */
    void check(Map<Integer, Map<Integer, Shared>> sharers) {
        for (String mask :
                List.of("thread_siblings", "core_cpus", "core_siblings", "package_cpus", "die_cpus", "cluster_cpus")) {
            TreeMap<Integer, Shared> told = new TreeMap<>();
            for (int cpu = online.nextSetBit(0); cpu >= 0; cpu = online.nextSetBit(cpu + 1)) {
                String path = SysfsFiles.CPU + "cpu" + cpu + "/topology/" + mask;
                BitSet members = members(path);
                if (members != null) {
                    told.put(cpu, new Shared(members, path));
                }
            }
            if (!told.isEmpty() && told.size() < online.cardinality()) {
                BitSet silent = (BitSet) online.clone();
                told.keySet().forEach(silent::clear);
                problems.add(
                        name,
                        0,
                        "online cpus (" + CpuLists.shortened(CpuLists.format(silent)) + ") have no topology/" + mask
                                + ", others have",
                        INCONSISTENT);
            }
            checkAgreement(told, "siblings");
        }
        sharers.values().forEach(told -> checkAgreement(told, "sharers"));
    }

    private void checkAgreement(Map<Integer, Shared> told, String what) {
        Map<BitSet, Integer> seen = new LinkedHashMap<>();
        BitSet named = new BitSet();
        told.forEach((cpu, shared) -> {
            BitSet members = (BitSet) shared.members().clone();
            members.and(online);
            if (seen.putIfAbsent(members, cpu) == null && members.intersects(named)) {
                seen.forEach((before, other) -> {
                    if (before.intersects(members) && !before.equals(members)) {
                        problems.add(
                                files.place(shared.path()),
                                0,
                                what + " (" + CpuLists.format(members) + ") differ from those of cpu " + other + " ("
                                        + CpuLists.format(before) + ")",
                                "the snapshot was taken during hotplug.");
                    }
                });
            }
            named.or(members);
        });
        for (Map.Entry<Integer, Shared> entry : told.entrySet()) {
            BitSet others = (BitSet) entry.getValue().members().clone();
            others.and(online);
            for (int cpu = others.nextSetBit(0); cpu >= 0; cpu = others.nextSetBit(cpu + 1)) {
                if (!told.containsKey(cpu)) {
                    problems.add(
                            files.place(entry.getValue().path()),
                            0,
                            "cpu " + cpu + " is named and has no such " + what + " itself",
                            INCONSISTENT);
                    return;
                }
            }
        }
    }
}
