package org.schedlab.topology.read;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.schedlab.topology.TopologyLevel;

/**
 * What the numbers of cores and packages in a snapshot say beside the sibling masks. Siblings have one package number; their core numbers may
 * differ, as those of AMD's modules and of some virtual machines do. Where there are no masks, CPUs with the numbers of one core that also share
 * the first level cache are its threads. Confined to one read.
 */
final class SysfsNumbers {

    private final String name;
    private final Problems problems;
    private final MachineDraft draft;

    SysfsNumbers(String name, Problems problems, MachineDraft draft) {
        this.name = name;
        this.problems = problems;
        this.draft = draft;
    }

    /** Puts CPUs of equal numbers and a shared first level cache into one core, when no CPU has a sibling mask. */
    void placeCores(
            Map<Integer, Integer> coreIds,
            Map<Integer, Integer> packageIds,
            Map<Integer, SysfsAgreement.Shared> firstCaches) {
        if (!draft.groups(TopologyLevel.CORE).isEmpty()) {
            return;
        }
        Map<List<Integer>, Integer> first = new HashMap<>();
        coreIds.forEach((cpu, core) -> {
            SysfsAgreement.Shared shared = firstCaches.get(cpu);
            if (shared == null || !draft.online.get(cpu)) {
                return;
            }
            BitSet members = (BitSet) shared.members().clone();
            members.and(draft.online);
            List<Integer> numbers = List.of(packageIds.getOrDefault(cpu, -1), core);
            int other = first.computeIfAbsent(numbers, k -> cpu);
            draft.place(TopologyLevel.CORE, cpu, members.get(other) ? other : cpu);
        });
    }

    /** Siblings have one number of that file. */
    void check(TopologyLevel level, String file, Map<Integer, Integer> numbers) {
        for (BitSet group : draft.groups(level).values()) {
            group.and(draft.online);
            int before = -1;
            for (int cpu = group.nextSetBit(0); cpu >= 0; cpu = group.nextSetBit(cpu + 1)) {
                Integer number = numbers.get(cpu);
                if (number == null) {
                    continue;
                }
                if (before >= 0 && !number.equals(numbers.get(before))) {
                    problems.add(
                            name,
                            0,
                            file + " (" + number + ") of cpu " + cpu + " is not that of its sibling cpu " + before
                                    + " (" + numbers.get(before) + ")",
                            SysfsAgreement.INCONSISTENT);
                    return;
                }
                before = cpu;
            }
        }
    }
}
