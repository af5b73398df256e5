package com.example.policy;

import jakarta.inject.Inject;
import org.schedlab.spi.Settings;
import org.schedlab.spi.WakeContext;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;

/** The nest and its reserve, for one run: two masks, nothing is allocated once they are there. */
final class WarmCores {

    private final CpuMask nest;
    private final CpuMask reserve;
    private final int reserveSize;
    private final long warmNs;
    private int reserved;

    @Inject
    WarmCores(Topology topology, Settings settings, NestConfig config) {
        nest = new CpuMask(topology.cpuCapacity());
        reserve = new CpuMask(topology.cpuCapacity());
        reserveSize = config.reserve();
        warmNs = config.spins() * settings.tunable("tick_ns");
    }

    /** An idle, warm core of the nest, the previous one if possible; cores found cold leave. */
    int warm(CpuMask allowed, int prev, WakeContext context) {
        long now = context.cpu(context.thisCpu()).clock();
        if (nest.contains(prev) && usable(prev, allowed, context) && isWarm(prev, now, context)) {
            return prev;
        }
        for (int cpu = nest.next(0); cpu != CpuMask.NO_CPU; cpu = nest.next(cpu + 1)) {
            if (usable(cpu, allowed, context)) {
                if (isWarm(cpu, now, context)) {
                    return cpu;
                }
                nest.clear(cpu);
                keep(cpu);
            }
        }
        return CpuMask.NO_CPU;
    }

    private static boolean usable(int cpu, CpuMask allowed, WakeContext context) {
        return allowed.contains(cpu) && context.idleCpus().contains(cpu);
    }

    private boolean isWarm(int cpu, long now, WakeContext context) {
        return now - context.cpu(cpu).idleStampNs() <= warmNs;
    }

    /** Puts a core into the reserve if there is room. */
    private void keep(int cpu) {
        if (!reserve.contains(cpu) && reserved < reserveSize) {
            reserve.set(cpu);
            reserved++;
        }
    }

    /** An idle core of the reserve; it joins the nest. */
    int reserved(CpuMask allowed, WakeContext context) {
        for (int cpu = reserve.next(0); cpu != CpuMask.NO_CPU; cpu = reserve.next(cpu + 1)) {
            if (usable(cpu, allowed, context)) {
                reserve.clear(cpu);
                reserved--;
                nest.set(cpu);
                return cpu;
            }
        }
        return CpuMask.NO_CPU;
    }

    /** Any idle core; it joins the reserve, or the nest when the reserve is full. */
    int cold(CpuMask allowed, WakeContext context) {
        int cpu = allowed.nextAnd(context.idleCpus(), 0);
        if (cpu != CpuMask.NO_CPU) {
            keep(cpu);
            if (!reserve.contains(cpu)) {
                nest.set(cpu);
            }
        }
        return cpu;
    }
}
