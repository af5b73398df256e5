package org.schedlab.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.schedlab.mechanism.CpuRunQueue;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.mechanism.Task;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.trace.PlacementObserver;
import org.schedlab.trace.SchedObserver;

/** What the parts of a simulation share: the clock, the machine, the tasks, the timers. Confined to the thread of the run. */
final class SimState {
    /**
     * What the clocks of the CPUs show when the run begins, in ns. They cannot begin at 0, which load tracking takes for "attached nowhere".
     */
    static final long CLOCK_START_NS = 1_000_000_000;

    private static final int MAX_WARNINGS = 20;

    final RunSpec spec;
    final Mechanism mechanism;
    final PlacementPolicy placement;

    /** The task groups, or null in a run without. */
    final @Nullable Groups groups;

    final Balancing balancing;
    final SchedObserver observer;

    /** Wants the reasons of placements, or null. */
    @Nullable
    PlacementObserver placementObserver;

    final EventQueue queue;
    final CpuMask online;
    final CpuMask idleCpus;
    final CpuMask schedIdleCpus;
    private final @Nullable SimCpu[] cpus;

    long nowNs;
    Topology topology;

    /** All threads by index. */
    SimTask[] tasks = new SimTask[16];

    int taskCount;

    /** Threads of the workload that have not ended, and of these the ones that wait for another thread. */
    int live;

    int waiting;

    /** A released start is under way. */
    boolean releasing;

    /** Slots given away; those of the tasks come last. */
    int usedSlots;

    private final List<String> warnings = new ArrayList<>();
    private int untoldWarnings;

    private SimTask[] byMechanismId = new SimTask[16];

    SimState(
            RunSpec spec,
            Mechanism mechanism,
            PlacementPolicy placement,
            @Nullable Groups groups,
            SchedObserver observer,
            int otherSlots) {
        this.spec = spec;
        this.mechanism = mechanism;
        this.placement = placement;
        this.groups = groups;
        this.observer = observer;
        this.topology = spec.topology();
        this.online = new CpuMask(topology.online());
        this.idleCpus = new CpuMask(topology.online());
        this.schedIdleCpus = new CpuMask(topology.cpuCapacity());
        this.cpus = new SimCpu[topology.cpuCapacity()];
        this.queue = new EventQueue(cpus.length * SimCpu.SLOTS + otherSlots);
        this.usedSlots = queue.slots();
        CpuMask possible = topology.possible();
        for (int cpu = possible.next(0); cpu != CpuMask.NO_CPU; cpu = possible.next(cpu + 1)) {
            SimCpu c = new SimCpu(cpu, mechanism.cpu(cpu), cpu * SimCpu.SLOTS);
            c.online = online.contains(cpu);
            cpus[cpu] = c;
            queue.define(c.slot(SimCpu.TICK), EventClass.TICK);
            queue.define(c.slot(SimCpu.SLICE_END), EventClass.SLICE_END);
            queue.define(c.slot(SimCpu.SEGMENT_END), EventClass.SEGMENT_END);
            queue.define(c.slot(SimCpu.IRQ_END), EventClass.IRQ_END);
            queue.define(c.slot(SimCpu.RESCHED), EventClass.RESCHED);
        }
        this.balancing = new BlockedAging(this);
    }

    /** Something that the run has to say at its end. */
    void warn(String text) {
        if (warnings.size() < MAX_WARNINGS) {
            warnings.add(text);
        } else {
            untoldWarnings++;
        }
    }

    /** What the run has to say at its end. */
    List<String> warnings() {
        List<String> told = new ArrayList<>(warnings);
        if (untoldWarnings > 0) {
            told.add(untoldWarnings + " more warnings are not shown");
        }
        return told;
    }

    /** CPUs came or went, or cpusets divide the machine in another way: placement builds its scheduling domains anew. */
    void domainsChanged() {
        List<CpuMask> partitions = groups == null ? List.of(topology.possible()) : groups.partitions();
        placement.domainsChanged(
                new RunContext(topology, spec.settings(), spec.seed(), "timeline-" + nowNs, partitions));
    }

    /** A possible CPU. */
    SimCpu cpu(int cpu) {
        SimCpu c = cpu >= 0 && cpu < cpus.length ? cpus[cpu] : null;
        if (c == null) {
            throw new IllegalArgumentException("cpu (" + cpu + ") is not a possible cpu of this machine");
        }
        return c;
    }

    /** First slot after those of the CPUs. */
    int otherSlots() {
        return cpus.length * SimCpu.SLOTS;
    }

    /** One past the highest CPU number. */
    int cpuCapacity() {
        return cpus.length;
    }

    void add(SimTask task) {
        if (taskCount == tasks.length) {
            tasks = Arrays.copyOf(tasks, 2 * taskCount);
        }
        tasks[taskCount++] = task;
        int id = task.task.id();
        if (id >= byMechanismId.length) {
            byMechanismId = Arrays.copyOf(byMechanismId, 2 * (id + 1));
        }
        byMechanismId[id] = task;
        cpusChanged(task);
        observer.newTask(task.index, task.name, task.kind, task.group);
    }

    /** Changes the CPUs that a task may use (set_cpus_allowed_ptr). */
    void setAllowed(SimTask task, CpuMask allowed) {
        mechanism.setAllowed(task.task, allowed);
        cpusChanged(task);
    }

    /** Takes a CPU online or offline. */
    void setOnline(SimCpu c, boolean value) {
        c.online = value;
        if (value) {
            online.set(c.cpu);
        } else {
            online.clear(c.cpu);
        }
        for (int i = 0; i < taskCount; i++) {
            cpusChanged(tasks[i]);
        }
    }

    /** Kept per task, so that each wakeup and the check of each placement look at one mask instead of two. */
    private void cpusChanged(SimTask task) {
        CpuMask allowed = task.task.allowed();
        task.usable.setToAnd(allowed, online);
        int first = allowed.first();
        task.onlyCpu = allowed.next(first + 1) == CpuMask.NO_CPU ? first : CpuMask.NO_CPU;
    }

    SimTask of(Task task) {
        return Objects.requireNonNull(byMechanismId[task.id()]);
    }

    /** Brings a CPU's clock up to now, less the time that interrupts have taken so far. */
    void clock(SimCpu c) {
        long irqNow = Math.min(nowNs, c.irqUntilNs);
        if (irqNow > c.irqToldNs) {
            mechanism.irqTime(c.cpu, irqNow - c.irqToldNs);
            c.irqToldNs = irqNow;
        }
        mechanism.clock(c.cpu, CLOCK_START_NS + nowNs);
    }

    /** After the queues of a CPU have changed: keeps the masks of idle CPUs, tells the counter. */
    void queuesChanged(SimCpu c) {
        CpuRunQueue rq = c.rq;
        if (rq.idle() && c.online) {
            idleCpus.set(c.cpu);
        } else {
            idleCpus.clear(c.cpu);
        }
        if (rq.schedIdle()) {
            schedIdleCpus.set(c.cpu);
        } else {
            schedIdleCpus.clear(c.cpu);
        }
        int nr = rq.nrRunning();
        if (nr != c.toldNrRunning) {
            c.toldNrRunning = nr;
            observer.nrRunning(nowNs, c.cpu, nr);
        }
    }

    /** Number of the running task for observers. */
    static int indexOf(@Nullable SimTask task) {
        return task == null ? SchedObserver.IDLE : task.index;
    }
}
