package org.schedlab.policies.placement;

import static org.schedlab.topology.CpuMask.NO_CPU;

import org.jspecify.annotations.Nullable;
import org.schedlab.arith.Capacity;
import org.schedlab.spi.CpuView;
import org.schedlab.spi.PolicyContext;
import org.schedlab.spi.TaskView;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.topology.TopologyLevel;
import org.schedlab.topology.domain.DomainFlags;
import org.schedlab.topology.domain.DomainRules;
import org.schedlab.topology.domain.SchedDomain;
import org.schedlab.topology.domain.SchedDomains;

/** The machine as one generation's placement sees it: its domains, what they share, and the tests of a CPU. */
final class Machine {

    private static final TopologyLevel[] LEVELS = TopologyLevel.values();

    final Generation generation;
    final Topology topology;
    final SchedDomains domains;
    final LlcShared llcs;

    /** Cores with several threads exist (sched_smt_active). */
    final boolean smtActive;

    /** Capacities differ (sched_asym_cpucapacity). */
    final boolean asymActive;

    /** Clusters larger than a core exist (sched_cluster_active). */
    final boolean clusterActive;

    /** Capacity of the biggest CPU (max_cpu_capacity of the root domain). */
    final long maxCapacityOrig;

    /** The lowest thread of each core. */
    final CpuMask firstThreads;

    private final CpuMask[] cores;
    private final CpuMask usable;
    private final boolean schedIdleCounts;
    private final boolean idlePolicyMatters;

    Machine(Generation generation, PolicyContext context) {
        this.generation = generation;
        SchedDomains given = context.domains();
        domains = given != null
                ? given
                : SchedDomains.build(context.topology(), context.partitions(), DomainRules.of(generation.release()));
        topology = domains.topology();
        smtActive = topology.smtActive();
        asymActive = anyHas(DomainFlags.ASYM_CPUCAPACITY) || anyAsymmetric();
        clusterActive = generation.since(Generation.V6_8) && anyHas(DomainFlags.CLUSTER);
        schedIdleCounts = generation.since(Generation.V5_10);
        idlePolicyMatters = generation.since(Generation.V7_3);
        usable = new CpuMask(topology.cpuCapacity());
        firstThreads = new CpuMask(topology.cpuCapacity());
        cores = new CpuMask[topology.cpuCapacity()];
        for (int cpu = 0; cpu < cores.length; cpu++) {
            cores[cpu] = topology.siblings(cpu);
            if (cores[cpu].first() == cpu) {
                firstThreads.set(cpu);
            }
        }
        long max = 0;
        CpuMask online = topology.online();
        for (int cpu = online.next(0); cpu != NO_CPU; cpu = online.next(cpu + 1)) {
            max = Math.max(max, topology.capacityOrig(cpu));
        }
        maxCapacityOrig = max;
        llcs = new LlcShared(this, context.settings());
    }

    private boolean anyHas(int flag) {
        CpuMask online = topology.online();
        for (int cpu = online.next(0); cpu != NO_CPU; cpu = online.next(cpu + 1)) {
            for (SchedDomain sd = domains.lowest(cpu); sd != null; sd = sd.parent()) {
                if (sd.has(flag)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean anyAsymmetric() {
        CpuMask online = topology.online();
        for (int cpu = online.next(0); cpu != NO_CPU; cpu = online.next(cpu + 1)) {
            if (domains.asymCpuCapacity(cpu) != null) {
                return true;
            }
        }
        return false;
    }

    /** Threads of the CPU's core (cpu_smt_mask). */
    CpuMask core(int cpu) {
        return cores[cpu];
    }

    @Nullable
    SchedDomain llc(int cpu) {
        return domains.llc(cpu);
    }

    boolean share(int a, int b) {
        return domains.cpusShareCache(a, b);
    }

    /** cpus_share_resources: same cluster, or same cache where there are no clusters. */
    boolean shareCluster(int a, int b) {
        return domains.shareId(a) == domains.shareId(b);
    }

    /** available_idle_cpu or sched_idle_cpu, as the release asks of a destination. */
    boolean usable(Decision d, int cpu) {
        CpuView view = d.cpu(cpu);
        return view.idle() || (schedIdleCounts && view.schedIdle() && !(idlePolicyMatters && d.idlePolicy));
    }

    /** All CPUs that are {@link #usable}; good until the next call. */
    CpuMask usableCpus(Decision d) {
        CpuMask idle = d.context.idleCpus();
        CpuMask schedIdle = d.context.schedIdleCpus();
        if (!schedIdleCounts || (idlePolicyMatters && d.idlePolicy) || schedIdle.isEmpty()) {
            return idle;
        }
        usable.copyFrom(idle);
        usable.or(schedIdle);
        return usable;
    }

    /** Whether only SCHED_IDLE tasks run there and that counts for this task. */
    boolean schedIdle(Decision d, int cpu) {
        return schedIdleCounts
                && !(idlePolicyMatters && d.idlePolicy)
                && d.cpu(cpu).schedIdle();
    }

    /** is_core_idle over all threads but {@code cpu}. */
    boolean restOfCoreIdle(Decision d, int cpu) {
        CpuMask core = cores[cpu];
        for (int c = core.next(0); c != NO_CPU; c = core.next(c + 1)) {
            if (c != cpu && !d.cpu(c).idle()) {
                return false;
            }
        }
        return true;
    }

    /** select_fallback_rq: an allowed online CPU of the previous CPU's node, else of any; the lowest. The host sees to it that there is one. */
    int fallback(Decision d) {
        CpuMask online = d.context.online();
        CpuMask allowed = d.task.allowed();
        int node = topology.groupOf(TopologyLevel.NODE, d.prev);
        if (node != Topology.NO_GROUP) {
            CpuMask near = topology.nodeCpus(node);
            for (int cpu = near.nextAnd(allowed, 0); cpu != NO_CPU; cpu = near.nextAnd(allowed, cpu + 1)) {
                if (online.contains(cpu)) {
                    return cpu;
                }
            }
        }
        return online.nextAnd(allowed, 0);
    }

    /** Index of the smallest level that both CPUs share, or one more than the last when they are of different nodes. */
    int smallestShared(int a, int b) {
        for (TopologyLevel level : LEVELS) {
            if (topology.groupOf(level, a) == topology.groupOf(level, b)) {
                return level.index();
            }
        }
        return LEVELS.length;
    }

    /** asym_fits_cpu: always, where capacities do not differ. */
    boolean asymFits(Decision d, int cpu) {
        if (!asymActive) {
            return true;
        }
        if (generation.since(Generation.V7_3) && smtActive && !restOfCoreIdle(d, cpu)) {
            return false;
        }
        return Capacity.fits(d.util, d.cpu(cpu).capacity());
    }

    /** A kernel thread bound to the task's previous CPU wakes it there and is alone: it waits for the task, so that CPU is as good as idle. */
    boolean kthreadStays(Decision d, int prev) {
        TaskView waker = d.context.waker();
        return waker != null
                && waker.perCpuKthread()
                && d.context.inTask()
                && prev == d.thisCpu
                && d.cpu(d.thisCpu).nrRunning() <= 1
                && asymFits(d, prev);
    }
}
