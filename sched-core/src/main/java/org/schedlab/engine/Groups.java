package org.schedlab.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.schedlab.mechanism.BandwidthStat;
import org.schedlab.mechanism.GroupDriver;
import org.schedlab.mechanism.GroupTree;
import org.schedlab.mechanism.GroupTreeFactory;
import org.schedlab.mechanism.LeafStatistics;
import org.schedlab.metrics.GroupResult;
import org.schedlab.metrics.GroupsResult;
import org.schedlab.metrics.LengthRecorder;
import org.schedlab.metrics.RunCollector;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.workload.GroupSetting;

/**
 * The task groups of a run: drives the group tree, fires its timers, keeps which group each thread is in and how much CPU time the groups used.
 * The tree's timers share one slot of the event queue. Confined to the thread of the run.
 */
final class Groups implements GroupDriver {

    private static final String CPUSET = "cpuset.";

    private final GroupTree tree;
    private final RunSpec spec;
    private final CpuMask changed;

    /** The tree's timers by number, in an event queue of their own, whose first is armed in the run's queue. */
    private final EventQueue timers = new EventQueue(16);

    private final Map<String, Row> rows = new LinkedHashMap<>();
    private List<CpuMask> partitions;

    /** Whether a cpuset was ever written. */
    private boolean cpusets;

    private LengthRecorder lengths = new LengthRecorder(0);
    private int slot;
    private @Nullable SimState sim;
    private @Nullable Switching switching;
    private @Nullable Ticks ticks;
    private @Nullable Affinity affinity;
    private @Nullable RunCollector collector;

    /** What is known of one group, also after its removal. */
    private static final class Row {
        long ownCpuNs;

        @Nullable
        BandwidthStat stat;
    }

    Groups(GroupTreeFactory factory, RunSpec spec) {
        this.spec = spec;
        this.changed = new CpuMask(spec.topology().cpuCapacity());
        this.tree = factory.create(spec.settings(), spec.topology(), this);
        this.partitions = List.of(spec.topology().possible());
    }

    GroupTree tree() {
        return tree;
    }

    /** Joins the run and makes the groups that it begins with. */
    void join(
            SimState state,
            Switching switchingOfRun,
            Ticks ticksOfRun,
            Affinity affinityOfRun,
            RunCollector counts,
            int timerSlot) {
        sim = state;
        switching = switchingOfRun;
        ticks = ticksOfRun;
        affinity = affinityOfRun;
        collector = counts;
        slot = timerSlot;
        lengths = new LengthRecorder(state.cpuCapacity());
        state.queue.define(slot, EventClass.GROUP_TIMER);
        for (GroupSetting setting : spec.groups()) {
            if (!tree.exists(setting.path())) {
                create(setting.path());
            }
            if (!setting.file().isEmpty()) {
                tree.write(setting.path(), setting.file(), setting.value());
                cpusets |= setting.file().startsWith(CPUSET);
            }
        }
        partition();
    }

    private SimState sim() {
        if (sim == null) {
            throw new IllegalStateException("the groups have not joined a run");
        }
        return sim;
    }

    @Override
    public long nowNs() {
        return sim == null ? SimState.CLOCK_START_NS : SimState.CLOCK_START_NS + sim.nowNs;
    }

    @Override
    public void updateClock(int cpu) {
        sim().clock(sim().cpu(cpu));
    }

    @Override
    public void changed(int cpu) {
        changed.set(cpu);
    }

    @Override
    public void arm(int timer, long atNs) {
        if (timer >= timers.slots()) {
            timers.grow(Math.max(timer + 1, 2 * timers.slots()));
        }
        timers.define(timer, EventClass.GROUP_TIMER);
        timers.arm(timer, Math.max(atNs - SimState.CLOCK_START_NS, sim().nowNs));
        armFirst();
    }

    @Override
    public void cancel(int timer) {
        if (timer < timers.slots()) {
            timers.cancel(timer);
            armFirst();
        }
    }

    private void armFirst() {
        int first = timers.first();
        if (first == EventQueue.NONE) {
            sim().queue.cancel(slot);
        } else if (sim().queue.timeOf(slot) != timers.timeOf(first)) {
            sim().queue.arm(slot, timers.timeOf(first));
        }
    }

    /** The slot of the timers has fired. */
    void fire() {
        int timer = timers.first();
        timers.cancel(timer);
        sim().queue.cancel(slot);
        tree.fire(timer);
        armFirst();
        settle();
    }

    /** Looks at the CPUs that the tree has changed. */
    void settle() {
        if (switching == null || ticks == null) {
            return;
        }
        for (int cpu = changed.first(); cpu != CpuMask.NO_CPU; cpu = changed.next(cpu + 1)) {
            changed.clear(cpu);
            SimCpu c = sim().cpu(cpu);
            sim().queuesChanged(c);
            ticks.armSliceEnd(c);
            switching.remoteRequest(c, sim().nowNs);
        }
    }

    /** Takes down how long the leaf list of a CPU is now. */
    void noteLength(int cpu) {
        lengths.tell(cpu, sim().nowNs, tree.leafStatistics().length(cpu));
    }

    /**
     * A new thread, on no queue yet, joins the group of its kind, or that of its parent when its kind names none.
     *
     * @param session its session, for automatic groups: threads of a kind share one
     */
    void enter(SimTask thread, String group, @Nullable SimTask parent, int session) {
        String path = group.isEmpty() ? (parent == null ? GroupTree.ROOT : parent.group) : group;
        thread.group = path;
        if (!path.equals(GroupTree.ROOT)) {
            tree.move(thread.task, path);
        }
        tree.session(thread.task, session);
        applyCpus(thread);
        settle();
    }

    /** Moves a thread; a refusal is told at the end. */
    void move(SimTask thread, String path) {
        if (thread.group.equals(path) || thread.state == SimTask.State.ENDED) {
            return;
        }
        try {
            count(thread);
            tree.move(thread.task, path);
            thread.group = path;
            applyCpus(thread);
        } catch (InvalidInputException e) {
            warnOf(e, "move " + thread.name + " to " + path);
        }
        settle();
    }

    /** A thread has ended: nobody counts it any more. */
    void ended(SimTask thread) {
        count(thread);
        settle();
    }

    /** An action of the timeline. */
    void act(TimelineAction action) {
        if (action instanceof TimelineAction.GroupCreate create) {
            attempt(
                    "create " + create.group().path(),
                    () -> create(create.group().path()));
        } else if (action instanceof TimelineAction.GroupRemove remove) {
            attempt(
                    "remove " + remove.group().path(),
                    () -> remove(remove.group().path()));
        } else if (action instanceof TimelineAction.GroupWrite write) {
            GroupSetting s = write.setting();
            attempt("write " + s.value() + " to " + s.path() + "/" + s.file(), () -> write(s));
        }
    }

    void cpuOffline(int cpu) {
        tree.cpuOffline(cpu);
        onlineChanged();
        settle();
    }

    void cpuOnline(int cpu) {
        tree.cpuOnline(cpu);
        onlineChanged();
        settle();
    }

    /** Cpusets follow the CPUs that are online; tasks of the root group keep what they may use (cpuset_hotplug_workfn). */
    private void onlineChanged() {
        for (int i = 0; cpusets && i < sim().taskCount; i++) {
            if (!sim().tasks[i].group.equals(GroupTree.ROOT)) {
                applyCpus(sim().tasks[i]);
            }
        }
    }

    private void attempt(String what, Runnable step) {
        try {
            step.run();
        } catch (InvalidInputException e) {
            warnOf(e, what);
        }
        settle();
    }

    private void warnOf(InvalidInputException refusal, String what) {
        sim().warn(what + " was refused at " + sim().nowNs + " ns: "
                + refusal.problems().get(0).what());
    }

    private void create(String path) {
        tree.create(path);
        rows.computeIfAbsent(path, p -> new Row());
    }

    private void remove(String path) {
        BandwidthStat stat = tree.exists(path) ? tree.stat(path) : null;
        tree.remove(path);
        row(path).stat = stat;
        if (!partitions.equals(tree.partitions())) {
            // Its CPUs go back to the parent.
            cpusetsChanged();
        }
    }

    private void write(GroupSetting setting) {
        tree.write(setting.path(), setting.file(), setting.value());
        if (setting.file().startsWith(CPUSET)) {
            cpusets = true;
            cpusetsChanged();
        }
    }

    private void cpusetsChanged() {
        partition();
        // Tasks of the groups below are concerned too, and of the parent when a partition comes or goes.
        for (int i = 0; i < sim().taskCount; i++) {
            applyCpus(sim().tasks[i]);
        }
    }

    /** Scheduling domains follow when cpusets divide the machine in another way (rebuild_sched_domains). */
    private void partition() {
        List<CpuMask> now = tree.partitions();
        if (!now.equals(partitions)) {
            partitions = now;
            sim().domainsChanged();
        }
    }

    /** The sets of CPUs that have domains of their own. */
    List<CpuMask> partitions() {
        return partitions;
    }

    private void applyCpus(SimTask thread) {
        if (affinity != null && thread.state != SimTask.State.ENDED) {
            affinity.apply(thread);
        }
    }

    /** The CPUs that the group of a thread leaves it. */
    CpuMask cpus(SimTask thread) {
        return tree.cpus(thread.group);
    }

    private Row row(String path) {
        return rows.computeIfAbsent(path, p -> new Row());
    }

    /** Adds the CPU time that a thread has used since it was counted last to its group. */
    private void count(SimTask thread) {
        if (collector != null) {
            long used = collector.cpuNs(thread.index, sim().nowNs);
            row(thread.group).ownCpuNs += used - thread.countedCpuNs;
            thread.countedCpuNs = used;
        }
    }

    LeafStatistics leafStatistics() {
        return tree.leafStatistics();
    }

    /**
     * The figures at the end; allocates.
     *
     * @param otherPathsNs what the scheduler's other paths cost
     */
    GroupsResult result(long measuredNs, long otherPathsNs) {
        for (int i = 0; i < sim().taskCount; i++) {
            SimTask thread = sim().tasks[i];
            if (thread.state != SimTask.State.ENDED) {
                count(thread);
            }
        }
        Map<String, Long> cpuNs = new TreeMap<>();
        rows.forEach((path, row) -> {
            for (String p = path; !p.isEmpty() && !p.equals(GroupTree.ROOT); p = p.substring(0, p.lastIndexOf('/'))) {
                cpuNs.merge(p, row.ownCpuNs, Long::sum);
            }
        });
        List<GroupResult> results = new ArrayList<>();
        rows.forEach((path, row) -> {
            if (!path.equals(GroupTree.ROOT)) {
                BandwidthStat stat = tree.exists(path) ? tree.stat(path) : row.stat;
                results.add(result(path, cpuNs.getOrDefault(path, 0L), measuredNs, stat));
            }
        });
        return new GroupsResult(results, leaf(otherPathsNs));
    }

    private static GroupResult result(String path, long cpuNs, long measuredNs, @Nullable BandwidthStat stat) {
        double share = measuredNs == 0 ? 0 : (double) cpuNs / measuredNs;
        return stat == null
                ? new GroupResult(path, cpuNs, share, null, null, null, null, null)
                : new GroupResult(
                        path,
                        cpuNs,
                        share,
                        stat.nrPeriods(),
                        stat.nrThrottled(),
                        stat.throttledNs(),
                        stat.nrBursts(),
                        stat.burstNs());
    }

    private GroupsResult.Leaf leaf(long otherPathsNs) {
        LeafStatistics statistics = tree.leafStatistics();
        List<Integer> atEnd = new ArrayList<>();
        for (int cpu = 0; cpu < sim().cpuCapacity(); cpu++) {
            noteLength(cpu);
            atEnd.add(statistics.length(cpu));
        }
        return new GroupsResult.Leaf(
                statistics.passes(),
                statistics.queuesVisited(),
                statistics.pruned(),
                statistics.addedByEnqueue(),
                GroupsResult.Leaf.cost(statistics.passes(), statistics.queuesVisited()),
                otherPathsNs,
                atEnd,
                lengths.until(sim().nowNs));
    }
}
