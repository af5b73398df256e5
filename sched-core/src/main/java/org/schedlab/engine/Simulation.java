package org.schedlab.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.schedlab.mechanism.GroupTreeFactory;
import org.schedlab.mechanism.LeafStatistics;
import org.schedlab.mechanism.LevelHooks;
import org.schedlab.mechanism.LoadTracking;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.mechanism.MechanismConfig;
import org.schedlab.mechanism.PolicyViolationException;
import org.schedlab.metrics.CpuResult;
import org.schedlab.metrics.PickResult;
import org.schedlab.metrics.PlacementResult;
import org.schedlab.metrics.RunCollector;
import org.schedlab.metrics.RunResult;
import org.schedlab.metrics.RunResult.End;
import org.schedlab.metrics.TaskResult;
import org.schedlab.spi.KernelProfile;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.PolicyKind;
import org.schedlab.topology.CpuMask;
import org.schedlab.trace.PlacementObserver;
import org.schedlab.trace.SchedObserver;
import org.schedlab.workload.Interpreter;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;

/**
 * One run: drives a {@link Mechanism} through simulated time by the events of its workload. Deterministic: the same specification and policies
 * give the same events and results. Times are ns since the start. An event costs O(log pending) and what the mechanism and the policies cost
 * for it; in steady state none allocates. Confined to one thread; several simulations may run on several threads.
 */
public final class Simulation {

    /** What a run leaves out, in words, for people. */
    public static final List<String> NOT_MODELLED = List.of(
            "caches and memory bandwidth",
            "frequency changes and turbo",
            "load balancing (tasks change their CPU at wakeup and fork only)",
            "push and pull of real-time tasks, real-time throttling, the deadline class and its fair server");

    private final RunSpec spec;
    private final SimState sim;
    private final Interpreter interpreter;
    private final RunCollector collector;
    private final Ticks ticks;
    private final Switching switching;
    private final Programs programs;
    private final Interrupts interrupts;
    private final Timeline timeline;
    private final int timelineSlot;
    private final int groupSlot;
    private final int firstTaskSlot;
    private final long horizonNs;
    private final Blame blame;
    private final PickPolicy<?, ?> pick;
    private final Workload workload;
    private final Starter starter;
    private long events;
    private boolean started;

    /**
     * Prepares a run. Policies must be fresh: they belong to this run.
     *
     * @param observers see each event, in this order
     * @throws IllegalArgumentException when the workload does not fit the machine
     */
    public Simulation(RunSpec spec, PickPolicy<?, ?> pick, PlacementPolicy placement, List<SchedObserver> observers) {
        this(spec, pick, placement, null, observers);
    }

    /**
     * Prepares a run with task groups.
     *
     * @param groupTrees makes them, or null when the run has none
     */
    public Simulation(
            RunSpec spec,
            PickPolicy<?, ?> pick,
            PlacementPolicy placement,
            @Nullable GroupTreeFactory groupTrees,
            List<SchedObserver> observers) {
        this.spec = spec;
        this.pick = pick;
        this.blame = new Blame(spec, pick, placement);
        try {
            if (groupTrees == null && spec.usesGroups()) {
                throw new IllegalArgumentException("the run has task groups and nothing that models them");
            }
            Groups groups = groupTrees == null ? null : new Groups(groupTrees, spec);
            this.workload = MachineWorkload.fit(spec.workload(), spec.topology(), spec.pressure());
            this.interpreter = new Interpreter(workload);
            this.collector = new RunCollector(
                    workload.tasks().stream().mapToInt(TaskSpec::instances).sum());
            List<SchedObserver> all = new ArrayList<>(List.of(collector));
            all.addAll(observers);
            boolean lazy = spec.timing().preemption() == PreemptionModel.LAZY;
            LevelHooks hooks = groups == null
                    ? new LoadTracking(spec.settings())
                    : groups.tree().hooks();
            Mechanism mechanism =
                    new Mechanism(new MechanismConfig(spec.topology(), spec.settings(), pick, hooks, lazy));
            int sources = spec.pressure().size();
            this.sim = new SimState(
                    spec, mechanism, placement, groups, all.size() == 1 ? collector : new Observers(all), 2 + sources);
            sim.placementObserver = placementObserver(observers);
            Execution execution = new Execution(sim);
            this.ticks = new Ticks(sim, execution);
            this.switching = new Switching(sim, execution, ticks, interpreter);
            Wakeups wakeups = new Wakeups(sim, execution, ticks, switching);
            Affinity affinity = new Affinity(sim, switching, wakeups);
            Threads threads = new Threads(
                    sim, workload, interpreter, spec.workload().tasks().size());
            this.programs = new Programs(sim, execution, switching, wakeups, affinity, threads, interpreter);
            this.timelineSlot = sim.otherSlots();
            this.groupSlot = timelineSlot + 1;
            this.interrupts = new Interrupts(sim, execution, switching, groupSlot + 1);
            this.timeline = new Timeline(sim, switching, affinity, programs, timelineSlot);
            this.firstTaskSlot = groupSlot + 1 + sources;
            long wanted = spec.workload().durationNs();
            this.starter = new Starter(sim, threads, wakeups, switching);
            this.horizonNs = Math.min(spec.horizon().timeNs(), wanted == Workload.UNLIMITED ? Horizon.NONE : wanted);
            if (groups != null) {
                groups.join(sim, switching, ticks, affinity, collector, groupSlot);
            }
        } catch (Throwable e) { // policies are asked here already
            throw blamed(blame, e, 0, 0);
        }
    }

    private static @Nullable PlacementObserver placementObserver(List<SchedObserver> observers) {
        PlacementObserver found = null;
        for (SchedObserver observer : observers) {
            if (observer instanceof PlacementObserver placing) {
                if (found != null) {
                    throw new IllegalArgumentException("two observers want the reasons of placements");
                }
                found = placing;
            }
        }
        return found;
    }

    /** Policies are asked from here on, so this is part of running, not of making: whoever watches a run sees it. */
    private void start() {
        if (started) {
            return;
        }
        started = true;
        sim.observer.begin(sim.cpuCapacity(), 0);
        for (int cpu = 0; cpu < sim.cpuCapacity(); cpu++) {
            if (!sim.online.contains(cpu)) {
                collector.offlineFromStart(cpu);
            }
        }
        starter.start(workload);
        timeline.arm();
    }

    /**
     * Runs to the end and gives the result.
     *
     * @throws PolicyViolationException when a policy breaks its contract
     */
    public RunResult run() {
        try {
            start();
            @Nullable End end = null;
            while (end == null) {
                end = step();
            }
            return finish(end);
        } catch (Throwable e) { // a policy may throw anything, checked exceptions too
            throw blamed(blame, e, events, sim.nowNs);
        }
    }

    /** Dispatches up to {@code count} events, fewer when the run ends; gives the number dispatched. For measurements. */
    public long advance(long count) {
        long before = events;
        boolean going = true;
        try {
            start();
            while (going && events - before < count) {
                going = step() == null;
            }
        } catch (Throwable e) { // a policy may throw anything, checked exceptions too
            throw blamed(blame, e, events, sim.nowNs);
        }
        return events - before;
    }

    /** What a policy is to blame for as a violation, everything else as it is. */
    private static RuntimeException blamed(Blame blame, Throwable thrown, long event, long nowNs) {
        PolicyViolationException breach = blame.of(thrown, event, nowNs);
        if (breach != null) {
            return breach;
        }
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof RuntimeException exception ? exception : new IllegalStateException(thrown);
    }

    /**
     * The same as {@link #stuckIn} while the constructor is at work, which asks policies too.
     *
     * @param pick as it is given to the constructor
     * @param placement likewise
     */
    public static @Nullable PolicyViolationException stuckInMaking(
            RunSpec spec, PickPolicy<?, ?> pick, PlacementPolicy placement, StackTraceElement[] stack) {
        return new Blame(spec, pick, placement).stuck(stack, 0, 0);
    }

    /**
     * Whether a policy is at work, as seen from another thread.
     *
     * @param stack of the thread that runs this
     * @return a violation to report if the policy does not return, or null when the stack shows no policy
     */
    public @Nullable PolicyViolationException stuckIn(StackTraceElement[] stack) {
        return blame.stuck(stack, events, sim.nowNs);
    }

    /** Events dispatched so far; another thread may see an older number. */
    public long events() {
        return events;
    }

    /** Simulated time in ns. */
    public long nowNs() {
        return sim.nowNs;
    }

    /** Whether a thread may run on a CPU now; for checks. */
    public boolean mayRun(int thread, int cpu) {
        return sim.tasks[thread].usable.contains(cpu);
    }

    /** What the lists of queues with load have cost so far, or null in a run without task groups. */
    public @Nullable LeafStatistics leafStatistics() {
        return sim.groups == null ? null : sim.groups.leafStatistics();
    }

    /** Dispatches one event, or says why the run is over. */
    private @Nullable End step() {
        if (sim.live == 0) {
            return End.COMPLETION;
        }
        int slot = sim.queue.first();
        long at = slot == EventQueue.NONE ? EventQueue.NEVER : sim.queue.timeOf(slot);
        if (at >= horizonNs && horizonNs != Horizon.NONE) {
            sim.nowNs = horizonNs;
            return End.TIME;
        }
        boolean stalled = sim.waiting == sim.live && timeline.done() && horizonNs == Horizon.NONE && !sim.releasing;
        if (slot == EventQueue.NONE || stalled) {
            return End.STALLED;
        }
        if (events >= spec.horizon().events()) {
            return End.EVENTS;
        }
        sim.nowNs = at;
        events++;
        dispatch(slot);
        return null;
    }

    private void dispatch(int slot) {
        if (slot >= firstTaskSlot) {
            programs.timer(sim.tasks[slot - firstTaskSlot]);
        } else if (slot > groupSlot) {
            interrupts.begin(slot);
        } else if (slot == groupSlot) {
            fireGroups();
        } else if (slot == timelineSlot) {
            timeline.fire();
        } else {
            SimCpu c = sim.cpu(slot / SimCpu.SLOTS);
            switch (slot % SimCpu.SLOTS) {
                case SimCpu.TICK -> {
                    ticks.tick(c);
                    switching.returnToUser(c);
                }
                case SimCpu.SLICE_END -> {
                    ticks.sliceEnd(c);
                    switching.returnToUser(c);
                }
                case SimCpu.SEGMENT_END -> programs.segmentEnd(c);
                case SimCpu.IRQ_END -> interrupts.end(c);
                case SimCpu.RESCHED -> switching.resched(c);
                default -> throw new IllegalStateException("slot (" + slot + ") is unknown");
            }
        }
    }

    private void fireGroups() {
        if (sim.groups != null) {
            sim.groups.fire();
        }
    }

    private RunResult finish(End end) {
        for (int cpu = sim.online.next(0); cpu != CpuMask.NO_CPU; cpu = sim.online.next(cpu + 1)) {
            sim.clock(sim.cpu(cpu));
            sim.mechanism.charge(cpu);
        }
        sim.observer.end(sim.nowNs);
        timeline.warnOfRest();
        long[] offCpu = new long[sim.taskCount];
        for (int i = 0; i < offCpu.length; i++) {
            offCpu[i] = collector.offCpuSinceNs(i);
        }
        return new RunResult(
                provenance(),
                collector.measuredNs(),
                events,
                end,
                collector.tasks(),
                collector.groups(),
                collector.cpus(),
                PickResult.of(pick.statistics()),
                PlacementResult.of(sim.placement.counters()),
                sim.groups == null ? null : sim.groups.result(collector.measuredNs(), pathsNs()),
                Audit.findings(sim, interpreter, offCpu),
                sim.warnings());
    }

    /** What wakeups, switches, ticks and searches for a CPU cost in all, by the path costs. */
    private long pathsNs() {
        PathCosts costs = spec.costs();
        long ns = 0;
        for (CpuResult cpu : collector.cpus()) {
            ns += cpu.switches() * costs.contextSwitchNs() + cpu.ticks() * costs.tickNs();
        }
        for (TaskResult task : collector.tasks()) {
            ns += task.wakeups() * costs.wakeupNs();
        }
        PlacementResult placement = PlacementResult.of(sim.placement.counters());
        return placement == null ? ns : ns + placement.cpusScanned() * costs.scanCpuNs();
    }

    private RunResult.Provenance provenance() {
        KernelProfile profile = spec.profile();
        SortedMap<String, String> policies = new TreeMap<>();
        for (Map.Entry<PolicyKind, String> policy : profile.policies().entrySet()) {
            policies.put(policy.getKey().key(), policy.getValue());
        }
        return new RunResult.Provenance(
                spec.seed(), profile.release(), policies, spec.plugins(), profile.switches(), profile.tunables());
    }
}
