package org.schedlab.cgroup.testkit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.schedlab.cgroup.CgroupTree;
import org.schedlab.cgroup.hierarchy.GroupHooks;
import org.schedlab.mechanism.CpuRunQueue;
import org.schedlab.mechanism.GroupDriver;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.mechanism.MechanismConfig;
import org.schedlab.mechanism.Task;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.spi.Settings;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;

/**
 * A mechanism with task groups that is driven by operations: a fixed number of tasks and of places for groups, which come and go. Place
 * {@code i > 1} lies below place {@code i / 2 - 1}, the first two below the root. Time moves in steps; timers that the groups arm expire on the
 * way. One thread.
 */
public final class GroupMachine implements GroupDriver {

    private static final long START_NS = 1_000_000_000;

    private final CgroupTree tree;
    private final Mechanism mechanism;
    private final int cpus;
    private final List<String> paths = new ArrayList<>();
    private final List<Task> tasks = new ArrayList<>();
    private final CpuMask online;
    private final Map<Integer, Long> timers = new TreeMap<>();
    private long nowNs = START_NS;

    /**
     * All groups are absent and all tasks asleep in the root group, never having run.
     *
     * @param topology CPUs 0 to n - 1
     * @param groups places for groups
     */
    public GroupMachine(Topology topology, Settings settings, PickPolicy<?, ?> pick, int groups, int tasks) {
        tree = new CgroupTree(settings, topology, this);
        mechanism = new Mechanism(new MechanismConfig(topology, settings, pick, tree.hooks(), false));
        cpus = topology.cpuCapacity();
        online = CpuMask.firstCpus(cpus);
        for (int i = 0; i < groups; i++) {
            paths.add((i < 2 ? "" : paths.get(i / 2 - 1)) + "/g" + i);
        }
        for (int i = 0; i < tasks; i++) {
            this.tasks.add(newTask(i, "/"));
        }
        for (int cpu = 0; cpu < cpus; cpu++) {
            mechanism.clock(cpu, nowNs);
        }
    }

    private Task newTask(int index, String path) {
        SchedulingPolicy policy = index % 8 == 7 ? SchedulingPolicy.IDLE : SchedulingPolicy.NORMAL;
        int nice = index % 3 == 2 ? 5 : 0;
        Task task = mechanism.newTask("t" + index, policy, nice, 0, CpuMask.firstCpus(cpus), index % cpus);
        tree.move(task, path);
        return task;
    }

    /** The groups. */
    public CgroupTree tree() {
        return tree;
    }

    /** What the groups add to the mechanism. */
    public GroupHooks hooks() {
        return tree.hooks();
    }

    /** The scheduler. */
    public Mechanism mechanism() {
        return mechanism;
    }

    /** Number of CPUs. */
    public int cpus() {
        return cpus;
    }

    /** The tasks by place; one that exits is followed by another at its place. */
    public List<Task> tasks() {
        return Collections.unmodifiableList(tasks);
    }

    /** Path of a place for a group. */
    public String path(int group) {
        return paths.get(group);
    }

    /** Places for groups. */
    public int groups() {
        return paths.size();
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
        // A request to reschedule is served by a later operation, as an interrupt would be.
    }

    @Override
    public void arm(int timer, long atNs) {
        timers.put(timer, atNs);
    }

    @Override
    public void cancel(int timer) {
        timers.remove(timer);
    }

    /** Moves time on; timers expire in the order of their times, those of one time by number. */
    public void advance(long ns) {
        long until = nowNs + ns;
        Map.Entry<Integer, Long> timer = due(until);
        while (timer != null) {
            timers.remove(timer.getKey());
            nowNs = Math.max(nowNs, timer.getValue());
            updateClocks();
            tree.fire(timer.getKey());
            timer = due(until);
        }
        nowNs = until;
        updateClocks();
    }

    private Map.@Nullable Entry<Integer, Long> due(long untilNs) {
        Map.@Nullable Entry<Integer, Long> first = null;
        for (Map.Entry<Integer, Long> timer : timers.entrySet()) {
            long at = timer.getValue();
            if (at <= untilNs && (first == null || at < first.getValue())) {
                first = Map.entry(timer.getKey(), at);
            }
        }
        return first;
    }

    private void updateClocks() {
        for (int cpu = 0; cpu < cpus; cpu++) {
            mechanism.clock(cpu, nowNs);
        }
    }

    /** Picks on a CPU and switches. */
    public void schedule(int cpu) {
        mechanism.switchTo(cpu, mechanism.pickNext(cpu));
    }

    /** Switches where a reschedule was asked for. */
    public void serve() {
        for (int cpu = 0; cpu < cpus; cpu++) {
            CpuRunQueue rq = mechanism.cpu(cpu);
            if (rq.resched() || rq.lazyResched()) {
                schedule(cpu);
            }
        }
    }

    /** Whether a CPU is online. */
    public boolean online(int cpu) {
        return online.contains(cpu);
    }

    /** The first CPU from {@code from} on where the task may run: its group's and its own, or, if none of these is online, any that is. */
    public int allowedCpu(Task task, int from) {
        CpuMask mask = new CpuMask(tree.cpus(tree.pathOf(task)));
        mask.and(online);
        CpuMask own = new CpuMask(mask);
        own.and(task.allowed());
        if (!own.isEmpty()) {
            mask = own;
        } else if (mask.isEmpty()) {
            mask = online;
        }
        int cpu = mask.next(from % cpus);
        return cpu == CpuMask.NO_CPU ? mask.next(0) : cpu;
    }

    /** Tasks leave CPUs where they may not run (any more). */
    public void moveTasksAway() {
        for (Task task : tasks) {
            place(task, allowedCpu(task, task.cpu()));
        }
    }

    /** A CPU comes back, or goes offline unless it is the last; then its tasks leave it. */
    public void hotplug(int cpu, boolean comes) {
        if (comes && !online(cpu)) {
            online.set(cpu);
            tree.cpuOnline(cpu);
        } else if (!comes && online(cpu) && online.count() > 1) {
            tree.cpuOffline(cpu);
            online.clear(cpu);
            moveTasksAway();
            schedule(cpu);
        }
    }

    /** The tick of a CPU that is online. */
    public void tick(int cpu) {
        if (online(cpu)) {
            mechanism.tick(cpu);
        }
    }

    /** The averages of a CPU that is online age. */
    public void updateBlocked(int cpu) {
        if (online(cpu)) {
            mechanism.updateBlocked(cpu);
        }
    }

    /** Moves a task that is queued to a CPU; one that runs is put first. */
    public void place(Task task, int cpu) {
        int from = task.cpu();
        if (from == cpu || (!task.runnable() && !task.delayed())) {
            return;
        }
        boolean ran = mechanism.cpu(from).current() == task;
        if (ran) {
            mechanism.switchTo(from, null);
        }
        mechanism.detach(task);
        mechanism.attach(task, cpu);
        if (!task.delayed()) {
            mechanism.checkPreempt(cpu, task, 0);
        }
        if (ran) {
            schedule(from);
        }
    }

    /** The running task of a CPU ends, and a new one takes its place among the tasks. */
    public void exit(int cpu) {
        Task task = mechanism.cpu(cpu).current();
        if (task != null) {
            int index = tasks.indexOf(task);
            String path = tree.pathOf(task);
            mechanism.exit(cpu);
            schedule(cpu);
            tasks.set(index, newTask(index, path));
        }
    }

    /** A task that sleeps, or has never run, becomes runnable. */
    public void wake(Task task, int cpu, boolean preempt) {
        if (task.runnable()) {
            return;
        }
        int target = task.delayed() ? task.cpu() : allowedCpu(task, cpu);
        if (task.started()) {
            mechanism.wake(task, target);
        } else {
            mechanism.fork(task, running(cpu), target);
        }
        if (preempt) {
            mechanism.checkPreempt(task.cpu(), task, 0);
        }
    }

    private @Nullable Task running(int cpu) {
        return mechanism.cpu(cpu).current();
    }
}
