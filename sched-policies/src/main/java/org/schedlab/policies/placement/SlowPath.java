package org.schedlab.policies.placement;

import org.jspecify.annotations.Nullable;
import org.schedlab.topology.domain.SchedDomain;
import org.schedlab.topology.domain.SchedGroup;

/**
 * The way over the domains for new and executing tasks, and for wakeups where domains have BALANCE_WAKE (find_idlest_cpu): from the largest domain
 * down, always into the idlest group. O(CPUs · levels); allocates nothing.
 */
final class SlowPath {

    private final Machine machine;
    private final IdlestGroup groups;
    private final IdlestCpu cpus;
    private final boolean checksAllowed;

    SlowPath(Machine machine, IdlestGroup groups) {
        this.machine = machine;
        this.groups = groups;
        this.cpus = new IdlestCpu(machine);
        checksAllowed = machine.generation.since(Generation.V4_16);
    }

    /**
     * @param top the largest domain to look at
     * @param flag the flag that a domain must have, or 0 when all have it
     * @param otherwise the answer when no group is better than the local one at any level
     * @return a CPU; since 4.16 the task's previous one when nothing in the domain is allowed
     */
    int find(Decision d, SchedDomain top, int flag, int otherwise) {
        if (checksAllowed && !top.span().intersects(d.task.allowed())) {
            return d.prev;
        }
        int cpu = d.thisCpu;
        int found = otherwise;
        SchedDomain sd = top;
        while (sd != null) {
            int next = sd.has(flag) ? inIdlestGroup(d, sd, cpu) : cpu;
            if (next == cpu) {
                sd = sd.child();
                continue;
            }
            cpu = next;
            found = next;
            sd = smaller(cpu, sd.weight(), flag);
        }
        return found;
    }

    private int inIdlestGroup(Decision d, SchedDomain sd, int cpu) {
        SchedGroup group = groups.find(d, sd, cpu);
        if (group == null) {
            d.ended("slow", "local group");
            return cpu;
        }
        int found = cpus.find(d, group, cpu);
        d.refused("slow", found, "");
        return found;
    }

    private @Nullable SchedDomain smaller(int cpu, int weight, int flag) {
        SchedDomain found = null;
        for (SchedDomain sd = machine.domains.lowest(cpu); sd != null && sd.weight() < weight; sd = sd.parent()) {
            if (sd.has(flag)) {
                found = sd;
            }
        }
        return found;
    }

    /** One level alone, for comparing recorded results: the group's first CPU, or -1. */
    int groupOf(Decision d, SchedDomain sd, int cpu) {
        SchedGroup group = groups.find(d, sd, cpu);
        return group == null ? Decision.NONE : group.span().first();
    }

    /** One level alone: the CPU in the idlest group, or -1 when the local group is. */
    int cpuOf(Decision d, SchedDomain sd, int cpu) {
        SchedGroup group = groups.find(d, sd, cpu);
        return group == null ? Decision.NONE : cpus.find(d, group, cpu);
    }
}
