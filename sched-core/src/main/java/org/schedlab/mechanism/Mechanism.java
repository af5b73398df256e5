package org.schedlab.mechanism;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.schedlab.pelt.HalfLife;
import org.schedlab.spi.Op;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.spi.Switch;
import org.schedlab.topology.CpuMask;

/**
 * The scheduler's state and every change of it, without events and without time of its own. A driver moves the clock of a CPU, then calls an
 * operation; it asks ({@link #pickNext}) and commits ({@link #switchTo}), the answer or another choice. The kernel's class order holds: real
 * time above fair above idle.
 *
 * <p>Operations are O(depth · log n). None allocates, but {@link #newTask}. One thread.
 */
public final class Mechanism {

    /** The switches that this package reads. */
    public static final List<Switch> SWITCHES = Stream.concat(
                    HostOrder.SWITCHES.stream(), LoadTracking.SWITCHES.stream())
            .toList();

    /** Frequency scale of a CPU at full speed; frequency changes are not modelled. */
    private static final long FULL_SPEED = 1024;

    private final @Nullable CpuRunQueue[] cpus;
    private final PickPolicy<Object, Object> pick;
    private final GroupDesign design;
    private final LevelHooks hooks;
    private final HostOrder order;
    private final ClassStack stack;
    private final TaskMoves moves;
    private final TaskChanges changes;
    private final List<Task> tasks = new ArrayList<>();
    private final List<Task> tasksSeen = Collections.unmodifiableList(tasks);
    private final int possibleCpus;
    private int nextEntityId;

    /** A mechanism for all possible CPUs of the machine. */
    public Mechanism(MechanismConfig config) {
        this.pick = untyped(config.pick());
        this.hooks = config.hooks();
        order = HostOrder.of(config.settings());
        LevelSteps steps = new LevelSteps(pick, hooks);
        this.design = order.flat() ? new FlatWalk(steps) : new HierarchicalWalk(steps, order);
        this.stack = new ClassStack(design, hooks);
        this.moves = new TaskMoves(stack, design, hooks, pick, order.forkPlaces());
        this.changes = new TaskChanges(stack, design, hooks, pick);
        CpuMask possible = config.topology().possible();
        this.possibleCpus = possible.count();
        HalfLife halfLife = LoadTracking.halfLife(config.settings());
        this.cpus = new CpuRunQueue[config.topology().cpuCapacity()];
        for (int cpu = possible.next(0); cpu != CpuMask.NO_CPU; cpu = possible.next(cpu + 1)) {
            CpuRunQueue rq = new CpuRunQueue(
                    cpu, config.topology().capacityOrig(cpu), design, halfLife, config.lazyPreemption());
            rq.root().state = pick.newQueue(rq.root());
            cpus[cpu] = rq;
        }
        hooks.attachedTo(this);
    }

    @SuppressWarnings("unchecked") // the host only hands a discipline the states that this discipline made
    private static PickPolicy<Object, Object> untyped(PickPolicy<?, ?> policy) {
        return (PickPolicy<Object, Object>) policy;
    }

    /** One past the highest CPU number. */
    public int cpuCapacity() {
        return cpus.length;
    }

    /** How many CPUs are possible. */
    public int possibleCpus() {
        return possibleCpus;
    }

    /** The queues of a possible CPU. */
    public CpuRunQueue cpu(int cpu) {
        CpuRunQueue rq = cpu >= 0 && cpu < cpus.length ? cpus[cpu] : null;
        if (rq == null) {
            throw new IllegalArgumentException("cpu (" + cpu + ") is not a possible cpu of this machine");
        }
        return rq;
    }

    /** All tasks by {@link Task#id()} as made; group entities have ids too, so the ids are not always dense. */
    public List<Task> tasks() {
        return tasksSeen;
    }

    /**
     * Makes a task that has never run, on no queue. Allocates.
     *
     * @param nice -20 to 19
     * @param rtPriority 1 to 99 for FIFO and RR, else 0
     * @param allowed its affinity; copied
     * @param cpu the CPU where it counts as having run last
     */
    public Task newTask(String name, SchedulingPolicy policy, int nice, int rtPriority, CpuMask allowed, int cpu) {
        Task task = new Task(nextEntityId++, name, policy, nice, rtPriority, allowed, cpu(cpu).root());
        task.attachState(pick.newEntity(task));
        tasks.add(task);
        return task;
    }

    /**
     * Makes the entity and the queue of a group on one CPU, empty and not queued. Allocates.
     *
     * @param parent the queue of the parent group on that CPU
     * @param weight full resolution
     */
    public GroupEntity newGroupEntity(CfsRunQueue parent, long weight) {
        CfsRunQueue own = new CfsRunQueue(parent.rq());
        GroupEntity entity = new GroupEntity(nextEntityId++, parent, own, weight);
        own.state = pick.newQueue(own);
        entity.attachState(pick.newEntity(entity));
        return entity;
    }

    /** Interrupt and steal time since the last {@link #clock} of the CPU; taken off its task clock at the next. */
    public void irqTime(int cpu, long ns) {
        cpu(cpu).irqNs += ns;
    }

    /** Moves the clock of a CPU to {@code ns}, which is not before its last value (update_rq_clock). */
    public void clock(int cpu, long ns) {
        CpuRunQueue rq = cpu(cpu);
        long delta = ns - rq.clock();
        if (delta <= 0) {
            return;
        }
        boolean idle = rq.current == null;
        long irqNs = rq.peltClock.advance(delta, rq.irqNs, 0, idle, rq.capacityOrig, FULL_SPEED);
        rq.irqNs = 0;
        hooks.clock(rq, irqNs);
    }

    /**
     * A new task starts on a CPU (task_fork_fair, wake_up_new_task).
     *
     * @param parent the task that forked it, whose CPU's clock is up to date, or null
     * @param cpu where it shall run
     */
    public void fork(Task child, @Nullable Task parent, int cpu) {
        moves.start(child, cpu(parent == null ? cpu : parent.cpu), cpu(cpu));
    }

    /** A sleeping task wakes on a CPU (activate_task); a delayed one, which is still queued, wakes where it is and {@code cpu} must be its CPU. */
    public void wake(Task task, int cpu) {
        moves.wake(task, cpu(cpu));
    }

    /** Whether a task that was queued on the CPU preempts what runs there; may request a reschedule (wakeup_preempt). */
    public void checkPreempt(int cpu, Task wakee, int flags) {
        stack.checkPreempt(cpu(cpu), wakee, flags);
    }

    /** The running task goes to sleep. False when it stays queued because its dequeue is put off. A pick follows. */
    public boolean block(int cpu) {
        return blockCurrent(cpu, Op.SLEEP);
    }

    /** The running task ends. A pick follows. */
    public void exit(int cpu) {
        Task task = running(cpu);
        blockCurrent(cpu, Op.SLEEP | Op.SPECIAL);
        hooks.dead(task);
    }

    private boolean blockCurrent(int cpu, int flags) {
        CpuRunQueue rq = cpu(cpu);
        Task task = running(cpu);
        if (!task.policy.isFair()) {
            stack.chargeRt(rq, task);
        }
        return stack.dequeue(rq, task, flags);
    }

    private Task running(int cpu) {
        Task task = cpu(cpu).current;
        if (task == null) {
            throw new IllegalStateException("nothing runs on cpu " + cpu);
        }
        return task;
    }

    /** Takes a queued task that does not run off its CPU, to be moved (deactivate_task). */
    public void detach(Task task) {
        stack.dequeue(cpu(task.cpu), task, Op.NODELAY);
    }

    /** Queues a detached task on another CPU (activate_task). */
    public void attach(Task task, int cpu) {
        moves.attach(task, cpu(cpu));
    }

    /** The periodic tick of a busy CPU (task_tick). */
    public void tick(int cpu) {
        tick(cpu, false);
    }

    /** The high-resolution tick at the end of a slice (task_tick with queued set). */
    public void hrtick(int cpu) {
        tick(cpu, true);
    }

    private void tick(int cpu, boolean hrtick) {
        CpuRunQueue rq = cpu(cpu);
        Task current = rq.current;
        if (current == null) {
            return;
        }
        if (current.policy.isFair()) {
            design.tick(rq, current, hrtick);
        } else {
            long ranNs = stack.chargeRt(rq, current);
            if (rq.rt.tick(current, ranNs)) {
                rq.resched = true;
            }
        }
        hooks.cpuTick(rq);
    }

    /** The running task yields (sched_yield); a pick follows. */
    public void yieldTask(int cpu) {
        CpuRunQueue rq = cpu(cpu);
        Task current = running(cpu);
        if (current.policy.isFair()) {
            design.yieldTask(current);
        } else {
            rq.rt.requeue(current);
        }
    }

    /** Brings the running task's charge up to the CPU's clock. */
    public void charge(int cpu) {
        CpuRunQueue rq = cpu(cpu);
        Task current = rq.current;
        if (current == null) {
            return;
        }
        if (current.policy.isFair()) {
            design.charge(rq);
        } else {
            stack.chargeRt(rq, current);
        }
    }

    /**
     * Chooses the next task and commits what choosing itself changes: charges, virtual zero, delayed sleepers that leave (see
     * {@link CpuRunQueue#lastDelayedLeft}). Whoever ran stays current until {@link #switchTo}. Null means idle.
     */
    public @Nullable Task pickNext(int cpu) {
        CpuRunQueue rq = cpu(cpu);
        rq.lastDelayedLeft = null;
        Task rt = rq.rt.pick();
        return rt != null ? rt : design.pick(rq);
    }

    /**
     * Puts the previous task and sets the next, clears the requests to reschedule (put_prev_task, set_next_task).
     *
     * @param next any queued, not delayed task of this CPU, or null for idle
     */
    public void switchTo(int cpu, @Nullable Task next) {
        CpuRunQueue rq = cpu(cpu);
        if (next != null && (next.cpu != cpu || !next.runnable())) {
            throw new IllegalArgumentException(next + " is not runnable on cpu " + cpu);
        }
        Task previous = rq.current;
        Task previousFair = rq.currentFair();
        if (previous != null && previousFair == null && previous.onRtRq) {
            stack.chargeRt(rq, previous);
        }
        boolean nextIsFair = next != null && next.policy.isFair();
        design.switchTo(rq, previousFair, nextIsFair ? next : null);
        rq.current = next;
        if (next != null && !nextIsFair && next != previous) {
            next.execStart = rq.clockTask();
        }
        if (!order.putBeforePick()) {
            rq.resched = false;
            rq.lazyResched = false;
        }
        if (next == null) {
            if (previous != null) {
                rq.wentIdle();
            }
            hooks.idle(rq);
        }
    }

    /**
     * Ages the averages of a CPU without an event of its own (update_blocked_averages), its clock being up to date.
     *
     * @return bits {@link LevelHooks#DECAYED}, {@link LevelHooks#BLOCKED_LEFT}
     */
    public int updateBlocked(int cpu) {
        return hooks.updateBlocked(cpu(cpu));
    }

    /**
     * ns until the slice of the running fair task ends, for the high-resolution tick; negative when it should have ended,
     * {@link Long#MAX_VALUE} when nobody else waits (hrtick_start_fair).
     */
    public long sliceEndNs(int cpu) {
        Task current = cpu(cpu).currentFair();
        if (current == null || cpu(cpu).root().hNrQueued <= 1) {
            return Long.MAX_VALUE;
        }
        return pick.sliceEndNs(line(current).state, current.state);
    }

    /** Changes the load weight of a task where it stands (reweight_task); a driver that follows set_user_nice uses {@link #setNice}. */
    public void reweight(Task task, long weight, boolean tableInv) {
        design.reweight(task, weight, tableInv);
    }

    /** Changes the nice level: a queued task leaves, is reweighted and comes back (set_user_nice). */
    public void setNice(Task task, int nice) {
        setPolicy(task, task.policy, nice, task.rtPriority);
    }

    /** Changes policy and priority; a queued task leaves and comes back (__sched_setscheduler). */
    public void setPolicy(Task task, SchedulingPolicy policy, int nice, int rtPriority) {
        changes.setPolicy(cpu(task.cpu), task, policy, nice, rtPriority);
    }

    /** Changes the weight of a group entity where it stands (reweight_entity), as the group's shares demand. */
    public void reweight(GroupEntity entity, long weight) {
        design.reweightGroup(entity, weight);
    }

    /** Makes the tasks below a group entity count as idle ones, or no longer (sched_group_set_idle); its weight is the caller's to change. */
    public void setIdle(GroupEntity entity, boolean idle) {
        entity.setIdle(idle);
    }

    /**
     * The running task is about to return to user mode (throttle_cfs_rq_work, 6.18 and later): when its group is throttled it leaves its queue
     * until the group has runtime again.
     *
     * @return whether it left, so that a pick must follow
     */
    public boolean returnToUser(int cpu) {
        CpuRunQueue rq = cpu(cpu);
        Task task = rq.currentFair();
        if (task == null || !task.onRq || !hooks.mustLeave(task)) {
            return false;
        }
        stack.dequeue(rq, task, Op.SLEEP | Op.SPECIAL);
        task.inLimbo = true;
        hooks.enterLimbo(task);
        rq.resched = true;
        return true;
    }

    /** A task whose group has runtime again returns to its queue. */
    public void leaveLimbo(Task task) {
        stack.enqueue(cpu(task.cpu), task, Op.WAKEUP);
    }

    /** Asks a CPU to reschedule (resched_curr). */
    public void resched(int cpu) {
        cpu(cpu).resched = true;
    }

    /** Takes a queue that has been throttled off the levels above, with its tasks (throttle_cfs_rq). */
    public void throttle(CfsRunQueue queue) {
        design.throttle(queue);
    }

    /** Brings back a queue that is throttled no longer and has load (unthrottle_cfs_rq). */
    public void unthrottle(CfsRunQueue queue) {
        design.unthrottle(queue);
    }

    /** A group entity whose dequeue was put off leaves for good, its group being removed. */
    public void finishDelayed(GroupEntity entity) {
        design.finishDelayed(entity);
    }

    /** Moves a task to another group; a queued task leaves and comes back (sched_move_task). */
    public void moveToGroup(Task task, GroupQueues group) {
        changes.moveToGroup(cpu(task.cpu), task, group);
    }

    /** Sets a custom slice for a fair task, or 0 for the default; a queued task leaves and comes back (sched_setattr). */
    public void setSlice(Task task, long ns) {
        changes.setSlice(cpu(task.cpu), task, ns);
    }

    /** Replaces the affinity; a driver moves a task that is now on a forbidden CPU. */
    public void setAllowed(Task task, CpuMask allowed) {
        task.allowed.copyFrom(allowed);
    }

    private CfsRunQueue line(Task task) {
        return design.line(task.queue);
    }
}
