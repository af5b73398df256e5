package org.schedlab.topology.domain;

import static org.schedlab.topology.CpuMask.NO_CPU;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;

/**
 * Builds the domains of one root domain: raw chains, groups, then the removal of degenerate domains ({@code build_sched_domains},
 * {@code cpu_attach_domain}). Confined to one build.
 */
final class DomainBuilder {

    private final LevelTable levels;
    private final RawChains chains;
    private final GroupBuilder groups;
    private final GroupBuilder.Draft[][][] rings;
    private final boolean[][] kept;
    private final IdentityHashMap<GroupBuilder.Draft[], SchedGroup[]> finishedRings = new IdentityHashMap<>();

    DomainBuilder(Topology topology, LevelTable levels, DomainRules rules, CpuMask cpuMap) {
        this.levels = levels;
        chains = new RawChains(topology, levels, rules, cpuMap);
        groups = new GroupBuilder(topology, chains, rules);
        rings = new GroupBuilder.Draft[levels.size()][topology.cpuCapacity()][];
        kept = new boolean[levels.size()][topology.cpuCapacity()];
        for (int level = 0; level < levels.size(); level++) {
            for (int cpu = cpuMap.next(0); cpu != NO_CPU; cpu = cpuMap.next(cpu + 1)) {
                RawDomain domain = chains.at(level, cpu);
                if (domain != null) {
                    rings[level][cpu] = groups.ring(level, cpu, domain);
                }
            }
        }
        for (int cpu = cpuMap.next(0); cpu != NO_CPU; cpu = cpuMap.next(cpu + 1)) {
            dropDegenerate(cpu);
        }
    }

    private void dropDegenerate(int cpu) {
        RawDomain below = null;
        int belowLevel = -1;
        for (int level = 0; level < levels.size(); level++) {
            RawDomain domain = chains.at(level, cpu);
            if (domain == null) {
                break;
            }
            if (below == null) {
                kept[level][cpu] = true;
            } else if (addsNothing(below, domain, level, cpu)) {
                below.flags |= domain.flags & DomainFlags.PREFER_SIBLING;
                continue;
            } else {
                kept[level][cpu] = true;
            }
            below = domain;
            belowLevel = belowLevel < 0 ? level : belowLevel;
        }
        RawDomain lowest = belowLevel < 0 ? null : chains.at(belowLevel, cpu);
        if (lowest != null && degenerate(lowest, belowLevel, cpu)) {
            kept[belowLevel][cpu] = false;
        }
    }

    /** {@code sd_degenerate}. */
    private boolean degenerate(RawDomain domain, int level, int cpu) {
        if (domain.weight == 1) {
            return true;
        }
        boolean balances = rings[level][cpu].length > 1 && domain.has(DomainFlags.NEEDS_GROUPS);
        return !balances && !domain.has(DomainFlags.WAKE_AFFINE);
    }

    /** {@code sd_parent_degenerate}. */
    private boolean addsNothing(RawDomain child, RawDomain parent, int level, int cpu) {
        if (degenerate(parent, level, cpu)) {
            return true;
        }
        if (!parent.span.equals(child.span)) {
            return false;
        }
        int matter = rings[level][cpu].length > 1 ? parent.flags : parent.flags & ~DomainFlags.NEEDS_GROUPS;
        return (matter & ~child.flags) == 0;
    }

    /** Makes the groups, numbered from {@code firstId}, in the order of their drafts. */
    SchedGroup[] finishGroups(int firstId) {
        List<GroupBuilder.Draft> drafts = groups.drafts();
        SchedGroup[] finished = new SchedGroup[drafts.size()];
        for (GroupBuilder.Draft draft : drafts) {
            finished[draft.number()] = groups.finish(draft, firstId, childFlags(draft));
        }
        return finished;
    }

    /** Flags of the highest domain that is left below the level for which the group was made, 0 when none is. */
    private int childFlags(GroupBuilder.Draft draft) {
        int cpu = draft.balanceMask().first();
        for (int level = draft.level() - 1; level >= 0; level--) {
            RawDomain domain = chains.at(level, cpu);
            if (kept[level][cpu] && domain != null) {
                return domain.flags;
            }
        }
        return 0;
    }

    /** Makes the domains of a CPU that are left, lowest first, numbered from {@code firstId}. */
    List<SchedDomain> finishDomains(int cpu, int firstId, SchedGroup[] finished) {
        List<SchedDomain> domains = new ArrayList<>();
        SchedDomain below = null;
        for (int level = 0; level < levels.size(); level++) {
            RawDomain raw = chains.at(level, cpu);
            if (raw == null || !kept[level][cpu]) {
                continue;
            }
            raw.firstGroup = GroupBuilder.indexOf(rings[level][cpu], cpu);
            raw.ring = finishRing(rings[level][cpu], finished);
            SchedDomain domain = new SchedDomain(firstId + domains.size(), cpu, raw, raw.flags);
            domain.link(below);
            below = domain;
            domains.add(domain);
        }
        return domains;
    }

    private SchedGroup[] finishRing(GroupBuilder.Draft[] ring, SchedGroup[] finished) {
        return finishedRings.computeIfAbsent(ring, drafts -> {
            SchedGroup[] groupsOfRing = new SchedGroup[drafts.length];
            for (int i = 0; i < drafts.length; i++) {
                groupsOfRing[i] = finished[drafts[i].number()];
            }
            return groupsOfRing;
        });
    }
}
