package org.schedlab.examples.leaf;

import java.util.List;
import org.schedlab.cgroup.CgroupPlugin;
import org.schedlab.mechanism.GroupDriver;
import org.schedlab.mechanism.GroupTree;
import org.schedlab.mechanism.GroupTreeFactory;
import org.schedlab.mechanism.LoadTracking;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.mechanism.MechanismConfig;
import org.schedlab.mechanism.Task;
import org.schedlab.metrics.LengthRecorder;
import org.schedlab.metrics.LengthsOverTime;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;

/**
 * One CPU of kernel 4.16 whose tasks wake every 10 ms each, run shortly and leave the CPU idle, which makes the kernel age its averages. Groups
 * that a task once ran in have been left behind.
 */
final class LeakyHost implements GroupDriver {

    static final int BUSY = 100;

    private static final int CPU = 0;
    private static final long PERIOD_NS = 10_000_000;
    private static final long RUN_NS = 20_000;
    private static final long PASS_NS = 8_000_000;

    /** Whoever was used once has decayed by then. */
    private static final long DECAY_NS = 1_600_000_000;

    private final GroupTree tree;
    private final Mechanism mechanism;
    private final Task[] tasks = new Task[BUSY];
    private final LengthsOverTime afterLeak;
    private long nowNs = 1_000_000_000;
    private long wakeups;

    /**
     * @param groups whether each task has a group of its own
     * @param leaked groups that are empty and ran once
     */
    LeakyHost(boolean groups, int leaked, boolean pruning) {
        Topology topology = Topology.regular("1c");
        ResolvedSettings settings = new ResolvedSettings.Builder(catalogue(), 1)
                .with("group_generation", 416)
                .with("pelt_generation", 416)
                .with("LEAF_PRUNING", pruning)
                .build();
        GroupTreeFactory factory =
                new CgroupPlugin().services(GroupTreeFactory.class).get(0);
        tree = factory.create(settings, topology, this);
        mechanism = new Mechanism(new MechanismConfig(topology, settings, new Fifo(), tree.hooks(), false));
        updateClock(CPU);
        Task leaker = newTask("leaker");
        mechanism.fork(leaker, null, CPU);
        runAndSleep();
        for (int i = 0; i < leaked; i++) {
            tree.create("/old-" + i);
            tree.move(leaker, "/old-" + i);
            mechanism.wake(leaker, CPU);
            runAndSleep();
        }
        tree.move(leaker, GroupTree.ROOT);
        long leakedNs = nowNs;
        LengthRecorder recorder = new LengthRecorder(1);
        recorder.tell(CPU, 0, listLength());
        while (nowNs < leakedNs + DECAY_NS) {
            pause(PASS_NS);
            mechanism.updateBlocked(CPU);
            recorder.tell(CPU, nowNs - leakedNs, listLength());
        }
        afterLeak = recorder.until(DECAY_NS);
        for (int i = 0; i < BUSY; i++) {
            tasks[i] = newTask("busy-" + i);
            if (groups) {
                tree.create("/busy-" + i);
                tree.move(tasks[i], "/busy-" + i);
            }
            mechanism.fork(tasks[i], null, CPU);
            runAndSleep();
        }
    }

    /** The switches of groups and mechanism; no kernel profile, since these come with the bundled policies. */
    private static Catalogue catalogue() {
        return new Catalogue(List.of(new CgroupPlugin()), Mechanism.SWITCHES, LoadTracking.TUNABLES);
    }

    private Task newTask(String name) {
        return mechanism.newTask(name, SchedulingPolicy.NORMAL, 0, 0, CpuMask.firstCpus(1), CPU);
    }

    /** Tasks wake one after the other; each time the CPU goes idle again, a pass follows (idle_balance). */
    void wakeups(int count) {
        for (int i = 0; i < count; i++) {
            pause(PERIOD_NS / BUSY - RUN_NS);
            mechanism.wake(tasks[(int) (wakeups++ % BUSY)], CPU);
            runAndSleep();
            mechanism.updateBlocked(CPU);
        }
    }

    private void runAndSleep() {
        mechanism.switchTo(CPU, mechanism.pickNext(CPU));
        pause(RUN_NS);
        mechanism.block(CPU);
        mechanism.switchTo(CPU, mechanism.pickNext(CPU));
    }

    private void pause(long ns) {
        nowNs += ns;
        updateClock(CPU);
    }

    /** How long the leaf list was from the last leak on, while a pass came by every 8 ms. */
    LengthsOverTime afterLeak() {
        return afterLeak;
    }

    /** Queues on the leaf list. */
    int listLength() {
        return tree.leafStatistics().length(CPU);
    }

    /** Queues that all passes have looked at. */
    long visited() {
        return tree.leafStatistics().queuesVisited();
    }

    /** Queues that wakeups have put on the list. */
    long added() {
        return tree.leafStatistics().addedByEnqueue();
    }

    @Override
    public long nowNs() {
        return nowNs;
    }

    @Override
    public void updateClock(int cpu) {
        mechanism.clock(cpu, nowNs);
    }

    @Override
    public void changed(int cpu) {
        // The next wakeup switches.
    }

    @Override
    public void arm(int timer, long atNs) {
        throw new IllegalStateException("groups without quota have no timers");
    }

    @Override
    public void cancel(int timer) {
        throw new IllegalStateException("groups without quota have no timers");
    }
}
