package org.schedlab.topology.domain;

import static org.schedlab.topology.CpuMask.NO_CPU;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;

/**
 * Spans, flags and parameters of every CPU's domains in one root domain before groups are made ({@code sd_init} and the first half of
 * {@code build_sched_domains}). Confined to the builder.
 */
final class RawChains {

    /** Distance beyond which exec, fork and wake affine do not cross ({@code node_reclaim_distance}). */
    private static final int RECLAIM_DISTANCE = 30;

    private static final int COMMON = DomainFlags.BALANCE_NEWIDLE
            | DomainFlags.BALANCE_EXEC
            | DomainFlags.BALANCE_FORK
            | DomainFlags.WAKE_AFFINE
            | DomainFlags.PREFER_SIBLING;
    private static final int SMT_IMBALANCE_PCT = 110;
    private static final int LLC_IMBALANCE_PCT = 117;

    final LevelTable levels;
    final CpuMask cpuMap;
    private final DomainRules rules;
    private final @Nullable RawDomain[][] chains;
    private final Map<CpuMask, CpuMask> spans = new HashMap<>();
    private final TreeMap<Integer, CpuMask> cpusByCapacity = new TreeMap<>();
    private final int asymmetricLevel;

    RawChains(Topology topology, LevelTable levels, DomainRules rules, CpuMask cpuMap) {
        this.levels = levels;
        this.rules = rules;
        this.cpuMap = cpuMap;
        chains = new RawDomain[levels.size()][topology.cpuCapacity()];
        for (int cpu = cpuMap.next(0); cpu != NO_CPU; cpu = cpuMap.next(cpu + 1)) {
            cpusByCapacity
                    .computeIfAbsent(topology.capacityOrig(cpu), c -> new CpuMask(cpuMap.capacity()))
                    .set(cpu);
        }
        asymmetricLevel = rules.asymmetryPerLevel() ? levels.asymmetricLevel(cpuMap) : levels.size();
        CpuMask scratch = new CpuMask(cpuMap.capacity());
        for (int cpu = cpuMap.next(0); cpu != NO_CPU; cpu = cpuMap.next(cpu + 1)) {
            chain(cpu, scratch);
            if (rules.numaImbalance()) {
                numaImbalance(cpu);
            }
        }
    }

    /** The domain of a CPU at a level, or null when its chain ended below. */
    @Nullable
    RawDomain at(int level, int cpu) {
        return level < 0 ? null : chains[level][cpu];
    }

    private void chain(int cpu, CpuMask scratch) {
        RawDomain child = null;
        for (int level = 0; level < levels.size(); level++) {
            levels.cpus(level, cpu, scratch);
            int unrestrictedWeight = scratch.count();
            scratch.and(cpuMap);
            if (child != null) {
                scratch.or(child.span);
            }
            RawDomain domain = domain(level, shared(scratch), child, unrestrictedWeight);
            chains[level][cpu] = domain;
            if (domain.span.equals(cpuMap)) {
                return;
            }
            child = domain;
        }
    }

    private CpuMask shared(CpuMask span) {
        CpuMask known = spans.get(span);
        if (known == null) {
            known = new CpuMask(span);
            spans.put(known, known);
        }
        return known;
    }

    private RawDomain domain(int level, CpuMask span, @Nullable RawDomain child, int weight) {
        LevelTable.Row row = levels.row(level);
        int flags = COMMON | row.flags() | asymmetry(level, span);
        if ((flags & DomainFlags.ASYM_CPUCAPACITY) != 0 && child != null && rules.asymmetryStopsSpreading()) {
            child.flags &= ~DomainFlags.PREFER_SIBLING;
        }
        if ((flags & DomainFlags.SHARE_CPUCAPACITY) != 0) {
            return new RawDomain(row.level(), span, spread(flags), tuning(SMT_IMBALANCE_PCT, 0, weight, 0, 0));
        }
        if ((flags & DomainFlags.SHARE_LLC) != 0) {
            return new RawDomain(row.level(), span, spread(flags), tuning(LLC_IMBALANCE_PCT, 1, weight, 2, 0));
        }
        int imbalance = rules.defaultImbalancePct();
        if ((flags & DomainFlags.NUMA) == 0) {
            return new RawDomain(row.level(), span, flags, tuning(imbalance, 1, weight, 2, 1));
        }
        flags = (flags & ~DomainFlags.PREFER_SIBLING) | DomainFlags.SERIALIZE;
        if (row.level().numaDistance() > RECLAIM_DISTANCE) {
            flags &= ~(DomainFlags.BALANCE_EXEC | DomainFlags.BALANCE_FORK | DomainFlags.WAKE_AFFINE);
        }
        return new RawDomain(row.level(), span, flags, tuning(imbalance, 2, weight, 3, 2));
    }

    private int spread(int flags) {
        return rules.preferSiblingEverywhere() ? flags : flags & ~DomainFlags.PREFER_SIBLING;
    }

    private SchedDomain.Tuning tuning(int imbalancePct, int niceTries, int weight, int busyIdx, int idleIdx) {
        boolean indices = rules.loadIndices();
        return new SchedDomain.Tuning(
                imbalancePct, niceTries, weight, rules.busyFactor(), indices ? busyIdx : 0, indices ? idleIdx : 0);
    }

    /** {@code asym_cpu_capacity_classify} since 5.14; one level and all above it before. */
    private int asymmetry(int level, CpuMask span) {
        if (!rules.asymmetryPerSpan()) {
            return level >= asymmetricLevel ? DomainFlags.ASYM_CPUCAPACITY : 0;
        }
        int kinds = 0;
        for (CpuMask cpus : cpusByCapacity.values()) {
            if (cpus.intersects(span)) {
                kinds++;
            }
        }
        if (kinds < 2) {
            return 0;
        }
        return kinds < cpusByCapacity.size()
                ? DomainFlags.ASYM_CPUCAPACITY
                : DomainFlags.ASYM_CPUCAPACITY | DomainFlags.ASYM_CPUCAPACITY_FULL;
    }

    private void numaImbalance(int cpu) {
        int imbalance = 0;
        int firstNumaWeight = 1;
        RawDomain child = null;
        for (int level = 0; level < levels.size(); level++) {
            RawDomain domain = chains[level][cpu];
            if (domain == null) {
                return;
            }
            if (child != null && child.has(DomainFlags.SHARE_LLC) && !domain.has(DomainFlags.SHARE_LLC)) {
                int llcs = domain.weight / child.weight;
                imbalance = Math.max(1, llcs == 1 ? domain.weight >> 3 : llcs);
                domain.imbNumaNr = imbalance;
                firstNumaWeight = firstNumaWeight(cpu, level + 1, domain);
            } else {
                domain.imbNumaNr = imbalance * Math.max(1, domain.weight / firstNumaWeight);
            }
            if (rules.fixedImbNumaNr() > 0 && domain.has(DomainFlags.NUMA)) {
                domain.imbNumaNr = rules.fixedImbNumaNr();
            }
            child = domain;
        }
    }

    private int firstNumaWeight(int cpu, int from, RawDomain otherwise) {
        for (int level = from; level < levels.size(); level++) {
            RawDomain domain = chains[level][cpu];
            if (domain != null && domain.has(DomainFlags.NUMA)) {
                return domain.weight;
            }
        }
        return otherwise.weight;
    }
}
