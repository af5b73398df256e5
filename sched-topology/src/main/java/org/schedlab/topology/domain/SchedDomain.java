package org.schedlab.topology.domain;

import org.jspecify.annotations.Nullable;
import org.schedlab.topology.CpuMask;

/**
 * One level of balancing as one CPU sees it ({@code struct sched_domain}): span, groups and the fixed parameters. Immutable once its
 * {@link SchedDomains} is built; masks are shared and must not be modified. Reads allocate nothing. Safe to share between threads.
 */
public final class SchedDomain {

    private final int id;
    private final int cpu;
    private final Level level;
    private final CpuMask span;
    private final int flags;
    private final int weight;
    private final SchedGroup[] ring;
    private final int firstGroup;
    private final int imbNumaNr;
    private @Nullable SchedDomain parent;
    private @Nullable SchedDomain child;

    /**
     * Parameters that all domains of a level share.
     *
     * @param name SMT, CLS, MC, PKG or DIE, NODE, NUMA
     * @param index number of the level as debugfs prints it
     * @param numaDistance largest node distance of a NUMA level, otherwise 0
     */
    record Level(String name, int index, int numaDistance) {}

    /** Values that {@code sd_init} sets by kind of level. */
    record Tuning(int imbalancePct, int cacheNiceTries, int minIntervalMs, int busyFactor, int busyIdx, int idleIdx) {}

    private final Tuning tuning;

    SchedDomain(int id, int cpu, RawDomain raw, int flags) {
        this.id = id;
        this.cpu = cpu;
        this.level = raw.level;
        this.span = raw.span;
        this.flags = flags;
        this.weight = raw.weight;
        this.ring = raw.ring;
        this.firstGroup = raw.firstGroup;
        this.imbNumaNr = raw.imbNumaNr;
        this.tuning = raw.tuning;
    }

    void link(@Nullable SchedDomain child) {
        this.child = child;
        if (child != null) {
            child.parent = this;
        }
    }

    /** Dense number within its {@link SchedDomains}, for arrays of what changes (intervals, failures, statistics). */
    public int id() {
        return id;
    }

    /** The CPU whose view this is. */
    public int cpu() {
        return cpu;
    }

    /** SMT, CLS, MC, PKG (DIE before 6.7), NODE or NUMA. */
    public String name() {
        return level.name();
    }

    /** Number of the level in the kernel's table, as debugfs prints it; levels that were dropped leave gaps. */
    public int level() {
        return level.index();
    }

    /** Largest node distance that a NUMA level spans, otherwise 0. */
    public int numaDistance() {
        return level.numaDistance();
    }

    /** CPUs of the domain. Shared, do not modify. */
    public CpuMask span() {
        return span;
    }

    /** CPUs in the span ({@code span_weight}). */
    public int weight() {
        return weight;
    }

    /** Bits of {@link DomainFlags}. */
    public int flags() {
        return flags;
    }

    /** Whether all bits of {@code wanted} are set. */
    public boolean has(int wanted) {
        return (flags & wanted) == wanted;
    }

    /** How many groups there are. */
    public int groupCount() {
        return ring.length;
    }

    /** A group in the order of the kernel's ring: 0 is the one of this CPU (the local group). */
    public SchedGroup group(int i) {
        int at = firstGroup + i;
        return ring[at < ring.length ? at : at - ring.length];
    }

    /** The group of this CPU. */
    public SchedGroup localGroup() {
        return ring[firstGroup];
    }

    /** Load ratio in percent beyond which groups count as imbalanced. */
    public int imbalancePct() {
        return tuning.imbalancePct();
    }

    /** Failed balances before hot tasks move. */
    public int cacheNiceTries() {
        return tuning.cacheNiceTries();
    }

    /** Shortest balance interval, milliseconds. */
    public int minIntervalMs() {
        return tuning.minIntervalMs();
    }

    /** Longest balance interval, milliseconds. */
    public int maxIntervalMs() {
        return 2 * tuning.minIntervalMs();
    }

    /** Factor on the interval while the CPU is busy. */
    public int busyFactor() {
        return tuning.busyFactor();
    }

    /** cpu_load index of busy CPUs; 0 since 5.3. */
    public int busyIdx() {
        return tuning.busyIdx();
    }

    /** cpu_load index of idle CPUs; 0 since 5.3. */
    public int idleIdx() {
        return tuning.idleIdx();
    }

    /** Tasks by which nodes may differ without balancing ({@code imb_numa_nr}, 5.18 and later); 0 below the first level above the LLC. */
    public int imbNumaNr() {
        return imbNumaNr;
    }

    /** The next larger domain, or null at the top. */
    public @Nullable SchedDomain parent() {
        return parent;
    }

    /** The next smaller domain, or null at the bottom. */
    public @Nullable SchedDomain child() {
        return child;
    }

    @Override
    public String toString() {
        return "cpu" + cpu + " " + name() + " " + span;
    }
}
