package org.schedlab.policies.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.schedlab.topology.CpuMask.NO_CPU;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schedlab.spi.PlacementPath;
import org.schedlab.spi.PlacementReasons;
import org.schedlab.spi.RandomStream;
import org.schedlab.spi.WakeKind;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.domain.SchedDomains;

/** What holds for every decision, whatever the state of the machine. */
class PlacementPropertyTest {

    private static final long SEED = Long.getLong("schedlab.seed", 20_261_130L);
    private static final int DECISIONS = Integer.getInteger("schedlab.decisions", 20_000);
    private static final String SHAPE = "2s 6c 2t";
    private static final WakeKind[] KINDS = {WakeKind.WAKE, WakeKind.WAKE, WakeKind.FORK, WakeKind.EXEC};

    /** Isolated CPUs are in no task's mask, as by default in the kernel. */
    @ParameterizedTest
    @ValueSource(strings = {"4.0", "4.12", "4.16", "5.10", "6.1", "6.8", "6.12", "7.3"})
    void answersAreOnlineAllowedAndNotIsolated(String kernel) {
        RandomStream random = new RandomStream(SEED, kernel);
        Host host = new Host(SHAPE, kernel);
        FairPlacement policy = new FairPlacement(host);
        CpuMask isolated = new CpuMask(host.topology.cpuCapacity());
        List<Sleeper> tasks = new ArrayList<>();
        for (int id = 1; id <= 40; id++) {
            tasks.add(new Sleeper(id));
            retarget(tasks.get(id - 1), host, isolated, random);
        }
        for (int i = 0; i < DECISIONS; i++) {
            if (random.nextInt(200) == 0) {
                hotplug(host, isolated, random);
                tasks.forEach(t -> retarget(t, host, isolated, random));
                policy.domainsChanged(host);
            }
            disturb(host, random);
            Sleeper task = tasks.get(random.nextInt(tasks.size()));
            if (random.nextInt(10) == 0) {
                retarget(task, host, isolated, random);
            }
            host.thisCpu = randomOf(host.online(), random);
            host.prevCpu = random.nextInt(host.topology.cpuCapacity());
            host.sync = random.nextInt(2) == 0;
            host.kind = KINDS[random.nextInt(KINDS.length)];
            int cpu = policy.selectCpu(task, host);
            assertThat(host.online().contains(cpu) && task.allowed.contains(cpu) && !isolated.contains(cpu))
                    .as("seed %d, decision %d, cpu %d, allowed %s", SEED, i, cpu, task.allowed)
                    .isTrue();
        }
        assertThat(policy.counters().decisions()).isEqualTo(DECISIONS);
    }

    private static void hotplug(Host host, CpuMask isolated, RandomStream random) {
        CpuMask online = new CpuMask(host.topology.possible());
        for (int cpu = 1; cpu < online.capacity(); cpu++) {
            if (random.nextInt(5) == 0) {
                online.clear(cpu);
            }
        }
        host.topology = host.topology.withOnline(online);
        isolated.clearAll();
        for (int cpu = 1; cpu < online.capacity(); cpu++) {
            if (random.nextInt(6) == 0) {
                isolated.set(cpu);
            }
        }
        host.domains = SchedDomains.buildIsolated(
                host.topology, isolated, host.domains.rules().release());
    }

    private static void retarget(Sleeper task, Host host, CpuMask isolated, RandomStream random) {
        CpuMask mask = new CpuMask(host.topology.cpuCapacity());
        int odds = 1 + random.nextInt(6);
        for (int cpu = host.online().next(0); cpu != NO_CPU; cpu = host.online().next(cpu + 1)) {
            if (random.nextInt(odds) == 0 && !isolated.contains(cpu)) {
                mask.set(cpu);
            }
        }
        mask.set(0);
        task.allowed = mask;
    }

    private static int randomOf(CpuMask mask, RandomStream random) {
        return mask.firstWrap(random.nextInt(mask.capacity()));
    }

    private static void disturb(Host host, RandomStream random) {
        host.nowNs += random.nextInt(1_000_000);
        for (int n = 0; n < 4; n++) {
            int cpu = random.nextInt(host.cpus.length);
            host.setIdle(cpu, host.online().contains(cpu) && random.nextInt(3) == 0);
            if (random.nextInt(8) == 0) {
                host.setSchedIdle(cpu);
            }
            host.cpus[cpu].capacity = 1L + random.nextInt(1024);
            host.cpus[cpu].util = random.nextInt(1024);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.0", "4.12", "4.16", "5.10", "6.1", "6.12", "7.3"})
    void decisionsAllocateNothing(String kernel) {
        Host host = new Host("1s 56c 2t", kernel);
        FairPlacement policy = new FairPlacement(host);
        Sleeper task = new Sleeper(1);
        task.allowed = new CpuMask(host.online());
        for (int cpu = 0; cpu < host.cpus.length; cpu++) {
            host.setIdle(cpu, cpu % 7 == 3);
        }
        ask(policy, host, task, 20_000);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            ask(policy, host, task, 20_000);
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        // The measurement itself takes a few bytes, and a compiler that changes its mind takes some once.
        assertThat(least).isLessThan(1_000);
    }

    private static void ask(FairPlacement policy, Host host, Sleeper task, int times) {
        for (int i = 0; i < times; i++) {
            host.kind = i % 5 == 0 ? WakeKind.FORK : WakeKind.WAKE;
            host.thisCpu = i % host.cpus.length;
            host.prevCpu = i * 7 % host.cpus.length;
            policy.selectCpu(task, host);
        }
    }

    @Test
    void previousCpuWinsOverABusyWakerElsewhereOnlyWithTheCheck() {
        assertThat(remote("WA_PREV_IDLE")).isTrue();
        assertThat(remote("NO_WA_PREV_IDLE")).isFalse();
    }

    /** Waker busy on the other package, previous CPU idle but with the load of what ran there before. */
    private static boolean remote(String option) {
        Host host = new Host(SHAPE, "5.10", option);
        host.thisCpu = 0;
        CpuMask elsewhere = new CpuMask(host.online());
        elsewhere.andNot(host.topology.packageCpus(0));
        host.prevCpu = elsewhere.first();
        host.setIdle(0, false);
        host.cpus[0].load = 100;
        host.cpus[host.prevCpu].load = 3000;
        Sleeper task = new Sleeper(1);
        task.allowed = new CpuMask(host.online());
        return new FairPlacement(host).selectCpu(task, host) == host.prevCpu;
    }

    @Test
    void reasonsTellWhatEachCandidateFailed() {
        Host host = new Host(SHAPE, "6.12");
        List<String> told = new ArrayList<>();
        host.reasons = new PlacementReasons() {
            @Override
            public void candidate(String step, int cpu, String failedTest) {
                told.add(step + " " + cpu + " " + failedTest);
            }

            @Override
            public void step(String step, String outcome) {
                told.add(step + " " + outcome);
            }
        };
        host.setIdle(0, false);
        Sleeper task = new Sleeper(1);
        task.allowed = new CpuMask(host.online());
        FairPlacement policy = new FairPlacement(host);
        int cpu = policy.selectCpu(task, host);
        assertThat(told).contains("target 0 idle", "core " + cpu + " ");
        assertThat(policy.counters().by(PlacementPath.CORE)).isEqualTo(1);
    }
}
