package org.schedlab.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schedlab.cgroup.testkit.GroupMachine;
import org.schedlab.cgroup.testkit.Kernels;
import org.schedlab.mechanism.Task;

/** What a pass over the leaf list costs, with pruning and without. */
class LeafWalkTest {

    private static final int ACTIVE = 100;
    private static final double WHOLE_RUN = 1.10;
    private static final int IDLE = Integer.getInteger("schedlab.idleGroups", 100_000);

    @ParameterizedTest
    @ValueSource(strings = {"4.0", "4.16", "5.10", "6.1", "6.8", "6.12", "7.3"})
    void aPassLooksAtActiveQueuesAndThoseNotYetDecayed(String kernel) {
        GroupMachine machine = Kernels.machine(kernel, 1, 0, 12);
        for (int i = 0; i < 12; i++) {
            machine.tree().create("/g" + i);
            machine.tree().move(machine.tasks().get(i), "/g" + i);
            machine.wake(machine.tasks().get(i), 0, false);
        }
        machine.schedule(0);
        for (int i = 0; i < 200; i++) {
            machine.advance(ManyGroups.TICK_NS);
            machine.mechanism().tick(0);
            machine.serve();
        }
        List<Task> asleep = new ArrayList<>();
        while (asleep.size() < 5) {
            Task current = machine.mechanism().cpu(0).current();
            assertThat(current).isNotNull();
            asleep.add(current);
            machine.mechanism().block(0);
            machine.schedule(0);
        }
        int sleeping = asleep.size();
        long last = Long.MAX_VALUE;
        for (int i = 0; i < 700; i++) {
            int holding = 0;
            for (Task task : asleep) {
                holding += machine.hooks().leaves().listed(task.queue()) ? 1 : 0;
            }
            long before = machine.tree().leafStatistics().queuesVisited();
            machine.advance(ManyGroups.TICK_NS);
            machine.mechanism().updateBlocked(0);
            long visited = machine.tree().leafStatistics().queuesVisited() - before;
            // Seven run, the root stands for all.
            assertThat(visited).isEqualTo(12 - sleeping + 1 + holding);
            assertThat(visited).isLessThanOrEqualTo(last);
            last = visited;
            machine.mechanism().tick(0);
            machine.serve();
        }
        assertThat(last).as("all sleepers have decayed").isEqualTo(12 - sleeping + 1);
    }

    @Test
    void withoutPruningEveryQueueThatEverRanStays() {
        ManyGroups unpruned = new ManyGroups("4.12", 200, 3);
        ManyGroups pruned = new ManyGroups("4.16", 200, 3);
        assertThat(unpruned.visitedByOnePass()).isEqualTo(200 + 3 + 1);
        assertThat(pruned.visitedByOnePass()).isEqualTo(3 + 1);
        assertThat(pruned.listing()).hasSize(4).endsWith("/").allMatch(p -> p.equals("/") || p.startsWith("/active"));
    }

    @Test
    void idleGroupsCostNothingOncePruned() {
        ManyGroups alone = new ManyGroups("4.16", 0, ACTIVE);
        ManyGroups pruned = new ManyGroups("4.16", IDLE, ACTIVE);
        ManyGroups unpruned = new ManyGroups("4.16", IDLE, ACTIVE, "NO_LEAF_PRUNING");
        assertThat(alone.visitedByOnePass()).isEqualTo(ACTIVE + 1);
        assertThat(pruned.visitedByOnePass()).isEqualTo(ACTIVE + 1);
        assertThat(unpruned.visitedByOnePass()).isEqualTo(IDLE + ACTIVE + 1);
        long aloneBefore = alone.visited();
        long prunedBefore = pruned.visited();
        double aloneNs = Double.MAX_VALUE;
        double prunedNs = Double.MAX_VALUE;
        double unprunedNs = Double.MAX_VALUE;
        double aloneRunNs = Double.MAX_VALUE;
        double prunedRunNs = Double.MAX_VALUE;
        // Minima of interleaved rounds only fall: a machine that is busy otherwise needs more of them.
        for (int round = 0; round < 10 || (round < 120 && prunedRunNs / aloneRunNs > WHOLE_RUN); round++) {
            aloneRunNs = Math.min(aloneRunNs, cpuNs(() -> alone.run(200)));
            prunedRunNs = Math.min(prunedRunNs, cpuNs(() -> pruned.run(200)));
            aloneNs = Math.min(aloneNs, passNs(alone, 50));
            prunedNs = Math.min(prunedNs, passNs(pruned, 50));
            if (round % 10 == 0) {
                unprunedNs = Math.min(unprunedNs, passNs(unpruned, 2));
            }
        }
        assertThat(pruned.visited() - prunedBefore).isEqualTo(alone.visited() - aloneBefore);
        System.out.printf(
                "%d idle groups of %d: whole run %.3f x of %d alone; a pass %.0f ns alone, pruned %.2f x, unpruned %.0f x%n",
                IDLE,
                IDLE + ACTIVE,
                prunedRunNs / aloneRunNs,
                ACTIVE,
                aloneNs,
                prunedNs / aloneNs,
                unprunedNs / aloneNs);
        assertThat(prunedRunNs / aloneRunNs).isLessThanOrEqualTo(WHOLE_RUN);
        assertThat(prunedNs / aloneNs).isLessThanOrEqualTo(1.5);
        assertThat(unprunedNs / aloneNs).isGreaterThanOrEqualTo(500.0 * IDLE / 100_000);
    }

    private static double passNs(ManyGroups groups, int passes) {
        return cpuNs(() -> {
                    for (int i = 0; i < passes; i++) {
                        groups.machine.advance(ManyGroups.TICK_NS);
                        groups.pass();
                    }
                })
                / passes;
    }

    private static double cpuNs(Runnable what) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        what.run();
        return threads.getCurrentThreadCpuTime() - before;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 1024})
    void aGroupThatNeverRanTakesLittleHeapWhateverTheNumberOfCpus(int cpus) {
        GroupMachine machine = Kernels.machine("6.12", cpus, 0, 1);
        int count = 40_000;
        long before = usedHeap();
        for (int i = 0; i < count; i++) {
            machine.tree().create("/machine-" + i);
        }
        long perGroup = (usedHeap() - before) / count;
        System.out.println(cpus + " CPUs: " + perGroup + " bytes for a group that never ran");
        assertThat(perGroup).isBetween(100L, 512L);
        assertThat(machine.tree().paths()).hasSize(count + 1);
    }

    private static long usedHeap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
