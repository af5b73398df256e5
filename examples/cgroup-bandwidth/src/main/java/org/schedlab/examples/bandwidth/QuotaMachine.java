package org.schedlab.examples.bandwidth;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.schedlab.cgroup.bandwidth.BandwidthHooks;
import org.schedlab.cgroup.bandwidth.CfsBandwidth;
import org.schedlab.cgroup.bandwidth.QueueRuntime;
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
 * Some CPUs and one group under a quota, whose workers are pinned one to a CPU: each is given work by the ns and sleeps when it is done. Time goes
 * from event to event: ticks of 1 ms, the timers of the pool, the end of a worker's work. Group and workers exist from the beginning; the quota is
 * set then.
 */
final class QuotaMachine implements GroupDriver, PolicyContext {

    static final long MS = 1_000_000;
    static final long US = 1_000;

    /** Work without end. */
    static final long HOG_NS = Long.MAX_VALUE / 4;

    private static final Catalogue CATALOGUE =
            new Catalogue(Catalogue.onClassPath(), Mechanism.SWITCHES, LoadTracking.TUNABLES);

    private final Topology topology;
    private final ResolvedSettings settings;
    private final BandwidthHooks hooks;
    private final Mechanism mechanism;
    private final TaskGroup group;
    private final List<Task> workers = new ArrayList<>();
    private final long[] endsAtNs;
    private final long[] askedAtNs;
    private final long[] finishedAtNs;
    private final Map<Integer, Long> timers = new TreeMap<>();
    private final int cpus;
    private long nowNs = 1_000 * MS;
    private long nextTickNs = nowNs + 137 * US;

    /**
     * Makes the machine.
     *
     * @param switches as options write them, {@code NO_SLICE_EXPIRY}, and tunables, {@code cfs_bandwidth_phase_us=50000}
     */
    QuotaMachine(String release, int cpus, List<String> switches, long quotaNs, long burstNs) {
        this.cpus = cpus;
        topology = Topology.regular(cpus + "c");
        KernelProfile profile = CATALOGUE.profile(release);
        ResolvedSettings.Builder builder =
                new ResolvedSettings.Builder(CATALOGUE, cpus).profile(profile).with("tick_ns", MS);
        for (String option : switches) {
            int equals = option.indexOf('=');
            boolean off = option.startsWith("NO_");
            if (equals > 0) {
                builder.with(option.substring(0, equals), Long.parseLong(option.substring(equals + 1)));
            } else {
                builder.with(off ? option.substring("NO_".length()) : option, !off);
            }
        }
        settings = builder.build();
        hooks = new BandwidthHooks(settings, this);
        mechanism = new Mechanism(new MechanismConfig(topology, settings, pickPolicy(profile), hooks, false));
        endsAtNs = new long[cpus];
        askedAtNs = new long[cpus];
        finishedAtNs = new long[cpus];
        clocks();
        group = hooks.newGroup("limited", null);
        hooks.setBandwidth(group, quotaNs, CfsBandwidth.DEFAULT_PERIOD_NS, burstNs);
        for (int cpu = 0; cpu < cpus; cpu++) {
            Task worker = mechanism.newTask("w" + cpu, SchedulingPolicy.NORMAL, 0, 0, CpuMask.firstCpus(cpus), cpu);
            hooks.move(worker, group);
            workers.add(worker);
            mechanism.fork(worker, null, cpu);
        }
        settle();
    }

    @SuppressWarnings("unchecked") // the catalogue pairs each factory with its own configuration
    private PickPolicy<Object, Object> pickPolicy(KernelProfile profile) {
        String id = profile.policies().getOrDefault(PolicyKind.PICK, "");
        PolicyFactory<Record, ?> factory = (PolicyFactory<Record, ?>) CATALOGUE.policy(PolicyKind.PICK, id);
        return (PickPolicy<Object, Object>) factory.create(factory.defaults(), this);
    }

    /** Gives the worker of a CPU more work and wakes it when it sleeps. */
    void work(int cpu, long ns) {
        Task worker = workers.get(cpu);
        endsAtNs[cpu] += ns;
        askedAtNs[cpu] = nowNs;
        if (!worker.runnable() && !worker.inLimbo()) {
            mechanism.wake(worker, cpu);
            mechanism.checkPreempt(cpu, worker, 0);
            settle();
        }
    }

    /** Whether the worker of a CPU has done all its work. */
    boolean done(int cpu) {
        return !workers.get(cpu).runnable() && !workers.get(cpu).inLimbo();
    }

    /** When the worker of a CPU was last given work. */
    long askedAtNs(int cpu) {
        return askedAtNs[cpu];
    }

    /** When the worker of a CPU last fell asleep. */
    long finishedAtNs(int cpu) {
        return finishedAtNs[cpu];
    }

    /** Time passes up to {@code endNs}. */
    void runTo(long endNs) {
        while (nowNs < endNs) {
            long next = Math.min(endNs, nextTickNs);
            for (Map.Entry<Integer, Long> timer : timers.entrySet()) {
                next = Math.min(next, timer.getValue());
            }
            for (int cpu = 0; cpu < cpus; cpu++) {
                if (mechanism.cpu(cpu).current() != null) {
                    long leftNs = endsAtNs[cpu] - workers.get(cpu).sumExec();
                    next = Math.min(next, Math.max(nowNs, nowNs + leftNs));
                }
            }
            nowNs = next;
            clocks();
            act();
        }
    }

    private void act() {
        for (int cpu = 0; cpu < cpus; cpu++) {
            mechanism.charge(cpu);
            Task worker = workers.get(cpu);
            if (mechanism.cpu(cpu).current() == worker && worker.sumExec() >= endsAtNs[cpu]) {
                mechanism.block(cpu);
                mechanism.resched(cpu);
                finishedAtNs[cpu] = nowNs;
            }
        }
        if (nowNs >= nextTickNs) {
            nextTickNs += MS;
            for (int cpu = 0; cpu < cpus; cpu++) {
                mechanism.tick(cpu);
            }
        }
        settle();
        for (Integer timer : List.copyOf(timers.keySet())) {
            if (timers.getOrDefault(timer, Long.MAX_VALUE) <= nowNs) {
                timers.remove(timer);
                hooks.fire(timer);
                settle();
            }
        }
    }

    private void settle() {
        for (int cpu = 0; cpu < cpus; cpu++) {
            CpuRunQueue rq = mechanism.cpu(cpu);
            if (rq.resched() || rq.lazyResched() || (rq.current() == null && rq.nrRunning() > 0)) {
                mechanism.switchTo(cpu, mechanism.pickNext(cpu));
            }
            while (mechanism.returnToUser(cpu)) {
                mechanism.switchTo(cpu, mechanism.pickNext(cpu));
            }
        }
    }

    private void clocks() {
        for (int cpu = 0; cpu < cpus; cpu++) {
            mechanism.clock(cpu, nowNs);
        }
    }

    /** What the group has run so far. */
    long usedNs() {
        long ns = 0;
        for (Task worker : workers) {
            ns += worker.sumExec();
        }
        return ns;
    }

    /** The pool of the group. */
    CfsBandwidth pool() {
        CfsBandwidth pool = hooks.pool(group);
        if (pool == null) {
            throw new IllegalStateException("the group has no quota");
        }
        return pool;
    }

    /** Runtime that the queue of a CPU holds and the pool therefore lacks. */
    long heldNs(int cpu) {
        GroupEntity entity = group.entity(cpu);
        QueueRuntime runtime = entity == null ? null : hooks.runtime(entity.own());
        return runtime == null ? 0 : Math.max(0, runtime.remainingNs());
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
        // Every CPU is looked at after every event.
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
