package org.schedlab.policies.placement;

import static org.schedlab.topology.CpuMask.NO_CPU;

import java.util.Arrays;
import org.schedlab.arith.Capacity;
import org.schedlab.arith.CpuUtil;
import org.schedlab.spi.CpuView;
import org.schedlab.spi.Settings;
import org.schedlab.spi.StateReader;
import org.schedlab.spi.StateWriter;
import org.schedlab.spi.WakeContext;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.domain.SchedDomain;

/**
 * What the CPUs of a last level cache share (sched_domain_shared): whether it may have idle cores, and how many CPUs a search may visit
 * (nr_idle_scan).
 *
 * <p>The kernel refreshes nr_idle_scan while it balances the domain of the cache. Where a balancer says so ({@link #setBudget}) its number is
 * used. Else the number is worked out at the first search after the domain's balance interval: that of an idle CPU while the cache has one, that of
 * a busy one otherwise. The first search works it out at once, as if the machine had been up for long; caches start out with idle cores likewise.
 */
final class LlcShared {

    private static final long NS_PER_MS = 1_000_000L;
    private static final long LONG_AGO = Long.MIN_VALUE / 2;

    private final Machine machine;
    private final boolean[] idleCores;
    private final int[] nrIdleScan;
    private final long[] refreshedNs;
    private final boolean useEst;
    private boolean balancerTells;

    /** avg_scan_cost of each CPU's domain of the cache, ns. */
    final long[] avgScanCostNs;

    LlcShared(Machine machine, Settings settings) {
        this.machine = machine;
        int cpus = machine.topology.cpuCapacity();
        idleCores = new boolean[cpus];
        nrIdleScan = new int[cpus];
        refreshedNs = new long[cpus];
        avgScanCostNs = new long[cpus];
        useEst = settings.isOn("UTIL_EST");
        Arrays.fill(idleCores, true);
        Arrays.fill(refreshedNs, LONG_AGO);
    }

    private int id(int cpu) {
        return machine.domains.llcId(cpu);
    }

    private boolean exists(int cpu) {
        return machine.domains.llc(cpu) != null;
    }

    /** test_idle_cores: whether the cache of the CPU may have an idle core. */
    boolean mayHaveIdleCore(int cpu) {
        return exists(cpu) && idleCores[id(cpu)];
    }

    void setIdleCores(int cpu, boolean any) {
        idleCores[id(cpu)] = any;
    }

    /** A balancer found the budget. */
    void setBudget(int cpu, int nr) {
        balancerTells = true;
        nrIdleScan[id(cpu)] = nr;
    }

    /** nr_idle_scan of the CPU's cache. */
    int budget(int cpu, WakeContext context) {
        SchedDomain sd = machine.llc(cpu);
        if (!balancerTells && sd != null) {
            refresh(sd, context);
        }
        return nrIdleScan[id(cpu)];
    }

    private void refresh(SchedDomain sd, WakeContext context) {
        int id = id(sd.cpu());
        CpuMask span = sd.span();
        long interval = sd.minIntervalMs() * NS_PER_MS;
        if (context.nowNs() - refreshedNs[id] < interval) {
            return;
        }
        if (!span.intersects(context.idleCpus()) && context.nowNs() - refreshedNs[id] < interval * sd.busyFactor()) {
            return;
        }
        refreshedNs[id] = context.nowNs();
        long sum = 0;
        for (int cpu = span.next(0); cpu != NO_CPU; cpu = span.next(cpu + 1)) {
            CpuView view = context.cpu(cpu);
            sum += CpuUtil.cpuUtil612(
                    view.utilAvg(), view.runnableAvg(), false, view.utilEst(), useEst, view.capacityOrig());
        }
        nrIdleScan[id] = (int) Capacity.nrIdleScan(sd.weight(), sum, sd.imbalancePct());
    }

    void save(int cpu, StateWriter writer) {
        writer.put("has_idle_cores", idleCores[id(cpu)] ? 1 : 0);
        writer.put("nr_idle_scan", nrIdleScan[id(cpu)]);
        writer.put("avg_scan_cost", avgScanCostNs[cpu]);
    }

    void load(int cpu, StateReader reader) {
        int id = id(cpu);
        idleCores[id] = reader.num("has_idle_cores", idleCores[id] ? 1 : 0) != 0;
        setBudget(cpu, (int) reader.num("nr_idle_scan", nrIdleScan[id]));
        avgScanCostNs[cpu] = exists(cpu) ? reader.num("avg_scan_cost", avgScanCostNs[cpu]) : 0;
    }
}
