package org.schedlab.topology.domain;

import java.util.Random;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.topology.TopologyBuilder;
import org.schedlab.topology.TopologyLevel;

/** Machines of random shape up to 1,024 CPUs: gaps in numbers, mixed widths, capacities, nodes without CPUs, any distances. */
final class RandomMachines {

    private RandomMachines() {}

    static Topology machine(Random random, int maxCpus) {
        int nodes = 1 + random.nextInt(random.nextInt(4) == 0 ? 16 : 4);
        int target = 1 + random.nextInt(random.nextInt(5) == 0 ? maxCpus : Math.min(maxCpus, 96));
        int stride = random.nextInt(4) == 0 ? 2 : 1;
        int[] numbers = numbers(random, target * stride, stride);
        TopologyBuilder builder = Topology.builder(target * stride);
        boolean mixed = random.nextInt(3) == 0;
        int at = 0;
        int core = 0;
        while (at < target) {
            int node = at * nodes / target;
            int llcWidth = 1 + random.nextInt(16);
            long llc = core;
            int end = Math.min(target, at + llcWidth);
            while (at < end) {
                int threads = Math.min(end - at, random.nextInt(3) == 0 ? 1 : 2);
                for (int t = 0; t < threads; t++) {
                    int cpu = numbers[at++];
                    builder.place(TopologyLevel.CORE, cpu, core).place(TopologyLevel.LLC, cpu, llc);
                    builder.place(TopologyLevel.CLUSTER, cpu, llc << 20 | core / 2)
                            .place(TopologyLevel.NODE, cpu, 2L * node);
                    builder.place(TopologyLevel.PACKAGE, cpu, node);
                    builder.capacity(cpu, mixed && core % 2 == 0 ? 512 : 1024);
                }
                core++;
            }
        }
        for (int node = 0; node <= nodes; node++) {
            builder.node(2 * node);
        }
        distances(random, builder, nodes);
        return builder.build();
    }

    private static int[] numbers(Random random, int count, int stride) {
        int[] numbers = new int[count / stride];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i * stride;
        }
        if (random.nextBoolean()) {
            for (int i = numbers.length - 1; i > 0; i--) {
                int j = random.nextInt(i + 1);
                int swapped = numbers[i];
                numbers[i] = numbers[j];
                numbers[j] = swapped;
            }
        }
        return numbers;
    }

    /** Nodes on a line, a ring or a full mesh; one in eight asymmetric. */
    private static void distances(Random random, TopologyBuilder builder, int nodes) {
        int kind = random.nextInt(3);
        boolean asymmetric = random.nextInt(8) == 0;
        for (int a = 0; a <= nodes; a++) {
            for (int b = 0; b <= nodes; b++) {
                int apart = Math.abs(a - b);
                int hops = kind == 0 ? apart : kind == 1 ? Math.min(apart, nodes - apart) : Math.min(apart, 1);
                int extra = asymmetric && a > b ? random.nextInt(2) : 0;
                builder.distance(2 * a, 2 * b, a == b ? 10 : 10 + 6 * Math.max(1, hops) + extra);
            }
        }
    }

    static CpuMask someOf(Random random, CpuMask cpus) {
        CpuMask some = new CpuMask(cpus);
        for (int cpu = cpus.next(0); cpu != CpuMask.NO_CPU; cpu = cpus.next(cpu + 1)) {
            if (random.nextInt(3) == 0) {
                some.clear(cpu);
            }
        }
        if (some.isEmpty()) {
            some.set(cpus.first());
        }
        return some;
    }
}
