package org.schedlab.cgroup.bandwidth;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.schedlab.cgroup.hierarchy.TaskGroup;
import org.schedlab.mechanism.CpuRunQueue;
import org.schedlab.mechanism.GroupDriver;
import org.schedlab.mechanism.GroupEntity;
import org.schedlab.mechanism.LoadTracking;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.mechanism.MechanismConfig;
import org.schedlab.mechanism.Task;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.spi.KernelProfile;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PolicyContext;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.spi.PolicyKind;
import org.schedlab.spi.RandomStream;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.spi.Settings;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;

/**
 * A small driver of the mechanism with groups: time, ticks of 1 ms on every busy CPU, the timers of the pools, and tasks that compute until they
 * are told to sleep. Every task is always in user mode.
 */
final class BandwidthMachine implements GroupDriver, PolicyContext {

    static final long MS = 1_000_000;
    static final long TICK_NS = MS;

    private static final Catalogue CATALOGUE =
            new Catalogue(Catalogue.onClassPath(), Mechanism.SWITCHES, LoadTracking.TUNABLES);

    final Topology topology;
    final ResolvedSettings settings;
    final BandwidthHooks hooks;
    final Mechanism mechanism;
    final List<Task> tasks = new ArrayList<>();
    final int cpus;
    private final Map<Integer, Long> timers = new TreeMap<>();
    private final long[] busyNs;
    private long nowNs = 1_000 * MS;
    private long nextTickNs = nowNs + TICK_NS;

    /** Told before a timer fires, all running tasks being charged. */
    @Nullable
    TimerListener beforeTimer;

    /** See {@link #beforeTimer}. */
    interface TimerListener {
        void fires(int timer);
    }

    BandwidthMachine(String release, int cpus, Object... switches) {
        this.cpus = cpus;
        topology = Topology.regular(cpus + "c");
        KernelProfile profile = CATALOGUE.profile(release);
        ResolvedSettings.Builder builder =
                new ResolvedSettings.Builder(CATALOGUE, cpus).profile(profile).with("tick_ns", TICK_NS);
        for (Object s : switches) {
            String name = s.toString();
            int equals = name.indexOf('=');
            if (equals > 0) {
                builder.with(name.substring(0, equals), Long.parseLong(name.substring(equals + 1)));
            } else if (name.startsWith("NO_")) {
                builder.with(name.substring(3), false);
            } else {
                builder.with(name, true);
            }
        }
        settings = builder.build();
        hooks = new BandwidthHooks(settings, this);
        mechanism = new Mechanism(new MechanismConfig(topology, settings, newPolicy(profile), hooks, false));
        busyNs = new long[cpus];
        clocks();
    }

    @SuppressWarnings("unchecked") // the catalogue pairs each factory with its own configuration
    private PickPolicy<Object, Object> newPolicy(KernelProfile profile) {
        String id = profile.policies().get(PolicyKind.PICK);
        PolicyFactory<Record, ?> factory =
                (PolicyFactory<Record, ?>) CATALOGUE.policy(PolicyKind.PICK, id == null ? "" : id);
        return (PickPolicy<Object, Object>) factory.create(factory.defaults(), this);
    }

    TaskGroup group(String name, @Nullable TaskGroup parent) {
        return hooks.newGroup(name, parent);
    }

    void quotaMs(TaskGroup group, double quota, double period, double burst) {
        quota(group, (long) (quota * MS), (long) (period * MS), (long) (burst * MS));
    }

    void quota(TaskGroup group, long quotaNs, long periodNs, long burstNs) {
        hooks.setBandwidth(group, quotaNs, periodNs, burstNs);
        settle();
    }

    /** A task that has never run, in a group, which sleeps. */
    Task task(String name, @Nullable TaskGroup group, int cpu) {
        Task task = mechanism.newTask(name, SchedulingPolicy.NORMAL, 0, 0, CpuMask.firstCpus(cpus), cpu);
        if (group != null) {
            hooks.move(task, group);
        }
        tasks.add(task);
        mechanism.fork(task, null, cpu);
        settle();
        return task;
    }

    Task hog(String name, @Nullable TaskGroup group, int cpu) {
        return task(name, group, cpu);
    }

    CpuRunQueue cpu(int cpu) {
        return mechanism.cpu(cpu);
    }

    void wake(Task task, int cpu) {
        mechanism.wake(task, task.delayed() ? task.cpu() : cpu);
        mechanism.checkPreempt(task.cpu(), task, 0);
        settle();
    }

    /** The running task of a CPU goes to sleep. */
    void sleep(int cpu) {
        mechanism.block(cpu);
        mechanism.resched(cpu);
        settle();
    }

    /** Moves a queued task to another CPU; one that runs stops first. Its load leaves with it, so that it cannot come back to where it is. */
    void migrate(Task task, int cpu) {
        if (task.cpu() == cpu) {
            return;
        }
        if (cpu(task.cpu()).current() == task) {
            mechanism.switchTo(task.cpu(), null);
            mechanism.resched(task.cpu());
        }
        mechanism.detach(task);
        mechanism.attach(task, cpu);
        mechanism.resched(cpu);
        settle();
    }

    /** A time span passes. */
    void run(long ns) {
        long end = nowNs + ns;
        while (true) {
            int timer = firstTimer();
            long next = Math.min(nextTickNs, timer < 0 ? Long.MAX_VALUE : timers.get(timer));
            if (next > end) {
                break;
            }
            goTo(next);
            if (next == nextTickNs) {
                nextTickNs += TICK_NS;
                for (int c = 0; c < cpus; c++) {
                    mechanism.tick(c);
                }
                settle();
            } else {
                fire(timer);
            }
        }
        goTo(end);
    }

    private void fire(int timer) {
        timers.remove(timer);
        TimerListener listener = beforeTimer;
        if (listener != null) {
            chargeAll();
            settle();
            listener.fires(timer);
        }
        hooks.fire(timer);
        settle();
    }

    void chargeAll() {
        for (int c = 0; c < cpus; c++) {
            mechanism.charge(c);
        }
    }

    private int firstTimer() {
        int first = -1;
        for (Map.Entry<Integer, Long> e : timers.entrySet()) {
            if (first < 0 || e.getValue() < timers.get(first)) {
                first = e.getKey();
            }
        }
        return first;
    }

    private void goTo(long ns) {
        for (int c = 0; c < cpus; c++) {
            if (cpu(c).current() != null) {
                busyNs[c] += ns - nowNs;
            }
        }
        nowNs = ns;
        clocks();
    }

    private void clocks() {
        for (int c = 0; c < cpus; c++) {
            mechanism.clock(c, nowNs);
        }
    }

    /** Lets every CPU do what it was asked to. */
    void settle() {
        for (int c = 0; c < cpus; c++) {
            CpuRunQueue rq = cpu(c);
            if (rq.resched() || rq.lazyResched() || (rq.current() == null && rq.nrRunning() > 0)) {
                mechanism.switchTo(c, mechanism.pickNext(c));
            }
            while (mechanism.returnToUser(c)) {
                mechanism.switchTo(c, mechanism.pickNext(c));
            }
        }
    }

    /** ns that the tasks of a group and of the groups below have run, charged so far. */
    long usedNs(TaskGroup group) {
        long ns = 0;
        for (int c = 0; c < cpus; c++) {
            GroupEntity entity = group.entity(c);
            ns += entity == null ? 0 : entity.sumExec();
        }
        return ns;
    }

    CfsBandwidth pool(TaskGroup group) {
        CfsBandwidth pool = hooks.pool(group);
        if (pool == null) {
            throw new IllegalStateException(group + " has no pool");
        }
        return pool;
    }

    String timerList() {
        return timers.toString() + Arrays.toString(busyNs);
    }

    boolean armed(int timer) {
        return timers.containsKey(timer);
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
        // settle() looks at every CPU.
    }

    @Override
    public void arm(int timer, long atNs) {
        timers.put(timer, Math.max(atNs, nowNs));
    }

    @Override
    public void cancel(int timer) {
        timers.remove(timer);
    }

    @Override
    public Topology topology() {
        return topology;
    }

    @Override
    public Settings settings() {
        return settings;
    }

    @Override
    public RandomStream random(String purpose) {
        return new RandomStream(0, purpose);
    }
}
