package org.schedlab.policies.pick;

import org.jspecify.annotations.Nullable;
import org.schedlab.spi.Buddy;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.Migration;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PickStatistics;
import org.schedlab.spi.QueueView;
import org.schedlab.spi.Settings;
import org.schedlab.spi.StateReader;
import org.schedlab.spi.StateWriter;
import org.schedlab.spi.Verdict;

/**
 * What all generations of EEVDF share (6.6 onwards): the weighted average of virtual time, eligibility, the earliest eligible deadline, the next
 * buddy. The generations differ in when the zero point moves, how lag is kept, and what protects a slice.
 *
 * <p>Picking is O(1) when the earliest deadline is eligible, else O(log n). One thread.
 */
abstract class Eevdf implements PickPolicy<EevdfQueue, EevdfEntity> {

    final long baseSliceNs;
    final long tickNs;
    final boolean runToParity;
    final boolean placeLag;
    final boolean placeDeadlineInitial;
    final boolean nextBuddy;
    final boolean wakeupPreemption;
    final boolean reweightKeepsLag;
    final PickStatistics statistics = new PickStatistics();

    private final boolean zeroFollows;
    private final boolean fullResolution;
    private final EevdfSearch search;

    /**
     * @param zeroFollows reading the average moves the zero point there (6.12 onwards)
     * @param fullResolution weights count in full resolution, with wide products and plain divisions (7.x)
     */
    Eevdf(Settings settings, boolean zeroFollows, boolean fullResolution) {
        this.zeroFollows = zeroFollows;
        this.fullResolution = fullResolution;
        baseSliceNs = settings.tunable("base_slice_ns");
        tickNs = settings.tunable("tick_ns");
        runToParity = settings.isOn("RUN_TO_PARITY");
        placeLag = settings.isOn("PLACE_LAG");
        placeDeadlineInitial = settings.isOn("PLACE_DEADLINE_INITIAL");
        nextBuddy = settings.isOn("NEXT_BUDDY");
        wakeupPreemption = settings.isOn("WAKEUP_PREEMPTION");
        reweightKeepsLag = settings.isOn("REWEIGHT_KEEPS_LAG");
        search = new EevdfSearch(this, settings, statistics);
    }

    /** Whether the running entity's slice is protected. */
    abstract boolean isProtected(EevdfEntity e);

    @Override
    public EevdfQueue newQueue(QueueView queue) {
        return new EevdfQueue(queue, new EevdfTree(search.byDeadline, fullResolution));
    }

    @Override
    public EevdfEntity newEntity(EntityView entity) {
        // A group entity has no slice until it is queued.
        return new EevdfEntity(entity, entity.isTask() ? baseSliceNs : 0, fullResolution);
    }

    @Override
    public PickStatistics statistics() {
        return statistics;
    }

    /** Whether an entity is eligible: its vruntime is not after the average, tested without a division (entity_eligible). */
    @Override
    public boolean eligible(EevdfQueue q, EevdfEntity e) {
        return eligibleAt(q, e.vruntime);
    }

    /** vruntime_eligible: Σ w·(v − v0) ≥ (vruntime − v0)·Σ w, the running entity included; up to 6.12 the product wraps at 64 bits. */
    boolean eligibleAt(EevdfQueue q, long vruntime) {
        long sum = q.sumWv;
        long weight = q.sumW;
        EevdfEntity c = q.queuedCurr();
        if (c != null) {
            sum += c.sumWeight * (c.vruntime - q.v0);
            weight += c.sumWeight;
        }
        long key = vruntime - q.v0;
        long product = key * weight;
        if (fullResolution) {
            long high = Math.multiplyHigh(key, weight);
            if (high != product >> 63) {
                return high < 0;
            }
        }
        return sum >= product;
    }

    /** avg_vruntime: the average, rounded down; since 6.12 reading it moves the zero point there. */
    long average(EevdfQueue q) {
        EevdfEntity c = q.queuedCurr();
        long sum = q.sumWv;
        long weight = q.sumW;
        if (zeroFollows && weight == 0) {
            // One element is its own average.
            q.moveZero(c == null ? 0 : c.vruntime - q.v0);
            return q.v0;
        }
        if (c != null) {
            sum += c.sumWeight * (c.vruntime - q.v0);
            weight += c.sumWeight;
        }
        if (weight == 0) {
            return q.v0;
        }
        if (sum < 0) {
            // The division truncates toward zero; this makes it round down.
            sum -= weight - 1;
        }
        long delta = fullResolution ? sum / weight : sum / (int) weight;
        if (!zeroFollows) {
            return q.v0 + delta;
        }
        q.moveZero(delta);
        return q.v0;
    }

    /** The average without moving the zero point, for display. */
    long averageForDisplay(EevdfQueue q) {
        long sum = q.sumWv;
        long weight = q.sumW;
        EevdfEntity c = q.queuedCurr();
        if (c != null) {
            sum += c.sumWeight * (c.vruntime - q.v0);
            weight += c.sumWeight;
        }
        return weight == 0 ? q.v0 : q.v0 + Math.floorDiv(sum, weight);
    }

    static long clamp(long lag, long limit) {
        return lag < -limit ? -limit : Math.min(lag, limit);
    }

    /** The pick between tree and current, after the shortcuts: the tree wins when deadlines are equal. */
    @Nullable
    EevdfEntity search(EevdfQueue q, @Nullable EevdfEntity curr) {
        EevdfEntity best = search.earliest(q);
        if (best == null || (curr != null && curr.deadline - best.deadline < 0)) {
            if (curr != null) {
                statistics.countCurrent();
            }
            return curr;
        }
        return best;
    }

    /** pick_eevdf up to 6.12: {@code protect} lets the running entity keep its protected slice. */
    @Nullable
    EevdfEntity pickEevdf(EevdfQueue q, boolean protect) {
        EevdfEntity curr = q.queuedCurr();
        if (q.count() == 1) {
            statistics.countSole();
            return curr != null ? curr : q.tree.first();
        }
        if (curr != null && !eligible(q, curr)) {
            curr = null;
        }
        if (protect && curr != null && isProtected(curr)) {
            statistics.countCurrent();
            return curr;
        }
        return search(q, curr);
    }

    /** Takes the entity out of the tree around a change of its weight that leaves vruntime and the request's real length (before 6.7). */
    void reweightInPlace(EevdfQueue q, EevdfEntity e, long weight, boolean tableInv) {
        boolean inTree = e.inTree;
        if (inTree) {
            q.remove(e);
        }
        e.deadline = e.vruntime + (e.deadline - e.vruntime) * e.weight / weight;
        e.setWeight(weight, tableInv);
        if (inTree) {
            q.insert(e);
        }
    }

    @Override
    public void fork(EevdfQueue q, @Nullable EevdfEntity parent, EevdfEntity child) {}

    @Override
    public void migrate(EevdfQueue from, EevdfEntity e, EevdfQueue to, Migration why) {}

    @Override
    public void putPrev(EevdfQueue q, EevdfEntity e) {
        if (e.view.onRq()) {
            q.insert(e);
        }
        q.curr = null;
    }

    /** The slice ends by charging alone, so the periodic tick decides nothing; the high-resolution one asks to reschedule. */
    @Override
    public int tick(EevdfQueue q, EevdfEntity curr, boolean hrtickFired) {
        return hrtickFired ? Verdict.RESCHED : 0;
    }

    @Override
    public long minSlice(EevdfQueue q) {
        long min = Long.MAX_VALUE;
        EevdfEntity c = q.queuedCurr();
        if (c != null) {
            min = c.sliceNs;
        }
        EevdfEntity root = q.tree.root();
        return root == null ? min : Math.min(min, root.minSliceNs);
    }

    @Override
    public void setSlice(EevdfQueue q, EevdfEntity e, long ns, int custom) {
        if (custom == 0) {
            e.sliceNs = baseSliceNs;
            e.customSlice = false;
            return;
        }
        e.sliceNs = ns;
        if (custom > 0) {
            e.customSlice = true;
        }
        if (e.inTree) {
            q.tree.propagate(e, null);
        }
    }

    @Override
    public long sliceEndNs(EevdfQueue q, EevdfEntity curr) {
        return curr.sliceNs - (curr.view.sumExec() - curr.prevSumExec);
    }

    @Override
    public boolean mark(EevdfQueue q, EevdfEntity e, Buddy buddy) {
        if (buddy != Buddy.NEXT || !e.view.onRq() || e.view.idle()) {
            return false;
        }
        q.next = e;
        return true;
    }

    @Override
    public int clear(EevdfQueue q, EevdfEntity e, int buddies) {
        if ((buddies & Buddy.NEXT.bit()) == 0 || q.next != e) {
            return 0;
        }
        q.next = null;
        return Buddy.NEXT.bit();
    }

    @Override
    public boolean isBuddy(EevdfQueue q, EevdfEntity e) {
        return q.next == e;
    }

    @Override
    public void save(EevdfQueue q, StateWriter w) {
        w.put("v0", q.v0);
        w.put("sum_wv", q.sumWv);
        w.put("sum_w", q.sumW);
        w.put("V", averageForDisplay(q));
        EevdfEntity next = q.next;
        w.ref("next", next == null ? null : next.view);
    }

    @Override
    public void load(EevdfQueue q, StateReader r) {
        q.v0 = r.num("v0", q.v0);
        q.sumWv = r.num("sum_wv", q.sumWv);
        q.sumW = r.num("sum_w", q.sumW);
        EntityView next = r.ref("next");
        q.next = next == null ? null : (EevdfEntity) next.state();
    }

    @Override
    public void saveEntity(EevdfEntity e, StateWriter w) {
        w.put("vruntime", e.vruntime);
        w.put("deadline", e.deadline);
        w.put("slice", e.sliceNs);
        w.put("vlag", e.vlag);
        w.put("rel_deadline", e.relDeadline ? 1 : 0);
        w.put("custom_slice", e.customSlice ? 1 : 0);
        w.put("vprot", e.vprot);
        w.put("h_load_weight", e.weight);
        w.put("sum_weight", e.sumWeight);
    }

    @Override
    public void loadEntity(EevdfEntity e, StateReader r) {
        e.vruntime = r.num("vruntime", e.vruntime);
        e.deadline = r.num("deadline", e.deadline);
        e.sliceNs = r.num("slice", e.sliceNs);
        e.vlag = r.num("vlag", e.vlag);
        e.relDeadline = r.num("rel_deadline", e.relDeadline ? 1 : 0) != 0;
        e.customSlice = r.num("custom_slice", e.customSlice ? 1 : 0) != 0;
        e.vprot = r.num("vprot", e.vprot);
    }
}
