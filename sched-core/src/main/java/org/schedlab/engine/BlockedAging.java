package org.schedlab.engine;

import org.schedlab.topology.CpuMask;

/**
 * Ages the load of queues without tasks where the load balancer does so, without balancing: on a busy CPU at ticks, on a CPU that goes idle, and
 * on other idle CPUs when one goes idle or a busy one ticks, each at most once in {@link #PERIOD_NS} (run_rebalance_domains, newidle_balance,
 * nohz_newidle_balance, nohz_balancer_kick). A machine with one CPU has no domain and no balancer: there only the entry into idle counts. A timeline that says when averages age replaces all this.
 */
final class BlockedAging implements Balancing {

    /** Half-life of load averages in ticks of 1 ms: how often idle CPUs are looked after (LOAD_AVG_PERIOD). */
    static final long PERIOD_NS = 32_000_000;

    private final SimState sim;
    private final boolean recorded;
    private final boolean hasDomains;
    private final long[] busyNextNs;
    private long idleNextNs;

    BlockedAging(SimState sim) {
        RunSpec spec = sim.spec;
        this.sim = sim;
        this.recorded = spec.timeline().stream().anyMatch(TimelineAction.AgeBlocked.class::isInstance);
        this.hasDomains = spec.topology().online().count() > 1;
        this.busyNextNs = new long[spec.topology().cpuCapacity()];
    }

    @Override
    public boolean newIdle(int cpu, long nowNs) {
        if (!recorded) {
            age(sim, cpu);
            idleCpus(cpu, nowNs);
        }
        return false;
    }

    @Override
    public void tick(int cpu, long nowNs) {
        if (sim.groups != null) {
            sim.groups.noteLength(cpu);
        }
        if (recorded || !hasDomains) {
            return;
        }
        if (nowNs >= busyNextNs[cpu]) {
            busyNextNs[cpu] = nowNs + PERIOD_NS;
            age(sim, cpu);
        }
        idleCpus(cpu, nowNs);
    }

    /** The other idle CPUs, if their time has come and any of them has load left. */
    private void idleCpus(int self, long nowNs) {
        if (nowNs < idleNextNs) {
            return;
        }
        idleNextNs = nowNs + PERIOD_NS;
        CpuMask online = sim.online;
        for (int cpu = online.first(); cpu != CpuMask.NO_CPU; cpu = online.next(cpu + 1)) {
            if (cpu != self && sim.idleCpus.contains(cpu)) {
                sim.clock(sim.cpu(cpu));
                age(sim, cpu);
            }
        }
    }

    /** Ages the averages of a CPU whose clock is up to date. */
    static void age(SimState sim, int cpu) {
        if (sim.groups == null) {
            sim.mechanism.updateBlocked(cpu);
            return;
        }
        sim.groups.noteLength(cpu);
        sim.mechanism.updateBlocked(cpu);
        sim.groups.noteLength(cpu);
    }
}
