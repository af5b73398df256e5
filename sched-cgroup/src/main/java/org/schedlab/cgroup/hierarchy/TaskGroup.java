package org.schedlab.cgroup.hierarchy;

import org.jspecify.annotations.Nullable;
import org.schedlab.arith.Shares;
import org.schedlab.mechanism.CfsRunQueue;
import org.schedlab.mechanism.CpuRunQueue;
import org.schedlab.mechanism.GroupEntity;
import org.schedlab.mechanism.GroupQueues;
import org.schedlab.pelt.GroupLoad;

/** A task group (task_group): its shares, the load that its queues have published, and an entity with a queue on each CPU that it has used. */
public final class TaskGroup implements GroupQueues {

    private final int id;
    private final String name;
    private final @Nullable TaskGroup parent;
    private final GroupHooks hooks;
    private final @Nullable GroupEntity[] entities;
    final GroupLoad load = new GroupLoad();
    long shares = Shares.DEFAULT_SHARES;

    TaskGroup(int id, String name, @Nullable TaskGroup parent, GroupHooks hooks, int cpuCapacity) {
        this.id = id;
        this.name = name;
        this.parent = parent;
        this.hooks = hooks;
        this.entities = new GroupEntity[cpuCapacity];
    }

    /** Number in order of creation. */
    public int id() {
        return id;
    }

    /** Path from the root, {@code /a/b}. */
    public String path() {
        return parent == null ? "/" + name : parent.path() + "/" + name;
    }

    /** The group above, or null directly under the root. */
    public @Nullable TaskGroup parent() {
        return parent;
    }

    /** Full-resolution shares: 1048576 by default. */
    public long shares() {
        return shares;
    }

    /** The sum of the loads that the queues have published ({@code tg->load_avg}). */
    public long loadAvg() {
        return load.loadAvg();
    }

    /** The entity on a CPU, or null while the group has not used that CPU. */
    public @Nullable GroupEntity entity(int cpu) {
        return entities[cpu];
    }

    @Override
    public CfsRunQueue on(CpuRunQueue rq) {
        GroupEntity entity = entities[rq.cpu()];
        if (entity == null) {
            CfsRunQueue parentQueue = parent == null ? rq.root() : parent.on(rq);
            entity = hooks.bringOnline(this, parentQueue);
            entities[rq.cpu()] = entity;
        }
        return entity.own();
    }

    @Override
    public String toString() {
        return path();
    }
}
