package org.schedlab.testkit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.mechanism.CpuRunQueue;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.mechanism.Task;
import org.schedlab.spi.RandomStream;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.topology.CpuMask;

/**
 * Random but legal operations on one CPU of a mechanism: ticks, wakeups with and without preemption, sleeps, forks, yields, moves away and back,
 * changes of nice level, policy, weight and slice, switches. The same stream gives the same operations. One thread.
 */
public final class RandomOperations {

    private static final int CPU = 0;

    private final Mechanism mechanism;
    private final RandomStream random;
    private final boolean customSlices;
    private final List<Task> tasks = new ArrayList<>();
    private final List<Task> detached = new ArrayList<>();
    private final List<Task> started = new ArrayList<>();
    private long nowNs = 1_000_000_000;

    /**
     * @param count tasks in all, at least 2
     * @param customSlices whether tasks may be given slices of their own
     */
    public RandomOperations(Mechanism mechanism, RandomStream random, int count, boolean customSlices) {
        this.mechanism = mechanism;
        this.random = random;
        this.customSlices = customSlices;
        for (int i = 0; i < count; i++) {
            SchedulingPolicy policy = random.nextInt(8) == 0 ? SchedulingPolicy.IDLE : SchedulingPolicy.NORMAL;
            tasks.add(mechanism.newTask("t" + i, policy, random.nextInt(40) - 20, 0, CpuMask.firstCpus(1), CPU));
        }
        mechanism.clock(CPU, nowNs);
    }

    /** Does one operation, after up to 2 ms; serves a request to reschedule before it, most times. */
    public void step() {
        nowNs += random.nextLong(2_000_000);
        mechanism.clock(CPU, nowNs);
        CpuRunQueue rq = mechanism.cpu(CPU);
        if (rq.resched() && random.nextInt(8) != 0) {
            schedule();
        }
        Task current = rq.current();
        switch (random.nextInt(16)) {
            case 0, 1, 2, 3 -> mechanism.tick(CPU);
            case 4, 5, 6 -> wake(rq);
            case 7, 8 -> sleep(current);
            case 9 -> moveAway(rq);
            case 10 -> comeBack();
            case 11 -> mechanism.setNice(any(), random.nextInt(40) - 20);
            case 12 -> setPolicyOrSlice();
            case 13 -> {
                if (current != null) {
                    mechanism.yieldTask(CPU);
                    schedule();
                }
            }
            default -> schedule();
        }
    }

    /** Some queued task that does not run, or null. */
    public @Nullable Task waiting() {
        Task candidate = any();
        return candidate.runnable() && candidate != mechanism.cpu(CPU).current() ? candidate : null;
    }

    private Task any() {
        return tasks.get(random.nextInt(tasks.size()));
    }

    private void schedule() {
        mechanism.switchTo(CPU, mechanism.pickNext(CPU));
    }

    private void wake(CpuRunQueue rq) {
        Task task = any();
        if (task.runnable() || detached.contains(task)) {
            return;
        }
        if (started.contains(task)) {
            mechanism.wake(task, CPU);
        } else {
            started.add(task);
            mechanism.fork(task, rq.current(), CPU);
        }
        if (random.nextInt(4) != 0) {
            mechanism.checkPreempt(CPU, task, 0);
        }
    }

    private void sleep(@Nullable Task current) {
        if (current != null) {
            mechanism.block(CPU);
            schedule();
        }
    }

    private void moveAway(CpuRunQueue rq) {
        Task task = any();
        if (task.runnable() && task != rq.current()) {
            mechanism.detach(task);
            detached.add(task);
        }
    }

    private void comeBack() {
        if (!detached.isEmpty()) {
            mechanism.attach(detached.remove(0), CPU);
        }
    }

    private void setPolicyOrSlice() {
        Task task = any();
        if (customSlices && random.nextInt(2) == 0) {
            mechanism.setSlice(task, random.nextInt(3) == 0 ? 0 : 100_000 + random.nextLong(20_000_000));
        } else {
            SchedulingPolicy policy = random.nextInt(4) == 0 ? SchedulingPolicy.IDLE : SchedulingPolicy.NORMAL;
            mechanism.setPolicy(task, policy, task.nice(), 0);
        }
    }
}
