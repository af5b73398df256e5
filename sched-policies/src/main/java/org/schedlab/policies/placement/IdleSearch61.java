package org.schedlab.policies.placement;

import static org.schedlab.policies.placement.Decision.NONE;
import static org.schedlab.topology.CpuMask.NO_CPU;

import org.schedlab.spi.PlacementPath;
import org.schedlab.spi.Settings;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.domain.DomainFlags;
import org.schedlab.topology.domain.SchedDomain;
import org.schedlab.topology.domain.SchedGroup;

/**
 * The idle search of 6.1 and later (select_idle_sibling, select_idle_smt, select_idle_cpu, select_idle_core): the CPUs at hand, then siblings of
 * the previous one, then a single loop over the last level cache, cluster first, with a budget (SIS_UTIL). O(CPUs of the cache); allocates nothing.
 */
final class IdleSearch61 implements IdleSearch {

    /** Least number of CPUs of a proportional budget, and the weight of a new cost in their average. */
    private static final int MIN_BUDGET = 4;

    private static final int COST_DIVISOR = 8;

    private final Machine machine;
    private final WakeTracking tracking;
    private final AsymSearch asym;
    private final boolean sisUtil;
    private final boolean sisProp;
    private final WakeAvgIdle wakeAvgIdle;
    private final boolean strictDomain;
    private final boolean budgetFirst;
    private final CpuMask cpus;
    private final CpuMask turn;

    /** A usable CPU met while looking for a whole core. */
    private int fallback;

    /** No core of the search has a thread where the task may not be. */
    private boolean wholeCores;

    private int nr;

    IdleSearch61(Machine machine, WakeTracking tracking, Settings settings) {
        this.machine = machine;
        this.tracking = tracking;
        this.asym = new AsymSearch(machine, settings);
        sisProp = machine.generation == Generation.V6_1 && settings.isOn("SIS_PROP");
        wakeAvgIdle = new WakeAvgIdle(machine.topology.cpuCapacity(), settings.tunable("tick_ns"));
        sisUtil = settings.isOn("SIS_UTIL");
        strictDomain = machine.generation != Generation.V6_8;
        budgetFirst = machine.generation.since(Generation.V7_3);
        cpus = new CpuMask(machine.topology.cpuCapacity());
        turn = new CpuMask(machine.topology.cpuCapacity());
    }

    @Override
    public int search(Decision d, int prev, int target) {
        if (machine.usable(d, target) && machine.asymFits(d, target)) {
            return d.took(PlacementPath.TARGET, "target", target);
        }
        d.refused("target", target, "idle");
        int near = NONE;
        if (prev != target && machine.share(prev, target) && machine.usable(d, prev) && machine.asymFits(d, prev)) {
            if (!machine.clusterActive || machine.shareCluster(prev, target)) {
                return d.took(PlacementPath.PREV, "prev", prev);
            }
            near = prev;
        } else if (prev != target) {
            d.refused("prev", prev, "idle and in the same cache");
        }
        if (machine.kthreadStays(d, prev)) {
            return d.took(PlacementPath.KTHREAD, "kthread", prev);
        }
        int recent = tracking.recent(d.task);
        tracking.setRecent(d.task, prev);
        int recentNear = NONE;
        if (recentFits(d, recent, prev, target)) {
            if (!machine.clusterActive || machine.shareCluster(recent, target)) {
                return d.took(PlacementPath.RECENT, "recent", recent);
            }
            recentNear = recent;
        } else if (recent != NONE) {
            d.refused("recent", recent, "idle, in the same cache and another than these");
        }
        if (machine.asymActive) {
            SchedDomain sd = machine.domains.asymCpuCapacity(target);
            if (sd != null) {
                int found = asym.search(d, sd, target);
                return found != NONE ? found : d.took(PlacementPath.BUSY, "target", target);
            }
        }
        SchedDomain sd = machine.llc(target);
        if (sd == null) {
            return d.took(PlacementPath.BUSY, "target", target);
        }
        int found = scan(d, sd, prev, target);
        if (found != NONE) {
            return found;
        }
        // The kernel prefers the previous CPU, of another cluster but idle, to the recent one.
        if (near != NONE) {
            return d.took(PlacementPath.PREV, "prev in another cluster", near);
        }
        if (recentNear != NONE) {
            return d.took(PlacementPath.RECENT, "recent in another cluster", recentNear);
        }
        return d.took(PlacementPath.BUSY, "target", target);
    }

    private boolean recentFits(Decision d, int recent, int prev, int target) {
        return recent != NONE
                && recent != prev
                && recent != target
                && machine.share(recent, target)
                && machine.usable(d, recent)
                && d.allowed(recent)
                && machine.asymFits(d, recent);
    }

    private int scan(Decision d, SchedDomain sd, int prev, int target) {
        boolean wantCore = false;
        if (machine.smtActive) {
            wantCore = machine.llcs.mayHaveIdleCore(target);
            if (!wantCore && machine.share(prev, target)) {
                int cpu = smt(d, sd, prev);
                if (cpu != NONE) {
                    return d.took(PlacementPath.SMT, "smt", cpu);
                }
                d.ended("smt", "no idle sibling of the previous CPU");
            }
        }
        return loop(d, sd, target, wantCore);
    }

    private int smt(Decision d, SchedDomain sd, int prev) {
        CpuMask siblings = machine.core(prev);
        CpuMask allowed = d.task.allowed();
        for (int cpu = siblings.nextAnd(allowed, 0); cpu != NO_CPU; cpu = siblings.nextAnd(allowed, cpu + 1)) {
            if (cpu == prev || (strictDomain && !sd.span().contains(cpu))) {
                continue;
            }
            d.scanned++;
            if (machine.usable(d, cpu)) {
                return cpu;
            }
            d.refused("smt", cpu, "idle");
        }
        return NONE;
    }

    private int loop(Decision d, SchedDomain sd, int target, boolean wantCore) {
        if (!sisProp || wantCore) {
            return budgeted(d, sd, target, wantCore);
        }
        if (machine.llc(d.thisCpu) == null) {
            return NONE;
        }
        int before = d.scanned;
        int found = budgeted(d, sd, target, false);
        long timeNs = d.charge(d.scanned - before);
        if (!d.cut) {
            wakeAvgIdle.spend(d.thisCpu, timeNs);
            long cost = machine.llcs.avgScanCostNs[d.thisCpu];
            machine.llcs.avgScanCostNs[d.thisCpu] = cost + (timeNs - cost) / COST_DIVISOR;
        }
        return found;
    }

    private int budgeted(Decision d, SchedDomain sd, int target, boolean wantCore) {
        if (!budget(d, sd, target, wantCore)) {
            return d.cutShort(wantCore ? "core" : "cpu");
        }
        if (!cpus.setToAnd(sd.span(), d.task.allowed()) && budgetFirst) {
            return NONE;
        }
        fallback = NONE;
        wholeCores = wantCore && sd.span().isSubsetOf(d.task.allowed());
        if (machine.clusterActive) {
            SchedGroup cluster = sd.localGroup();
            if ((cluster.flags() & DomainFlags.CLUSTER) != 0) {
                int found = walk(d, target, wantCore, cluster.span());
                if (found != NONE || d.cut) {
                    return found;
                }
                cpus.andNot(cluster.span());
            }
        }
        int found = walk(d, target, wantCore, sd.span());
        if (found != NONE || d.cut) {
            return found;
        }
        if (wantCore) {
            machine.llcs.setIdleCores(target, false);
        }
        return fallback == NONE ? NONE : d.took(PlacementPath.CPU, "cpu", fallback);
    }

    /** False when the search may not even begin. SIS_UTIL has the last word. */
    private boolean budget(Decision d, SchedDomain sd, int target, boolean wantCore) {
        nr = Integer.MAX_VALUE;
        if (sisProp && !wantCore) {
            long avgCost = machine.llcs.avgScanCostNs[d.thisCpu] + 1;
            long spanAvg = sd.weight() * wakeAvgIdle.leftNs(d.cpu(d.thisCpu));
            nr = spanAvg > MIN_BUDGET * avgCost ? (int) Math.min(Integer.MAX_VALUE, spanAvg / avgCost) : MIN_BUDGET;
        }
        if (sisUtil) {
            nr = machine.llcs.budget(target, d.context) + 1;
            return nr != 1;
        }
        return true;
    }

    /** Goes over the CPUs left in {@link #cpus} that are in {@code part}; a CPU found, or none with {@link Decision#cut} when the budget ended. */
    private int walk(Decision d, int target, boolean wantCore, CpuMask part) {
        turn.setToAnd(cpus, part);
        return wantCore ? anyCore(d, target + 1) : anyCpu(d, target + 1);
    }

    /** The loop over {@link #turn} that stops at a usable CPU. The budget ends it before the CPU that would be one too many is tested. */
    private int anyCpu(Decision d, int start) {
        CpuMask usable = machine.usableCpus(d);
        int hit = turn.firstWrapAnd(usable, start);
        int met = hit == NO_CPU ? turn.count() : turn.countWrap(start, hit);
        if (met >= nr) {
            d.tested("cpu", turn, start, nr - 1, usable, NONE);
            return d.cutShort("cpu");
        }
        nr -= met;
        d.tested("cpu", turn, start, met, usable, hit);
        return hit == NO_CPU ? NONE : d.took(PlacementPath.CPU, "cpu", hit);
    }

    private int anyCore(Decision d, int start) {
        CpuMask idle = d.context.idleCpus();
        if (wholeCores && d.reasons == null && !turn.intersects(machine.usableCpus(d))) {
            // With nothing to fall back to, each core is tested to its last thread.
            d.scanned += turn.count();
            cpus.andNot(turn);
            return NONE;
        }
        for (int cpu = turn.firstWrap(start); cpu != NO_CPU; cpu = turn.nextWrap(start, cpu)) {
            if (coreIdle(d, cpu, idle)) {
                return d.took(PlacementPath.CORE, "core", cpu);
            }
            d.refused("core", cpu, "all threads idle");
            turn.andNot(machine.core(cpu));
        }
        return NONE;
    }

    /** select_idle_core: all threads idle; else remembers a usable one and takes the core out of the search. */
    private boolean coreIdle(Decision d, int core, CpuMask idle) {
        CpuMask siblings = machine.core(core);
        boolean whole = true;
        for (int cpu = siblings.next(0); cpu != NO_CPU; cpu = siblings.next(cpu + 1)) {
            d.scanned++;
            if (!idle.contains(cpu)) {
                whole = false;
                if (fallback == NONE) {
                    if (machine.schedIdle(d, cpu) && candidate(d, cpu)) {
                        fallback = cpu;
                        break;
                    }
                    continue;
                }
                break;
            }
            if (fallback == NONE && candidate(d, cpu)) {
                fallback = cpu;
            }
        }
        if (whole) {
            return true;
        }
        cpus.andNot(siblings);
        return false;
    }

    private boolean candidate(Decision d, int cpu) {
        return strictDomain ? cpus.contains(cpu) : d.allowed(cpu);
    }
}
