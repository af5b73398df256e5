package org.schedlab.policies.placement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schedlab.spi.RandomStream;
import org.schedlab.topology.CpuMask;

/** The simulated number of CPUs tested is that of loops from CPU to CPU, whatever bits the search looks at to find its answer. */
class ScanCountTest {

    private static final long SEED = Long.getLong("schedlab.seed", 20_261_130L);
    private static final int ROUNDS = Integer.getInteger("schedlab.rounds", 4_000);

    @ParameterizedTest
    @CsvSource({
        "4.0, 1s 56c 2t", "4.0, 1s 70c 1t", "4.12, 1s 56c 2t", "4.16, 1s 56c 2t", "4.16, 1s 70c 1t", "5.10, 1s 56c 2t",
        "5.10, 1s 70c 1t", "6.1, 1s 56c 2t", "6.1, 1s 70c 1t", "6.8, 1s 56c 2t", "6.12, 1s 56c 2t", "6.12, 1s 70c 1t",
        "7.3, 1s 56c 2t"
    })
    void answerCountAndCutAreThoseOfAPlainLoop(String kernel, String shape) {
        RandomStream random = new RandomStream(SEED, kernel + shape);
        Host host = new Host(shape, kernel);
        FairPlacement policy = new FairPlacement(host);
        int cpus = host.cpus.length;
        long scanned = 0;
        long cut = 0;
        boolean idleCores = true;
        long avgScanCostNs = 0;
        for (int round = 0; round < ROUNDS; round++) {
            shake(host, random);
            // A task that never ran has no recently used CPU to go to.
            Sleeper task = new Sleeper(round + 1);
            task.allowed = new CpuMask(cpus);
            int odds = 1 + random.nextInt(3);
            for (int cpu = 0; cpu < cpus; cpu++) {
                if (random.nextInt(odds) == 0) {
                    task.allowed.set(cpu);
                }
            }
            host.thisCpu = random.nextInt(cpus);
            host.prevCpu = host.thisCpu;
            task.allowed.set(host.thisCpu);
            host.setIdle(host.thisCpu, false);
            int budget = random.nextInt(cpus + 1);
            policy.idleScanBudget(host.thisCpu, budget);
            for (int cpu = 0; cpu < cpus; cpu++) {
                host.cpus[cpu].avgIdleNs = 512L * random.nextInt(2_000);
            }
            long costNs = avgScanCostNs;
            policy.loadCpu(host.thisCpu, new Only("avg_scan_cost", costNs));
            int nr = nr(kernel, budget, cpus, host.cpus[host.thisCpu].avgIdleNs / 512, costNs);
            if (random.nextInt(3) == 0) {
                idleCores = true;
                policy.loadCpu(host.thisCpu, new Only("has_idle_cores", 1));
            }
            NaiveIdleSearch naive = new NaiveIdleSearch(host, kernel, task, idleCores, nr);
            idleCores = naive.idleCores();
            scanned += naive.scanned;
            cut += naive.cut ? 1 : 0;
            avgScanCostNs = random.nextInt(1_000);
            String where = "seed " + SEED + ", round " + round + ", budget " + nr + ", from " + host.thisCpu;
            assertThat(policy.selectCpu(task, host)).as(where).isEqualTo(naive.cpu);
            assertThat(policy.counters().cpusScanned()).as(where).isEqualTo(scanned);
            assertThat(policy.counters().scansCut()).as(where).isEqualTo(cut);
        }
    }

    private static void shake(Host host, RandomStream random) {
        int odds = 1 + random.nextInt(60);
        boolean someSchedIdle = random.nextInt(3) == 0;
        for (int cpu = 0; cpu < host.cpus.length; cpu++) {
            if (someSchedIdle && random.nextInt(20) == 0) {
                host.setSchedIdle(cpu);
            } else {
                host.setIdle(cpu, random.nextInt(odds) == 0);
            }
        }
    }

    /** The counter at the start of the loop. */
    private static int nr(String kernel, int budget, int cpus, long avgIdle, long costNs) {
        return switch (kernel) {
            case "4.0", "4.12" -> Integer.MAX_VALUE;
            case "4.16", "5.10" -> {
                long span = cpus * avgIdle;
                long cost = costNs + 1;
                yield span > 4 * cost ? (int) (span / cost) : 4;
            }
            default -> budget + 1;
        };
    }
}
