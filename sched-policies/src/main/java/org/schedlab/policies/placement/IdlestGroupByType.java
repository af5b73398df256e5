package org.schedlab.policies.placement;

import org.jspecify.annotations.Nullable;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.domain.DomainFlags;
import org.schedlab.topology.domain.SchedDomain;
import org.schedlab.topology.domain.SchedGroup;

/** find_idlest_group of 5.5 and later: groups are classified as for balancing. O(CPUs of the domain); allocates nothing. Preferred nodes are not modelled. */
final class IdlestGroupByType implements IdlestGroup {

    private static final int NUMA_IMBALANCE_MIN = 2;
    private static final long NICE_0_LOAD = 1024;

    private final boolean numaAllowance;
    private final CpuMask scratch;
    private final GroupStats local;
    private GroupStats best;
    private GroupStats next;

    IdlestGroupByType(Machine machine) {
        numaAllowance = machine.generation.since(Generation.V6_1);
        boolean allowedOnly = machine.generation.since(Generation.V6_12);
        local = new GroupStats(allowedOnly);
        best = new GroupStats(allowedOnly);
        next = new GroupStats(allowedOnly);
        scratch = new CpuMask(machine.topology.cpuCapacity());
    }

    @Override
    public @Nullable SchedGroup find(Decision d, SchedDomain sd, int cpu) {
        SchedGroup localGroup = null;
        SchedGroup idlest = null;
        best.worst();
        for (int i = 0; i < sd.groupCount(); i++) {
            SchedGroup group = sd.group(i);
            if (!group.span().intersects(d.task.allowed())) {
                continue;
            }
            if (group.span().contains(cpu)) {
                localGroup = group;
                local.gather(d, sd, group);
                continue;
            }
            next.gather(d, sd, group);
            if (next.betterThan(best)) {
                idlest = group;
                GroupStats worse = best;
                best = next;
                next = worse;
            }
        }
        if (idlest == null || localGroup == null) {
            return idlest;
        }
        if (local.type != best.type) {
            return local.type < best.type ? null : idlest;
        }
        boolean leave = switch (local.type) {
            case GroupStats.OVERLOADED, GroupStats.FULLY_BUSY -> lessLoaded(sd);
            case GroupStats.MISFIT -> local.maxCapacity < best.maxCapacity;
            default -> moreIdle(d, sd, localGroup);
        };
        return leave ? idlest : null;
    }

    private boolean lessLoaded(SchedDomain sd) {
        long margin = NICE_0_LOAD * (sd.imbalancePct() - 100) / 100;
        if (sd.has(DomainFlags.NUMA) && best.avgLoad + margin >= local.avgLoad) {
            return false;
        }
        return best.avgLoad < local.avgLoad + margin && 100 * local.avgLoad > sd.imbalancePct() * best.avgLoad;
    }

    private boolean moreIdle(Decision d, SchedDomain sd, SchedGroup localGroup) {
        if (sd.has(DomainFlags.NUMA)) {
            if (!numaAllowance) {
                if (local.idleCpus > 0) {
                    return false;
                }
            } else if (withinAllowance(d, sd, localGroup)) {
                return false;
            }
        }
        return local.idleCpus < best.idleCpus;
    }

    /** adjust_numa_imbalance: nodes may differ by a few tasks while the local one runs few. */
    private boolean withinAllowance(Decision d, SchedDomain sd, SchedGroup localGroup) {
        int allowance = sd.imbNumaNr();
        if (!d.context.online().isSubsetOf(d.task.allowed())) {
            scratch.setToAnd(localGroup.span(), d.task.allowed());
            allowance = Math.min(scratch.count(), allowance);
        }
        return local.nrRunning + 1 <= allowance && Math.abs(local.idleCpus - best.idleCpus) <= NUMA_IMBALANCE_MIN;
    }
}
