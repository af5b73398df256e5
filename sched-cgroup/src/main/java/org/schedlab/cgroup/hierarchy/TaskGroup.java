package org.schedlab.cgroup.hierarchy;

import org.jspecify.annotations.Nullable;
import org.schedlab.arith.Shares;
import org.schedlab.mechanism.CfsRunQueue;
import org.schedlab.mechanism.CpuRunQueue;
import org.schedlab.mechanism.GroupEntity;
import org.schedlab.mechanism.GroupQueues;
import org.schedlab.pelt.GroupLoad;

/**
 * A task group (task_group): its shares, the load that its queues have published, and an entity with a queue on each CPU that it has used. A group
 * that never ran has nothing per CPU. Made by {@link GroupHooks#newGroup}; one thread.
 */
public final class TaskGroup implements GroupQueues {

    private final int id;
    private final String path;
    private final @Nullable TaskGroup parent;
    private final GroupHooks hooks;
    private @Nullable GroupEntity @Nullable [] entities;
    final GroupLoad load = new GroupLoad();
    long shares = Shares.DEFAULT_SHARES;
    boolean idle;
    boolean removed;
    int cpus;

    private int children;
    private int tasks;

    TaskGroup(int id, String name, @Nullable TaskGroup parent, GroupHooks hooks, int cpus) {
        this.id = id;
        this.path = (parent == null ? "" : parent.path) + "/" + name;
        this.parent = parent;
        this.hooks = hooks;
        this.cpus = cpus;
        if (parent != null) {
            parent.children++;
        }
    }

    /** Number in order of creation. */
    public int id() {
        return id;
    }

    /** Path from the root, {@code /a/b}. */
    public String path() {
        return path;
    }

    /** The group above, or null directly under the root. */
    public @Nullable TaskGroup parent() {
        return parent;
    }

    /** Full-resolution shares: 1048576 by default. */
    public long shares() {
        return shares;
    }

    /** Whether its tasks count as SCHED_IDLE ones ({@code cpu.idle}). */
    public boolean idle() {
        return idle;
    }

    /** The sum of the loads that the queues have published ({@code tg->load_avg}). */
    public long loadAvg() {
        return load.loadAvg();
    }

    /** The sum of the runnable averages that the queues have published (7.x). */
    public long runnableAvg() {
        return load.runnableAvg();
    }

    /** Whether it has been removed. */
    public boolean removed() {
        return removed;
    }

    /** The entity on a CPU, or null while the group has not used that CPU. */
    public @Nullable GroupEntity entity(int cpu) {
        return entities == null ? null : entities[cpu];
    }

    /** CPUs of its cpuset, by which 7.x sizes its shares. */
    public int cpus() {
        return cpus;
    }

    /** Groups below. */
    public int children() {
        return children;
    }

    /** Tasks in the group itself. */
    public int tasks() {
        return tasks;
    }

    void taskJoined() {
        tasks++;
    }

    void taskLeft() {
        tasks--;
    }

    void markRemoved() {
        removed = true;
        if (parent != null) {
            parent.children--;
        }
    }

    @Override
    public CfsRunQueue on(CpuRunQueue rq) {
        if (removed) {
            throw new IllegalStateException("group " + path + " has been removed and cannot be used");
        }
        GroupEntity entity = entity(rq.cpu());
        if (entity == null) {
            CfsRunQueue parentQueue = parent == null ? rq.root() : parent.on(rq);
            entity = hooks.bringOnline(this, parentQueue);
        }
        return entity.own();
    }

    /** Keeps the entity that was made for a CPU. */
    void use(int cpu, GroupEntity entity, int cpuCapacity) {
        @Nullable GroupEntity[] all = entities;
        if (all == null) {
            all = new GroupEntity[cpuCapacity];
            entities = all;
        }
        all[cpu] = entity;
    }

    @Override
    public String toString() {
        return path;
    }
}
