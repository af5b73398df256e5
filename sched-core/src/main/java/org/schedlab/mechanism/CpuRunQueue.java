package org.schedlab.mechanism;

import org.jspecify.annotations.Nullable;
import org.schedlab.pelt.HalfLife;
import org.schedlab.pelt.PeltClock;
import org.schedlab.pelt.SchedAvg;
import org.schedlab.spi.CpuView;
import org.schedlab.spi.Verdict;

/** One CPU: its clocks, its queues by class, the task that runs, the requests to reschedule (rq). */
public final class CpuRunQueue implements CpuView {

    private final int cpu;
    private final GroupDesign design;
    private final CfsRunQueue root;
    final RtRunQueue rt = new RtRunQueue();

    @Nullable
    Task current;

    private final boolean lazyPreemption;

    @Nullable
    Task lastDelayedLeft;

    long irqNs;
    boolean resched;
    boolean lazyResched;

    /** rq->nr_running over all classes. */
    int nrRunning;

    long capacity;
    final long capacityOrig;
    /** Twice the default migration cost, where the average begins and where it is capped. */
    private static final long AVG_IDLE_CAP_NS = 1_000_000;

    private long avgIdleNs = AVG_IDLE_CAP_NS;

    /** All CPUs are idle from the beginning; 0 would mean busy. */
    private long idleStampNs = 1;

    private long wakeStampNs;

    final PeltClock peltClock;
    final SchedAvg avgRt = new SchedAvg();
    final SchedAvg avgIrq = new SchedAvg();

    CpuRunQueue(int cpu, long capacityOrig, GroupDesign design, HalfLife halfLife, boolean lazyPreemption) {
        this.lazyPreemption = lazyPreemption;
        this.cpu = cpu;
        this.capacityOrig = capacityOrig;
        this.capacity = capacityOrig;
        this.design = design;
        this.root = new CfsRunQueue(this);
        this.peltClock = new PeltClock(halfLife);
    }

    GroupDesign design() {
        return design;
    }

    /** The clocks of the CPU. */
    public PeltClock peltClock() {
        return peltClock;
    }

    /** The queue of the root group. */
    public CfsRunQueue root() {
        return root;
    }

    @Override
    public int cpu() {
        return cpu;
    }

    @Override
    public @Nullable Task current() {
        return current;
    }

    /** The CPU went idle (the stamp that newidle balancing sets). */
    void wentIdle() {
        idleStampNs = clock();
    }

    /** A task wakes on the CPU: if it was idle, the average length of its idle times follows by an eighth (update_avg). */
    void wokenUp() {
        if (idleStampNs != 0 && current == null) {
            avgIdleNs = Math.min(avgIdleNs + (clock() - idleStampNs - avgIdleNs) / 8, AVG_IDLE_CAP_NS);
            idleStampNs = 0;
            wakeStampNs = clock();
        }
    }

    /** The running task if it is a fair one, else null. */
    @Nullable
    Task currentFair() {
        return current != null && current.policy.isFair() ? current : null;
    }

    /** Whether a real-time task runs. */
    boolean rtRuns() {
        return current != null && !current.policy.isFair();
    }

    /** resched_curr, or resched_curr_lazy where the verdict says so and the preemption model knows it. */
    void requestResched(int verdict) {
        if (lazyPreemption && (verdict & Verdict.LAZY) != 0) {
            lazyResched = true;
        } else {
            resched = true;
        }
    }

    /** Told when a delayed task left for good during a pick. */
    void delayedLeft(Task task) {
        lastDelayedLeft = task;
    }

    /** The delayed task that left during the last pick, or null. */
    public @Nullable Task lastDelayedLeft() {
        return lastDelayedLeft;
    }

    /** Asked to reschedule at once. */
    public boolean resched() {
        return resched;
    }

    /** Asked to reschedule at the next tick or return to user mode. */
    public boolean lazyResched() {
        return lazyResched;
    }

    @Override
    public boolean idle() {
        return current == null && nrRunning == 0;
    }

    @Override
    public boolean schedIdle() {
        return nrRunning != 0 && nrRunning == root.hNrIdle;
    }

    @Override
    public int nrRunning() {
        return nrRunning;
    }

    @Override
    public int hNrQueued() {
        return root.hNrQueued;
    }

    @Override
    public int hNrDelayed() {
        return root.hNrDelayed;
    }

    @Override
    public long capacity() {
        return capacity;
    }

    @Override
    public long capacityOrig() {
        return capacityOrig;
    }

    @Override
    public long loadAvg() {
        return root.avg().loadAvg();
    }

    @Override
    public long runnableLoadAvg() {
        return root.runnableLoad();
    }

    @Override
    public long utilAvg() {
        return root.avg().utilAvg();
    }

    @Override
    public long utilEst() {
        return root.avg().utilEst();
    }

    @Override
    public long runnableAvg() {
        return root.avg().runnableAvg();
    }

    @Override
    public long avgIdleNs() {
        return avgIdleNs;
    }

    @Override
    public long idleStampNs() {
        return idleStampNs;
    }

    @Override
    public long wakeStampNs() {
        return wakeStampNs;
    }

    @Override
    public long clock() {
        return peltClock.clockNs();
    }

    @Override
    public long clockTask() {
        return peltClock.clockTaskNs();
    }
}
