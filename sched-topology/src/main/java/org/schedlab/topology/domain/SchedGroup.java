package org.schedlab.topology.domain;

import org.schedlab.topology.CpuMask;

/**
 * A group of CPUs that a domain balances between ({@code struct sched_group} with the fixed part of its capacity). Immutable; the masks are
 * shared and must not be modified. Reads allocate nothing. Safe to share between threads.
 */
public final class SchedGroup {

    private final int id;
    private final CpuMask span;
    private final CpuMask balanceMask;
    private final int weight;
    private final int cores;
    private final int flags;
    private final long capacityOrig;
    private final int minCapacityOrig;
    private final int maxCapacityOrig;

    SchedGroup(int id, CpuMask span, CpuMask balanceMask, int cores, int flags, long[] capacity) {
        this.id = id;
        this.span = span;
        this.balanceMask = balanceMask;
        this.weight = span.count();
        this.cores = cores;
        this.flags = flags;
        this.capacityOrig = capacity[0];
        this.minCapacityOrig = (int) capacity[1];
        this.maxCapacityOrig = (int) capacity[2];
    }

    /** Dense number within its {@link SchedDomains}, for arrays of what changes (capacity, imbalance mark). */
    public int id() {
        return id;
    }

    /** CPUs of the group. Shared, do not modify. */
    public CpuMask span() {
        return span;
    }

    /** CPUs that may balance for the group ({@code group_balance_mask}); part of the span, less than it only where groups overlap. */
    public CpuMask balanceMask() {
        return balanceMask;
    }

    /** The first CPU of the balance mask ({@code group_balance_cpu}). */
    public int balanceCpu() {
        return balanceMask.first();
    }

    /** CPUs in the span ({@code group_weight}). */
    public int weight() {
        return weight;
    }

    /** Cores in the span ({@code sched_group.cores}, 6.6 and later). */
    public int cores() {
        return cores;
    }

    /** Flags of the child domain that the group stands for; 0 for a group without one. */
    public int flags() {
        return flags;
    }

    /** Sum of the capacities of the span, 1024 for a full CPU. */
    public long capacityOrig() {
        return capacityOrig;
    }

    /** Smallest capacity in the span. */
    public int minCapacityOrig() {
        return minCapacityOrig;
    }

    /** Largest capacity in the span. */
    public int maxCapacityOrig() {
        return maxCapacityOrig;
    }

    @Override
    public String toString() {
        return span.toString();
    }
}
