package org.schedlab.mechanism;

import org.jspecify.annotations.Nullable;
import org.schedlab.pelt.CfsLoad;
import org.schedlab.pelt.SchedAvg;
import org.schedlab.spi.QueueView;

/**
 * The fair queue of one group on one CPU, or of the CPU itself (cfs_rq). Holds what the host owns: counters, load weight, the entity that
 * runs, load averages. The order of its entities is the discipline's, in {@link #state()}.
 */
public final class CfsRunQueue implements QueueView {

    private final CpuRunQueue rq;
    private @Nullable GroupEntity owner;
    Object state = this;

    /** The entity of this queue that runs ({@code curr}; in the flat design {@code h_curr}). */
    @Nullable
    SchedEntity current;

    int nr;
    int idleNr;
    long load;
    int hNrQueued;
    int hNrRunnable;
    int hNrDelayed;
    int hNrIdle;

    /** Sum of {@link SchedEntity#countedLoad} over the entities of this queue. */
    private long runnableLoad;

    final CfsLoad cfsLoad = new CfsLoad();

    /** Load of the queue as the root sees it, and the tick + 1 in which it was computed. */
    private long hLoad;

    private long hLoadJiffy;

    private @Nullable Object designState;
    private @Nullable Object bandwidthState;

    CfsRunQueue(CpuRunQueue rq) {
        this.rq = rq;
    }

    void ownedBy(GroupEntity entity) {
        this.owner = entity;
    }

    /** An entity's load average or whether it counts has changed. */
    void recount(SchedEntity entity) {
        long now = entity.counted ? entity.avg.loadAvg() : 0;
        runnableLoad += now - entity.countedLoad;
        entity.countedLoad = now;
    }

    /** runnable_load_avg: the load averages of its entities, each as of its last update; the kernel's own sum moves between those too. */
    long runnableLoad() {
        return runnableLoad;
    }

    /** An entity of this queue counts from now on (account_entity_enqueue). */
    void account(SchedEntity entity) {
        load += entity.weight;
        nr++;
        entity.counted = true;
        recount(entity);
        if (entity.idle) {
            idleNr++;
        }
    }

    /** An entity of this queue counts no longer (account_entity_dequeue). */
    void unaccount(SchedEntity entity) {
        load -= entity.weight;
        nr--;
        entity.counted = false;
        recount(entity);
        if (entity.idle) {
            idleNr--;
        }
    }

    /** The group entity that stands for this queue, or null for the root queue. */
    public @Nullable GroupEntity owner() {
        return owner;
    }

    /** The CPU's run queue. */
    public CpuRunQueue rq() {
        return rq;
    }

    /** The entity of this queue that runs, or null. */
    public @Nullable SchedEntity current() {
        return current;
    }

    @Override
    public int cpu() {
        return rq.cpu();
    }

    @Override
    public int nr() {
        return nr;
    }

    @Override
    public long load() {
        return load;
    }

    @Override
    public int idleNr() {
        return idleNr;
    }

    @Override
    public int hNr() {
        return hNrQueued;
    }

    /** Tasks queued below that are not delayed ({@code h_nr_runnable}). */
    public int hNrRunnable() {
        return hNrRunnable;
    }

    /** Tasks queued below whose dequeue was put off ({@code h_nr_delayed}). */
    public int hNrDelayed() {
        return hNrDelayed;
    }

    /** Tasks queued below that count as idle ({@code idle_h_nr_running}). */
    public int hNrIdle() {
        return hNrIdle;
    }

    @Override
    public int cpuNr() {
        return rq.root().hNrQueued;
    }

    @Override
    public long clockTask() {
        return rq.clockTask();
    }

    @Override
    public boolean resched() {
        return rq.resched();
    }

    @Override
    public Object state() {
        return state;
    }

    /** Load averages; owned by the load tracking of the group design. */
    public SchedAvg avg() {
        return cfsLoad.avg();
    }

    /** Load of this queue as the root sees it ({@code h_load}), as of the tick given to {@link #hLoad(long, long)}. */
    public long hLoad() {
        return hLoad;
    }

    /** Whether {@link #hLoad()} was computed in the tick {@code jiffy}. */
    public boolean hLoadAsOf(long jiffy) {
        return hLoadJiffy == jiffy;
    }

    /** Keeps the hierarchical load of a tick; {@code jiffy} is not 0. */
    public void hLoad(long load, long jiffy) {
        this.hLoad = load;
        this.hLoadJiffy = jiffy;
    }

    /** Gives a group design a place for its own state of this queue; once. */
    public void designState(Object state) {
        this.designState = state;
    }

    /** The group design's own state of this queue, or null when it has none. */
    public @Nullable Object designState() {
        return designState;
    }

    /** Gives bandwidth control a place for its own state of this queue; once. */
    public void bandwidthState(Object made) {
        this.bandwidthState = made;
    }

    /** Bandwidth control's own state of this queue, or null when it has none. */
    public @Nullable Object bandwidthState() {
        return bandwidthState;
    }

    /** The averages with what waits to be removed or passed up. */
    public CfsLoad cfsLoad() {
        return cfsLoad;
    }
}
