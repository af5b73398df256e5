package org.schedlab.mechanism;

import org.schedlab.arith.Capacity;
import org.schedlab.pelt.HalfLife;
import org.schedlab.pelt.LoadTransfer;
import org.schedlab.pelt.NewTask;
import org.schedlab.pelt.Pelt;
import org.schedlab.pelt.PeltRelease;
import org.schedlab.pelt.UtilEst;
import org.schedlab.spi.Op;
import org.schedlab.spi.Settings;
import org.schedlab.spi.Switch;
import org.schedlab.spi.Tunable;

/**
 * Load tracking of a plain machine, and the part of it that a group design builds on: averages of tasks, group entities and queues, their
 * attachment and propagation, util_est, the averages of real-time and interrupt time, and the capacity that these leave. Follows
 * update_load_avg and its callers.
 */
public class LoadTracking implements LevelHooks {

    /** The tunables that this class reads. */
    public static final java.util.List<Tunable> TUNABLES = java.util.List.of(
            Tunable.oneOf(
                    "pelt_generation",
                    612,
                    "all",
                    "rules by which load moves: 412, 416, 510, 601, 608, 612, 703",
                    412L,
                    416L,
                    510L,
                    601L,
                    608L,
                    612L,
                    703L),
            Tunable.oneOf("pelt_half_life_ms", 32, "all", "half-life of the averages: 8, 16 or 32 ms", 8L, 16L, 32L),
            new Tunable("tick_ns", 4_000_000, 1_000_000, 10_000_000, false, "all", "length of a tick, 1e9 / HZ"));

    /** The switches that this class reads. */
    public static final java.util.List<Switch> SWITCHES = java.util.List.of(
            new Switch(
                    "MIGRATE_PELT_LAG",
                    false,
                    "6.0+",
                    "a task that wakes away from an idle CPU ages by the time that this CPU's clock missed"),
            new Switch("NONTASK_CAPACITY", false, "all", "interrupt and steal time reduces capacity"),
            new Switch("UTIL_EST", false, "4.17+", "util_est signal"));

    /** {@link #update}: publish a changed load to the group. */
    protected static final int UPDATE_TG = 1;
    /** {@link #update}: attach the entity if it is attached nowhere. */
    protected static final int DO_ATTACH = 1 << 1;

    private static final int DO_DETACH = 1 << 2;

    private static final long FULL_SPEED = 1024;

    /** The release whose rules move load. */
    protected final PeltRelease release;

    private final Pelt pelt;
    private final LoadTransfer transfer;
    private final boolean agesOverIdle;
    private final boolean utilEst;
    private final boolean nontaskCapacity;
    private final long tickNs;

    static HalfLife halfLife(Settings settings) {
        return HalfLife.valueOf("MS_" + settings.tunable("pelt_half_life_ms"));
    }

    /** Reads {@link #TUNABLES} and {@link #SWITCHES}. */
    public LoadTracking(Settings settings) {
        release = releaseOf(settings.tunable("pelt_generation"));
        pelt = new Pelt(halfLife(settings));
        transfer = new LoadTransfer(release, pelt);
        agesOverIdle = settings.isOn("MIGRATE_PELT_LAG");
        utilEst = settings.isOn("UTIL_EST");
        nontaskCapacity = settings.isOn("NONTASK_CAPACITY");
        tickNs = settings.tunable("tick_ns");
    }

    private static PeltRelease releaseOf(long generation) {
        return switch ((int) generation) {
            case 412 -> PeltRelease.V4_12;
            case 416 -> PeltRelease.V4_16;
            case 510 -> PeltRelease.V5_10;
            case 601 -> PeltRelease.V6_1;
            case 608 -> PeltRelease.V6_8;
            case 612 -> PeltRelease.V6_12;
            case 703 -> PeltRelease.V7_3;
            default -> throw new IllegalArgumentException("pelt_generation (" + generation + ") is not known");
        };
    }

    /** The PELT time of a queue. */
    protected final long pelt(CfsRunQueue queue) {
        return queueTime(queue, queue.rq().peltClock.rqClockPeltNs());
    }

    /** The time of a queue when its CPU's PELT time is {@code rqClockPeltNs}; a design with bandwidth stops it while the queue is throttled. */
    protected long queueTime(CfsRunQueue queue, long rqClockPeltNs) {
        return rqClockPeltNs;
    }

    /** The queue's load changed by an update (update_tg_load_avg). */
    protected void loadChanged(CfsRunQueue queue) {}

    /** update_load_avg; {@code actions} are UPDATE_TG, DO_ATTACH, DO_DETACH. */
    protected final void update(CfsRunQueue queue, SchedEntity entity, int actions) {
        long now = pelt(queue);
        boolean attached = entity.avg.isAttached();
        boolean decayed = attached ? updateBoth(queue, entity, now) : updateQueue(queue, now);
        queue.recount(entity);
        if (entity instanceof GroupEntity group) {
            CfsRunQueue own = group.own();
            boolean passedUp = transfer.propagate(queue.cfsLoad, entity.avg, own.cfsLoad, entity.weight, own.load);
            decayed = decayed || passedUp;
        }
        if (!attached && (actions & DO_ATTACH) != 0) {
            transfer.attach(queue.cfsLoad, entity.avg, entity.weight);
            loadChanged(queue);
        } else if ((actions & DO_DETACH) != 0) {
            transfer.detach(queue.cfsLoad, entity.avg, entity.weight);
            loadChanged(queue);
        } else if (decayed && (actions & UPDATE_TG) != 0) {
            loadChanged(queue);
        }
    }

    /** The entity and update_cfs_rq_load_avg in one pass: what was removed from the queue does not concern the entity. */
    private boolean updateBoth(CfsRunQueue queue, SchedEntity entity, long now) {
        boolean removed = transfer.applyRemoved(queue.cfsLoad);
        boolean crossed = pelt.updateSeAndCfsRq(
                now,
                entity.avg,
                entity.weight,
                entity.onRq,
                runnable(entity),
                queue.current == entity,
                queue.cfsLoad.avg(),
                queue.load,
                queue.hNrRunnable,
                queue.current != null);
        return removed || crossed;
    }

    /** update_cfs_rq_load_avg; whether the averages were recomputed. */
    protected final boolean updateQueue(CfsRunQueue queue, long now) {
        boolean removed = transfer.applyRemoved(queue.cfsLoad);
        boolean crossed =
                pelt.updateCfsRq(now, queue.cfsLoad.avg(), queue.load, queue.hNrRunnable, queue.current != null);
        return removed || crossed;
    }

    private static long runnable(SchedEntity entity) {
        if (entity instanceof GroupEntity group) {
            return group.runnableWeight;
        }
        return entity.onRq && !entity.delayed ? 1 : 0;
    }

    private static void refreshRunnable(SchedEntity entity) {
        if (entity instanceof GroupEntity group) {
            group.runnableWeight = group.own().hNrRunnable;
        }
    }

    @Override
    public void loadEnqueue(CfsRunQueue queue, SchedEntity entity, int flags) {
        update(queue, entity, UPDATE_TG | DO_ATTACH);
        refreshRunnable(entity);
    }

    @Override
    public void loadDequeue(CfsRunQueue queue, SchedEntity entity, int flags) {
        boolean leavesCpu = entity.isTask() && (flags & Op.NODELAY) != 0 && (flags & Op.SAVE) == 0;
        update(queue, entity, leavesCpu ? UPDATE_TG | DO_DETACH : UPDATE_TG);
        refreshRunnable(entity);
    }

    @Override
    public void loadDelay(CfsRunQueue queue, SchedEntity entity) {
        update(queue, entity, 0);
    }

    @Override
    public void loadUp(CfsRunQueue queue, SchedEntity entity) {
        update(queue, entity, UPDATE_TG);
        refreshRunnable(entity);
    }

    @Override
    public void loadThrottled(CfsRunQueue queue, SchedEntity entity) {
        update(queue, entity, 0);
        refreshRunnable(entity);
    }

    @Override
    public void loadSet(CfsRunQueue queue, SchedEntity entity) {
        update(queue, entity, UPDATE_TG);
    }

    @Override
    public void loadPut(CfsRunQueue queue, SchedEntity entity) {
        update(queue, entity, 0);
    }

    @Override
    public void loadTick(CfsRunQueue queue, SchedEntity entity) {
        update(queue, entity, UPDATE_TG);
    }

    @Override
    public void loadReweight(CfsRunQueue queue, SchedEntity entity, long oldWeight, long newWeight) {
        transfer.reweight(queue.cfsLoad, entity.avg, oldWeight, newWeight);
    }

    @Override
    public void utilEstEnqueue(CpuRunQueue rq, Task task) {
        if (utilEst) {
            UtilEst.enqueue(release, rq.root().avg(), task.avg);
        }
    }

    @Override
    public void utilEstDequeue(CpuRunQueue rq, Task task, boolean sleep) {
        if (utilEst) {
            UtilEst.dequeue(release, rq.root().avg(), task.avg);
            if (sleep) {
                UtilEst.update(release, task.avg, rq.capacityOrig);
            }
        }
    }

    @Override
    public void newTask(Task task) {
        task.avg.initTask(task.weight);
        NewTask.initUtil(release, task.avg, task.queue.avg(), task.weight, task.queue.rq().capacityOrig);
    }

    /** An entity that is not queued leaves its queue, whose next update takes its load off (remove_entity_load_avg). */
    protected final void removeLoad(SchedEntity entity) {
        transfer.remove(entity.queue.cfsLoad, entity.avg, entity.weight);
    }

    @Override
    public void migrateAsleep(Task task, int toCpu) {
        if (task.avg.isAttached()) {
            ageOverIdle(task);
            removeLoad(task);
            task.avg.markDetached();
        }
    }

    /** A sleeper on an idle CPU ages by the time that its CPU's clock missed (migrate_se_pelt_lag, 6.0 and later). */
    private void ageOverIdle(Task task) {
        CpuRunQueue rq = task.queue.rq();
        if (agesOverIdle && rq.current == null && !task.avg.sumsAreZero()) {
            pelt.updateBlockedSe(
                    queueTime(task.queue, rq.peltClock.estimateIdlePeltNs(rq.clock())), task.avg, task.weight);
        }
    }

    @Override
    public void detached(Task task) {
        task.avg.markDetached();
    }

    @Override
    public void dead(Task task) {
        migrateAsleep(task, task.cpu);
    }

    @Override
    public void leavesFair(Task task) {
        if (task.avg.isAttached()) {
            update(task.queue, task, DO_DETACH);
            task.avg.markDetached();
        }
    }

    @Override
    public void entersFair(Task task) {
        update(task.queue, task, DO_ATTACH);
    }

    @Override
    public void clock(CpuRunQueue rq, long irqNs) {
        if (irqNs > 0 && nontaskCapacity) {
            pelt.updateIrq(rq.clock(), rq.avgIrq, irqNs, FULL_SPEED, rq.capacityOrig);
        }
    }

    @Override
    public void rtCharged(CpuRunQueue rq) {
        pelt.updateClass(rq.peltClock.rqClockPeltNs(), rq.avgRt, rq.rtRuns());
    }

    @Override
    public void cpuTick(CpuRunQueue rq) {
        pelt.updateClass(rq.peltClock.rqClockPeltNs(), rq.avgRt, rq.rtRuns());
        refreshCapacity(rq);
    }

    private void refreshCapacity(CpuRunQueue rq) {
        rq.capacity = Math.max(
                1,
                release.compareTo(PeltRelease.V6_12) >= 0
                        ? Capacity.scaleRt610(rq.capacityOrig, rq.avgIrq.utilAvg(), rq.avgRt.utilAvg(), 0, 0)
                        : Capacity.scaleRt419(rq.capacityOrig, rq.avgIrq.utilAvg(), rq.avgRt.utilAvg(), 0, 0));
    }

    @Override
    public int updateBlocked(CpuRunQueue rq) {
        long now = rq.peltClock.rqClockPeltNs();
        pelt.updateClass(now, rq.avgRt, rq.rtRuns());
        int result = updateBlockedFair(rq);
        refreshCapacity(rq);
        return result;
    }

    /** The fair part of update_blocked_averages: the root queue alone; a group design walks its leaf list. */
    protected int updateBlockedFair(CpuRunQueue rq) {
        CfsRunQueue root = rq.root();
        int decayed = updateQueue(root, pelt(root)) ? DECAYED : 0;
        return decayed | (hasBlocked(root) ? BLOCKED_LEFT : 0);
    }

    /** cfs_rq_has_blocked. */
    protected static boolean hasBlocked(CfsRunQueue queue) {
        return queue.avg().loadAvg() != 0 || queue.avg().utilAvg() != 0;
    }

    @Override
    public void idle(CpuRunQueue rq) {
        rq.peltClock.goIdle(rq.root().avg().utilSum(), rq.avgRt.utilSum(), 0);
    }

    @Override
    public long hLoad(Task task) {
        CfsRunQueue root = task.queue.rq().root();
        long jiffy = Long.divideUnsigned(root.rq().clock(), tickNs) + 1;
        if (!root.hLoadAsOf(jiffy)) {
            root.hLoad(root.avg().loadAvg(), jiffy);
        }
        return Long.divideUnsigned(task.avg.loadAvg() * root.hLoad(), root.avg().loadAvg() + 1);
    }
}
