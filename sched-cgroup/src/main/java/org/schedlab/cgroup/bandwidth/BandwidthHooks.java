package org.schedlab.cgroup.bandwidth;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.cgroup.hierarchy.GroupHooks;
import org.schedlab.cgroup.hierarchy.GroupRelease;
import org.schedlab.cgroup.hierarchy.TaskGroup;
import org.schedlab.mechanism.CfsRunQueue;
import org.schedlab.mechanism.GroupDriver;
import org.schedlab.mechanism.GroupEntity;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.mechanism.SchedEntity;
import org.schedlab.mechanism.Task;
import org.schedlab.spi.Settings;

/**
 * Task groups with bandwidth: at the places of the kernel's order, charges go to pools, and queues without runtime are throttled. What throttling
 * does to a hierarchy is in {@link Throttling}, the arithmetic in {@link CfsBandwidth} and {@link QueueRuntime}.
 *
 * <p>Timers are armed through the {@link GroupDriver} and numbered twice the group's number, plus 1 for the slack timer. One thread. A charge is
 * O(1) and allocates nothing; throttling is O(queues of the subtree on that CPU).
 */
public final class BandwidthHooks extends GroupHooks {

    private final BandwidthRules rules;
    private final GroupDriver driver;
    private final Throttling throttling;
    private final List<@Nullable CfsBandwidth> pools = new ArrayList<>();
    private boolean inUse;

    /** Reads what {@link BandwidthRules#of} and a hierarchy without bandwidth read. */
    public BandwidthHooks(Settings settings, GroupDriver driver) {
        super(settings);
        this.rules = BandwidthRules.of(settings);
        this.driver = driver;
        this.throttling = new Throttling(this, driver);
    }

    /** Where bandwidth differs between releases. */
    public BandwidthRules bandwidthRules() {
        return rules;
    }

    Mechanism host() {
        return mechanism();
    }

    boolean list(CfsRunQueue queue) {
        return addLeaf(queue);
    }

    void unlist(CfsRunQueue queue) {
        deleteLeaf(queue);
    }

    boolean decayed(CfsRunQueue queue) {
        return isDecayed(queue);
    }

    /** Lists the queues above until the branch is connected. */
    void complete(@Nullable SchedEntity entity) {
        SchedEntity e = entity;
        while (e != null && !addLeaf(e.queue())) {
            e = e.parent();
        }
    }

    /** The pool of a group, or null while it never had a quota. */
    public @Nullable CfsBandwidth pool(TaskGroup group) {
        return group.id() < pools.size() ? pools.get(group.id()) : null;
    }

    private CfsBandwidth poolOf(TaskGroup group) {
        while (pools.size() <= group.id()) {
            pools.add(null);
        }
        CfsBandwidth pool = pools.get(group.id());
        if (pool == null) {
            pool = new CfsBandwidth(group.id(), rules, throttling);
            pools.set(group.id(), pool);
            for (int cpu = 0; cpu < mechanism().cpuCapacity(); cpu++) {
                GroupEntity entity = group.entity(cpu);
                if (entity != null) {
                    ThrottleState state = ThrottleState.of(entity.own());
                    state.runtime = pool.newQueue(state);
                }
            }
        }
        return pool;
    }

    /** The runtime of a queue, or null while its group never had a quota. */
    public @Nullable QueueRuntime runtime(CfsRunQueue queue) {
        ThrottleState state = ThrottleState.ofNullable(queue);
        return state == null ? null : state.runtime;
    }

    /** The runtime of a group's queue on a CPU, or null while the group never had a quota or never used the CPU. */
    public @Nullable QueueRuntime runtime(TaskGroup group, int cpu) {
        GroupEntity entity = group.entity(cpu);
        return entity == null ? null : runtime(entity.own());
    }

    /** How many queues from this one up are throttled. */
    public int throttleCount(CfsRunQueue queue) {
        ThrottleState state = ThrottleState.ofNullable(queue);
        return state == null ? 0 : state.throttleCount;
    }

    /** Tasks of a queue that left at their return to user mode and wait for runtime. */
    public int inLimbo(CfsRunQueue queue) {
        ThrottleState state = ThrottleState.ofNullable(queue);
        return state == null ? 0 : state.inLimbo();
    }

    /** Whether time stands still for the load of a queue. */
    public boolean frozen(CfsRunQueue queue) {
        ThrottleState state = ThrottleState.ofNullable(queue);
        return state != null && state.clock.frozen();
    }

    /**
     * Gives a group another quota; its queues on CPUs that are online begin anew (tg_set_cfs_bandwidth).
     *
     * @param quotaNs or {@link CfsBandwidth#NO_QUOTA}
     */
    public void setBandwidth(TaskGroup group, long quotaNs, long periodNs, long burstNs) {
        CfsBandwidth pool = poolOf(group);
        inUse = inUse || quotaNs != CfsBandwidth.NO_QUOTA;
        pool.set(quotaNs, periodNs, burstNs);
        for (int cpu = 0; cpu < mechanism().cpuCapacity(); cpu++) {
            QueueRuntime runtime = isOffline(cpu) ? null : runtime(group, cpu);
            if (runtime != null) {
                throttling.act(cpu);
                driver.updateClock(cpu);
                pool.reset(runtime);
            }
        }
    }

    /** Gives a group a saved pool; its queues have no runtime yet. */
    public void restoreBandwidth(TaskGroup group, CfsBandwidth.State saved) {
        inUse = inUse || saved.quotaNs() != CfsBandwidth.NO_QUOTA;
        CfsBandwidth pool = poolOf(group);
        pool.restore(saved);
        for (int cpu = 0; cpu < mechanism().cpuCapacity(); cpu++) {
            QueueRuntime runtime = runtime(group, cpu);
            if (runtime != null) {
                runtime.enable(saved.quotaNs() != CfsBandwidth.NO_QUOTA);
            }
        }
    }

    /** A CPU goes away, its clock being up to date: queues that the walk finds run on until their tasks are moved (unthrottle_offline_cfs_rqs). */
    @Override
    public void cpuOffline(int cpu) {
        throttling.act(cpu);
        for (CfsRunQueue queue : hotplugWalk(cpu)) {
            QueueRuntime runtime = runtime(queue);
            if (runtime != null) {
                runtime.pool().offline(runtime);
            }
        }
        super.cpuOffline(cpu);
    }

    /** A CPU comes back: queues that the walk finds are under their quota again (update_runtime_enabled). */
    @Override
    public void cpuOnline(int cpu) {
        super.cpuOnline(cpu);
        for (CfsRunQueue queue : hotplugWalk(cpu)) {
            QueueRuntime runtime = runtime(queue);
            if (runtime != null) {
                runtime.pool().online(runtime);
            }
        }
    }

    /** A timer that was armed through the driver expires. */
    public void fire(int timer) {
        CfsBandwidth pool = timer / 2 < pools.size() ? pools.get(timer / 2) : null;
        if (pool == null) {
            throw new IllegalArgumentException("timer (" + timer + ") has not been armed");
        }
        throttling.actAsTimer(timer);
        if (timer % 2 == 0) {
            pool.periodTimer();
        } else {
            pool.slackTimer();
        }
    }

    /** Fires a period timer on a CPU, for recordings that say where it fired. */
    public boolean firePeriodOn(int cpu, CfsBandwidth pool) {
        throttling.act(cpu);
        return pool.periodTimer();
    }

    /** Fires a slack timer on a CPU, for recordings that say where it fired. */
    public void fireSlackOn(int cpu, CfsBandwidth pool) {
        throttling.act(cpu);
        pool.slackTimer();
    }

    @Override
    protected void madeQueue(TaskGroup group, CfsRunQueue queue) {
        ThrottleState made = new ThrottleState(queue);
        queue.bandwidthState(made);
        if (rules.taskThrottle() && made.throttleCount != 0) {
            // A queue joins a throttled hierarchy empty, whatever its parent holds.
            made.clock.freeze(queue.rq().peltClock().rqClockPeltNs());
        }
        CfsBandwidth pool = pool(group);
        if (pool != null) {
            made.runtime = pool.newQueue(made);
        }
    }

    @Override
    protected void removedQueue(CfsRunQueue queue) {
        ThrottleState state = ThrottleState.of(queue);
        QueueRuntime runtime = state.runtime;
        if (runtime != null) {
            runtime.leave();
        }
        state.leave();
    }

    @Override
    protected void removed(TaskGroup group) {
        CfsBandwidth pool = pool(group);
        if (pool != null) {
            driver.cancel(2 * group.id());
            driver.cancel(2 * group.id() + 1);
            pools.set(group.id(), null);
        }
    }

    @Override
    public void account(CfsRunQueue queue, long ns) {
        QueueRuntime runtime = runtime(queue);
        if (runtime != null) {
            throttling.act(queue.cpu());
            runtime.account(ns, queue.current() != null);
        }
    }

    @Override
    public boolean check(CfsRunQueue queue) {
        QueueRuntime runtime = runtime(queue);
        if (runtime == null) {
            return false;
        }
        throttling.act(queue.cpu());
        return runtime.check();
    }

    @Override
    public boolean throttled(CfsRunQueue queue) {
        if (rules.taskThrottle()) {
            return false;
        }
        QueueRuntime runtime = runtime(queue);
        return runtime != null && runtime.throttled();
    }

    @Override
    public boolean throttledHierarchy(CfsRunQueue queue) {
        return throttleCount(queue) != 0;
    }

    @Override
    public void firstQueued(CfsRunQueue queue) {
        if (!rules().release().from(GroupRelease.V6_1)) {
            super.firstQueued(queue);
            checkEnqueue(queue);
        } else {
            checkEnqueue(queue);
            super.firstQueued(queue);
        }
        throttling.runsAgain(queue);
    }

    private void checkEnqueue(CfsRunQueue queue) {
        QueueRuntime runtime = runtime(queue);
        if (runtime != null) {
            throttling.act(queue.cpu());
            runtime.checkEnqueue(queue.current() != null);
            if (runtime.throttled()) {
                runtime.beginWait();
            }
        }
    }

    @Override
    public void loadEnqueue(CfsRunQueue queue, SchedEntity entity, int flags) {
        super.loadEnqueue(queue, entity, flags);
        if (inUse && rules().release() == GroupRelease.V5_10) {
            // A queue may have been taken off below a throttled one while tasks stayed on it.
            addLeaf(queue);
        }
    }

    @Override
    public void moreQueuedBelow(CfsRunQueue queue) {
        if (rules().release() == GroupRelease.V5_10 && throttledHierarchy(queue)) {
            addLeaf(queue);
        }
    }

    @Override
    public void stoppedAt(SchedEntity entity) {
        if (rules().release() == GroupRelease.V5_10) {
            complete(entity);
        }
    }

    @Override
    public void emptied(CfsRunQueue queue) {
        super.emptied(queue);
        QueueRuntime runtime = runtime(queue);
        if (runtime != null) {
            throttling.act(queue.cpu());
            runtime.emptied();
        }
        throttling.fellEmpty(queue);
    }

    @Override
    protected long queueTime(CfsRunQueue queue, long rqClockPeltNs) {
        ThrottleState state = ThrottleState.ofNullable(queue);
        return state == null ? rqClockPeltNs : state.clock.nowNs(rqClockPeltNs);
    }

    @Override
    public boolean mustLeave(Task task) {
        return rules.taskThrottle() && throttledHierarchy(task.queue());
    }

    @Override
    public void enterLimbo(Task task) {
        ThrottleState.of(task.queue()).limbo(task);
        throttling.waits(task.queue());
    }

    @Override
    public void leaveLimbo(Task task) {
        ThrottleState.of(task.queue()).leaveLimbo(task);
    }
}
