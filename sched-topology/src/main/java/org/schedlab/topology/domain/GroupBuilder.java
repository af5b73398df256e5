package org.schedlab.topology.domain;

import static org.schedlab.topology.CpuMask.NO_CPU;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.topology.TopologyLevel;

/**
 * Makes the groups of raw domains: one ring for all CPUs of a span within a node ({@code build_sched_groups}), one ring for each CPU's view
 * at NUMA levels ({@code build_overlap_sched_groups}). Confined to the builder.
 */
final class GroupBuilder {

    /** A group before its flags are known. */
    private record Key(int level, CpuMask span) {}

    /** A group in the making: which level of which CPU it stands for. */
    record Draft(int number, int level, CpuMask span, CpuMask balanceMask) {}

    private final Topology topology;
    private final RawChains chains;
    private final boolean descends;
    private final Map<Key, Draft> drafts = new HashMap<>();
    private final List<Draft> inOrder = new ArrayList<>();
    private final Map<Key, Draft[]> rings = new HashMap<>();
    private final Map<CpuMask, int[]> weights = new HashMap<>();

    GroupBuilder(Topology topology, RawChains chains, DomainRules rules) {
        this.topology = topology;
        this.chains = chains;
        this.descends = rules.descendsToFittingSiblings();
    }

    /** Drafts in the order of their numbers. */
    List<Draft> drafts() {
        return inOrder;
    }

    /** The ring of a CPU's domain; element 0 is the CPU's own group only at NUMA levels. */
    Draft[] ring(int level, int cpu, RawDomain domain) {
        if (domain.has(DomainFlags.NUMA)) {
            return overlapping(level, cpu, domain.span);
        }
        Key key = new Key(level, domain.span);
        Draft[] ring = rings.get(key);
        if (ring == null) {
            ring = partition(level, domain.span);
            rings.put(key, ring);
        }
        return ring;
    }

    private Draft[] partition(int level, CpuMask span) {
        List<Draft> ring = new ArrayList<>();
        CpuMask covered = new CpuMask(span.capacity());
        for (int cpu = span.next(0); cpu != NO_CPU; cpu = span.next(cpu + 1)) {
            if (!covered.contains(cpu)) {
                Draft group = draft(level, cpu);
                covered.or(group.span());
                ring.add(group);
            }
        }
        return ring.toArray(Draft[]::new);
    }

    private Draft[] overlapping(int level, int cpu, CpuMask span) {
        List<Draft> ring = new ArrayList<>();
        CpuMask rest = new CpuMask(span);
        for (int other = rest.firstWrap(cpu); other != NO_CPU; other = rest.nextWrap(cpu, other)) {
            if (chains.at(level, other) != null) {
                Draft group = draft(fittingLevel(level, other, span), other);
                rest.andNot(group.span());
                ring.add(group);
            }
        }
        return ring.toArray(Draft[]::new);
    }

    /** The level whose child span of {@code cpu} makes the group: lower than {@code level} when that child leaves the span. */
    private int fittingLevel(int level, int cpu, CpuMask span) {
        int fitting = level;
        if (!descends || childSpan(fitting, cpu).isSubsetOf(span)) {
            return fitting;
        }
        while (fitting > 0 && !childSpan(fitting, cpu).isSubsetOf(span)) {
            fitting--;
        }
        while (fitting > 0 && childSpan(fitting, cpu).equals(spanAt(fitting, cpu))) {
            fitting--;
        }
        return fitting;
    }

    private CpuMask spanAt(int level, int cpu) {
        RawDomain domain = chains.at(level, cpu);
        return domain != null ? domain.span : chains.cpuMap;
    }

    private CpuMask childSpan(int level, int cpu) {
        RawDomain child = chains.at(level - 1, cpu);
        return child != null ? child.span : CpuMask.of(chains.cpuMap.capacity(), cpu);
    }

    private Draft draft(int level, int cpu) {
        CpuMask span = childSpan(level, cpu);
        Key key = new Key(level, span);
        Draft draft = drafts.get(key);
        if (draft == null) {
            draft = new Draft(inOrder.size(), level, span, balanceMask(level, span));
            drafts.put(key, draft);
            inOrder.add(draft);
        }
        return draft;
    }

    /** {@code build_balance_mask}: CPUs of the group whose own view of the level has this very group as its child. */
    private CpuMask balanceMask(int level, CpuMask span) {
        CpuMask mask = new CpuMask(span.capacity());
        for (int cpu = span.next(0); cpu != NO_CPU; cpu = span.next(cpu + 1)) {
            if (chains.at(level, cpu) != null && childSpan(level, cpu).equals(span)) {
                mask.set(cpu);
            }
        }
        return mask.isEmpty() || mask.equals(span) ? span : mask;
    }

    SchedGroup finish(Draft draft, int firstId, int flags) {
        int[] summary = weights.computeIfAbsent(draft.span(), this::summary);
        long[] capacity = {summary[0], summary[1], summary[2]};
        return new SchedGroup(firstId + draft.number(), draft.span(), draft.balanceMask(), summary[3], flags, capacity);
    }

    /** Sum, minimum and maximum of the capacities, and the number of cores. */
    private int[] summary(CpuMask span) {
        int[] summary = {0, Integer.MAX_VALUE, 0, 0};
        for (int cpu = span.next(0); cpu != NO_CPU; cpu = span.next(cpu + 1)) {
            int capacity = topology.capacityOrig(cpu);
            summary[0] += capacity;
            summary[1] = Math.min(summary[1], capacity);
            summary[2] = Math.max(summary[2], capacity);
            CpuMask core = topology.groupCpus(TopologyLevel.CORE, topology.coreOf(cpu));
            if (core.nextAnd(span, 0) == cpu) {
                summary[3]++;
            }
        }
        return summary;
    }

    /** Where a CPU's own group stands in a ring. */
    static int indexOf(Draft[] ring, int cpu) {
        for (int i = 0; i < ring.length; i++) {
            if (ring[i].span().contains(cpu)) {
                return i;
            }
        }
        throw new IllegalStateException("cpu (" + cpu + ") is in no group of its own domain");
    }
}
