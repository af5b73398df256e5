package org.schedlab.policies.placement;

import static org.schedlab.policies.placement.Decision.NONE;
import static org.schedlab.topology.CpuMask.NO_CPU;

import org.schedlab.arith.Capacity;
import org.schedlab.spi.PlacementPath;
import org.schedlab.spi.Settings;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.domain.SchedDomain;

/**
 * Looks for a usable CPU of sufficient capacity (select_idle_capacity, 5.7 and later): the first that fits, else the largest. 7.3 prefers idle cores and
 * has a budget (SIS_UTIL). Utilisation clamps are not modelled. O(CPUs of the domain); allocates nothing.
 */
final class AsymSearch {

    /** Ranks of 7.3, smaller is better. */
    private static final int MISFIT_ON_IDLE_CORE = -3;

    private static final int FITS_ON_BUSY_CORE = -2;
    private static final int MISFIT = 0;

    private final Machine machine;
    private final boolean idleCores;
    private final boolean sisUtil;
    private final CpuMask cpus;

    AsymSearch(Machine machine, Settings settings) {
        this.machine = machine;
        idleCores = machine.generation.since(Generation.V7_3);
        sisUtil = settings.isOn("SIS_UTIL") && idleCores;
        cpus = new CpuMask(machine.topology.cpuCapacity());
    }

    int search(Decision d, SchedDomain sd, int target) {
        cpus.setToAnd(sd.span(), d.task.allowed());
        boolean wantCore = idleCores && machine.smtActive && machine.llcs.mayHaveIdleCore(target);
        int nr = Integer.MAX_VALUE;
        // Only the domain of a cache has the number to go by.
        if (sisUtil && sd == machine.llc(target)) {
            nr = machine.llcs.budget(target, d.context) + 1;
            if (nr == 1) {
                return d.cutShort("capacity");
            }
        }
        int best = NONE;
        int bestRank = MISFIT;
        long bestCapacity = 0;
        CpuMask usable = machine.usableCpus(d);
        for (int cpu = cpus.firstWrapAnd(usable, target);
                cpu != NO_CPU && (wantCore || cpus.countWrap(target, cpu) < nr);
                cpu = cpus.nextWrapAnd(usable, target, cpu)) {
            long capacity = d.cpu(cpu).capacity();
            boolean fits = Capacity.fits(d.util, capacity);
            boolean preferred = !wantCore || machine.restOfCoreIdle(d, cpu);
            if (fits && preferred) {
                d.tested("capacity", cpus, target, cpus.countWrap(target, cpu), usable, cpu);
                return d.took(PlacementPath.ASYM, "capacity", cpu);
            }
            int rank = MISFIT;
            if (wantCore) {
                rank = fits ? FITS_ON_BUSY_CORE : preferred ? MISFIT_ON_IDLE_CORE : MISFIT;
            }
            if (rank < bestRank || (rank == bestRank && capacity > bestCapacity)) {
                bestRank = rank;
                bestCapacity = capacity;
                best = cpu;
            }
        }
        int all = cpus.count();
        boolean cut = !wantCore && all >= nr;
        d.tested("capacity", cpus, target, cut ? nr - 1 : all, usable, NONE);
        if (cut) {
            d.cutShort("capacity");
        }
        if (wantCore && bestRank > MISFIT_ON_IDLE_CORE) {
            machine.llcs.setIdleCores(target, false);
        }
        return best == NONE ? NONE : d.took(PlacementPath.ASYM, "largest capacity", best);
    }
}
