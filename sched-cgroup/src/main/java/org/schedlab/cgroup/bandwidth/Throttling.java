package org.schedlab.cgroup.bandwidth;

import java.util.Arrays;
import org.schedlab.cgroup.hierarchy.GroupRelease;
import org.schedlab.mechanism.CfsRunQueue;
import org.schedlab.mechanism.CpuRunQueue;
import org.schedlab.mechanism.GroupDriver;
import org.schedlab.mechanism.Task;

/**
 * What throttling a queue does to the hierarchy. Up to 6.17 the queue leaves its parent with all its tasks and time stands still for the load of
 * its subtree (throttle_cfs_rq, tg_throttle_down, unthrottle_cfs_rq, tg_unthrottle_up). From 6.18 on its tasks leave one by one when they return
 * to user mode, and time stands still for a queue of the subtree when it has fallen empty.
 */
final class Throttling implements BandwidthHost {

    private final BandwidthHooks hooks;
    private final GroupDriver driver;

    /** The CPU on which bandwidth control acts now: that of the charged queue, or that of the timer. */
    private int cpu;

    /** The CPU that armed each timer, which is where it fires. */
    private int[] timerCpus = new int[16];

    Throttling(BandwidthHooks hooks, GroupDriver driver) {
        this.hooks = hooks;
        this.driver = driver;
    }

    void act(int actingCpu) {
        cpu = actingCpu;
    }

    void actAsTimer(int timer) {
        cpu = timerCpus[timer];
    }

    private boolean taskThrottle() {
        return hooks.bandwidthRules().taskThrottle();
    }

    @Override
    public long nowNs() {
        return driver.nowNs();
    }

    @Override
    public void armPeriod(CfsBandwidth pool, long atNs) {
        arm(2 * pool.group(), atNs);
    }

    @Override
    public void armSlack(CfsBandwidth pool, long atNs) {
        arm(2 * pool.group() + 1, atNs);
    }

    private void arm(int timer, long atNs) {
        if (timer >= timerCpus.length) {
            timerCpus = Arrays.copyOf(timerCpus, 2 * timer);
        }
        timerCpus[timer] = cpu;
        driver.arm(timer, atNs);
    }

    private static ThrottleState state(QueueRuntime runtime) {
        return (ThrottleState) runtime.queue();
    }

    @Override
    public long clockNs(QueueRuntime runtime) {
        CpuRunQueue rq = state(runtime).queue.rq();
        driver.updateClock(rq.cpu());
        return rq.clock();
    }

    @Override
    public void resched(QueueRuntime runtime) {
        hooks.host().resched(state(runtime).queue.cpu());
    }

    @Override
    public boolean local(QueueRuntime runtime) {
        return state(runtime).queue.cpu() == cpu;
    }

    @Override
    public boolean someoneWaits(QueueRuntime runtime) {
        if (taskThrottle()) {
            // Time counts from the first task that leaves.
            return false;
        }
        return state(runtime).queue.nr() > 0 || !hooks.rules().release().from(GroupRelease.V6_8);
    }

    @Override
    public void throttle(QueueRuntime runtime) {
        ThrottleState state = state(runtime);
        down(state);
        if (!taskThrottle()) {
            hooks.host().throttle(state.queue);
            return;
        }
        Task running = state.queue.rq().current();
        if (running != null && hooks.throttledHierarchy(running.queue())) {
            hooks.host().resched(state.queue.cpu());
        }
    }

    private void down(ThrottleState state) {
        if (state.throttleCount == 0 && (!taskThrottle() || state.queue.nr() == 0)) {
            freeze(state);
        }
        state.throttleCount++;
        for (ThrottleState child = state.firstChild(); child != null; child = child.nextSibling()) {
            down(child);
        }
    }

    private void freeze(ThrottleState state) {
        state.clock.freeze(state.queue.rq().peltClock().rqClockPeltNs());
        if (hooks.rules().release().from(GroupRelease.V5_10)) {
            hooks.unlist(state.queue);
        }
    }

    private void unfreeze(ThrottleState state) {
        state.clock.unfreeze(state.queue.rq().peltClock().rqClockPeltNs());
    }

    private void up(ThrottleState state) {
        for (ThrottleState child = state.firstChild(); child != null; child = child.nextSibling()) {
            up(child);
        }
        state.throttleCount--;
        if (state.throttleCount != 0) {
            return;
        }
        unfreeze(state);
        for (Task task : state.takeLimbo()) {
            // The first that comes back may find no runtime and get the queue throttled again; then the others wait
            // again.
            hooks.host().leaveLimbo(task);
        }
        if (state.throttleCount == 0) {
            relist(state.queue);
        }
    }

    private void relist(CfsRunQueue queue) {
        if (!hooks.rules().release().from(GroupRelease.V5_10)) {
            // Nothing was taken off.
            return;
        }
        if (hooks.bandwidthRules().listsUndecayed() ? !hooks.decayed(queue) : queue.nr() >= 1) {
            hooks.list(queue);
        }
    }

    @Override
    public void unthrottle(QueueRuntime runtime) {
        ThrottleState state = state(runtime);
        CfsRunQueue queue = state.queue;
        CpuRunQueue rq = queue.rq();
        up(state);
        if (queue.load() == 0) {
            if (hooks.leaves().listed(queue) && hooks.rules().release().from(GroupRelease.V6_1)) {
                hooks.complete(queue.owner());
            }
        } else if (!taskThrottle()) {
            hooks.host().unthrottle(queue);
        }
        if (rq.current() == null && rq.root().nr() > 0) {
            hooks.host().resched(rq.cpu());
        }
        driver.changed(rq.cpu());
    }

    /** Per task: a queue below a throttled one has lost its last task. */
    void fellEmpty(CfsRunQueue queue) {
        ThrottleState state = ThrottleState.ofNullable(queue);
        if (state != null && taskThrottle() && state.throttleCount != 0) {
            freeze(state);
        }
    }

    /** Per task: a queue below a throttled one got a task that has not returned to user mode yet. */
    void runsAgain(CfsRunQueue queue) {
        ThrottleState state = ThrottleState.ofNullable(queue);
        if (state != null && taskThrottle() && state.clock.frozen()) {
            unfreeze(state);
        }
    }

    /** Per task: the time of every throttled queue above counts from its first task that waits. */
    void waits(CfsRunQueue queue) {
        for (ThrottleState s = ThrottleState.ofNullable(queue); s != null; s = s.parent) {
            QueueRuntime runtime = s.runtime;
            if (runtime != null && runtime.throttled()) {
                runtime.beginWait();
            }
        }
    }
}
