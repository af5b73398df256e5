package org.schedlab.policies.placement;

import static org.schedlab.topology.CpuMask.NO_CPU;

import org.schedlab.spi.PlacementPath;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.domain.SchedDomain;
import org.schedlab.topology.domain.SchedGroup;

/**
 * The idle search of 4.0 (select_idle_sibling): a group of the last level cache, then of smaller domains, that is wholly idle. A single idle thread of a
 * busy core elsewhere is not found. O(CPUs of the cache · levels); allocates nothing.
 */
final class IdleSearch40 implements IdleSearch {

    private final Machine machine;

    IdleSearch40(Machine machine) {
        this.machine = machine;
    }

    @Override
    public int search(Decision d, int prev, int target) {
        if (d.cpu(target).idle()) {
            return d.took(PlacementPath.TARGET, "target", target);
        }
        d.refused("target", target, "idle");
        if (prev != target && machine.share(prev, target) && d.cpu(prev).idle()) {
            return d.took(PlacementPath.PREV, "prev", prev);
        }
        if (prev != target) {
            d.refused("prev", prev, "idle and in the same cache");
        }
        CpuMask allowed = d.task.allowed();
        CpuMask idle = d.context.idleCpus();
        for (SchedDomain sd = machine.llc(target); sd != null; sd = sd.child()) {
            if (!sd.span().intersects(idle) && sd.span().isSubsetOf(allowed) && d.reasons == null) {
                // Each group ends at its first CPU, which is busy; the target is not even tested.
                d.scanned += sd.groupCount() - (sd.localGroup().span().first() == target ? 1 : 0);
                continue;
            }
            for (int i = 0; i < sd.groupCount(); i++) {
                SchedGroup group = sd.group(i);
                if (group.span().intersects(allowed) && whollyIdle(d, group.span(), target, idle)) {
                    int cpu = group.span().nextAnd(allowed, 0);
                    return d.took(group.weight() > 1 ? PlacementPath.CORE : PlacementPath.CPU, "group", cpu);
                }
            }
        }
        return d.took(PlacementPath.BUSY, "target", target);
    }

    private static boolean whollyIdle(Decision d, CpuMask span, int target, CpuMask idle) {
        for (int cpu = span.next(0); cpu != NO_CPU; cpu = span.next(cpu + 1)) {
            if (cpu == target) {
                return false;
            }
            d.scanned++;
            if (!idle.contains(cpu)) {
                d.refused("group", cpu, "idle");
                return false;
            }
        }
        return true;
    }
}
