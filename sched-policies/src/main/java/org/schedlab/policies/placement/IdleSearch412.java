package org.schedlab.policies.placement;

import static org.schedlab.policies.placement.Decision.NONE;
import static org.schedlab.topology.CpuMask.NO_CPU;

import org.schedlab.spi.PlacementPath;
import org.schedlab.spi.Settings;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.domain.SchedDomain;

/**
 * The idle search of 4.12 to 5.10 (select_idle_sibling, select_idle_core, select_idle_cpu, select_idle_smt): whole cores, then any CPU of the cache
 * with a budget (SIS_AVG_CPU, SIS_PROP), then siblings; with the capacity-aware variants of 2018. O(CPUs of the cache); allocates nothing.
 */
final class IdleSearch412 implements IdleSearch {

    /** Average idle time is divided by this before it is held against the cost of searching. */
    private static final int IDLE_SHARE = 512;

    /** Least number of CPUs of a proportional budget. */
    private static final int MIN_BUDGET = 4;

    private static final int COST_DIVISOR = 8;
    private static final int NO_SCAN = Integer.MIN_VALUE;

    private final Machine machine;
    private final WakeTracking tracking;
    private final AsymSearch asym;
    private final CapacityAware aware;
    private final boolean usesRecent;
    private final boolean modern;
    private final boolean sisAvgCpu;
    private final boolean sisProp;
    private final int costExtra;
    private final CpuMask cpus;

    IdleSearch412(Machine machine, WakeTracking tracking, Settings settings) {
        this.machine = machine;
        this.tracking = tracking;
        asym = new AsymSearch(machine, settings);
        aware = CapacityAware.of(settings);
        usesRecent = machine.generation.since(Generation.V4_16);
        modern = machine.generation.since(Generation.V5_10);
        sisAvgCpu = settings.isOn("SIS_AVG_CPU");
        sisProp = settings.isOn("SIS_PROP") && machine.generation.since(Generation.V4_16);
        costExtra = machine.generation.since(Generation.V4_16) ? 1 : 0;
        cpus = new CpuMask(machine.topology.cpuCapacity());
    }

    private boolean good(Decision d, int cpu) {
        return machine.usable(d, cpu) && aware.fits(d.cpu(cpu)) && (!modern || machine.asymFits(d, cpu));
    }

    @Override
    public int search(Decision d, int prev, int target) {
        if (good(d, target)) {
            return d.took(PlacementPath.TARGET, "target", target);
        }
        d.refused("target", target, "idle");
        if (prev != target && machine.share(prev, target) && good(d, prev)) {
            return d.took(PlacementPath.PREV, "prev", prev);
        }
        if (prev != target) {
            d.refused("prev", prev, "idle and in the same cache");
        }
        if (modern && machine.kthreadStays(d, prev)) {
            return d.took(PlacementPath.KTHREAD, "kthread", prev);
        }
        if (usesRecent) {
            int recent = tracking.recent(d.task);
            if (recentFits(d, recent, prev, target)) {
                tracking.setRecent(d.task, prev);
                return d.took(PlacementPath.RECENT, "recent", recent);
            }
            if (recent != NONE) {
                d.refused("recent", recent, "idle, in the same cache and another than these");
            }
        }
        int found = scan(d, target);
        return found != NONE ? found : d.took(PlacementPath.BUSY, "target", target);
    }

    private boolean recentFits(Decision d, int recent, int prev, int target) {
        return recent != NONE
                && recent != prev
                && recent != target
                && machine.share(recent, target)
                && machine.usable(d, recent)
                && d.allowed(recent)
                && (!aware.recent() || aware.fits(d.cpu(recent)))
                && (!modern || machine.asymFits(d, recent));
    }

    private int scan(Decision d, int target) {
        if (modern && machine.asymActive) {
            SchedDomain wide = machine.domains.asymCpuCapacity(target);
            if (wide != null) {
                return asym.search(d, wide, target);
            }
        }
        SchedDomain sd = machine.llc(target);
        if (sd == null) {
            return NONE;
        }
        int found = core(d, sd, target);
        if (found != NONE) {
            return d.took(PlacementPath.CORE, "core", found);
        }
        found = cpu(d, sd, target);
        if (found != NONE) {
            return d.took(PlacementPath.CPU, "cpu", found);
        }
        found = machine.smtActive ? smt(d, sd, target) : NONE;
        return found == NONE ? NONE : d.took(PlacementPath.SMT, "smt", found);
    }

    private int core(Decision d, SchedDomain sd, int target) {
        if (!machine.smtActive || !machine.llcs.mayHaveIdleCore(target)) {
            return NONE;
        }
        if (d.reasons == null
                && !sd.span().intersects(d.context.idleCpus())
                && sd.span().isSubsetOf(d.task.allowed())) {
            cpus.setToAnd(sd.span(), machine.firstThreads);
            d.scanned += modern ? cpus.count() : sd.weight();
            machine.llcs.setIdleCores(target, false);
            return NONE;
        }
        cpus.setToAnd(sd.span(), d.task.allowed());
        for (int core = cpus.firstWrap(target); core != NO_CPU; core = cpus.nextWrap(target, core)) {
            CpuMask siblings = machine.core(core);
            if (allIdle(d, siblings)) {
                return core;
            }
            d.refused("core", core, aware.strictCore() ? "all threads idle and not reduced" : "all threads idle");
            cpus.andNot(siblings);
        }
        machine.llcs.setIdleCores(target, false);
        d.ended("core", "no idle core");
        return NONE;
    }

    private boolean allIdle(Decision d, CpuMask siblings) {
        CpuMask idleCpus = d.context.idleCpus();
        boolean idle = true;
        for (int cpu = siblings.next(0); cpu != NO_CPU; cpu = siblings.next(cpu + 1)) {
            d.scanned++;
            if (!idleCpus.contains(cpu) || (aware.on() && aware.strictCore() && CapacityAware.reduced(d.cpu(cpu)))) {
                idle = false;
                if (modern) {
                    break;
                }
            }
        }
        return idle;
    }

    /** CPUs that the scan may visit, one more than it does, no limit if 0 or less; {@link #NO_SCAN} when it may not run at all. */
    private int budget(Decision d, SchedDomain sd) {
        long avgIdle = Long.divideUnsigned(d.cpu(d.thisCpu).avgIdleNs(), IDLE_SHARE);
        long avgCost = machine.llcs.avgScanCostNs[d.thisCpu] + costExtra;
        if (sisAvgCpu && avgIdle < avgCost) {
            return NO_SCAN;
        }
        if (!sisProp) {
            return Integer.MAX_VALUE;
        }
        long spanAvg = sd.weight() * avgIdle;
        return spanAvg > MIN_BUDGET * avgCost ? (int) Long.divideUnsigned(spanAvg, avgCost) : MIN_BUDGET;
    }

    private int cpu(Decision d, SchedDomain sd, int target) {
        if (machine.llc(d.thisCpu) == null) {
            return NONE;
        }
        int nr = budget(d, sd);
        if (nr == NO_SCAN) {
            return d.cutShort("cpu");
        }
        int before = d.scanned;
        int found = loop(d, sd.span(), target, nr);
        long timeNs = d.charge(d.scanned - before);
        if (!d.cut) {
            long cost = machine.llcs.avgScanCostNs[d.thisCpu];
            machine.llcs.avgScanCostNs[d.thisCpu] = cost + (timeNs - cost) / COST_DIVISOR;
        }
        return found;
    }

    /** The loop over the cache. Up to 4.16 the budget also pays for CPUs that are not allowed; it ends the loop before the last one is tested. */
    private int loop(Decision d, CpuMask span, int target, int nr) {
        cpus.setToAnd(span, d.task.allowed());
        CpuMask visited = modern ? cpus : span;
        CpuMask usable = machine.usableCpus(d);
        int best = NONE;
        long bestCapacity = 0;
        int cpu = cpus.firstWrapAnd(usable, target);
        while (cpu != NO_CPU && !aware.fits(d.cpu(cpu))) {
            if (aware.best() && d.cpu(cpu).capacity() > bestCapacity) {
                bestCapacity = d.cpu(cpu).capacity();
                best = cpu;
            }
            cpu = cpus.nextWrapAnd(usable, target, cpu);
        }
        int visits = cpu == NO_CPU ? visited.count() : visited.countWrap(target, cpu);
        if (nr > 0 && visits >= nr) {
            int tested = nr == 1 ? 0 : cpus.countWrap(target, visited.nthWrap(target, nr - 1));
            d.tested("cpu", cpus, target, tested, usable, NONE);
            return d.cutShort("cpu");
        }
        d.tested("cpu", cpus, target, cpu == NO_CPU ? cpus.count() : cpus.countWrap(target, cpu), usable, cpu);
        return cpu != NO_CPU ? cpu : best;
    }

    private int smt(Decision d, SchedDomain sd, int target) {
        CpuMask siblings = machine.core(target);
        CpuMask allowed = d.task.allowed();
        int best = NONE;
        long bestCapacity = 0;
        for (int cpu = siblings.nextAnd(allowed, 0); cpu != NO_CPU; cpu = siblings.nextAnd(allowed, cpu + 1)) {
            if (modern && !sd.span().contains(cpu)) {
                continue;
            }
            d.scanned++;
            if (!machine.usable(d, cpu)) {
                d.refused("smt", cpu, "idle");
                continue;
            }
            boolean fits = aware.fits(d.cpu(cpu));
            if (fits && !(aware.on() && aware.smtLargest())) {
                return cpu;
            }
            d.refused("smt", cpu, "capacity");
            if (aware.best() && d.cpu(cpu).capacity() > bestCapacity) {
                bestCapacity = d.cpu(cpu).capacity();
                best = cpu;
            }
        }
        return best;
    }
}
