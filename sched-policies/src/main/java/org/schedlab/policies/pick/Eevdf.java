package org.schedlab.policies.pick;

import org.jspecify.annotations.Nullable;
import org.schedlab.spi.Buddy;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.Migration;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.QueueView;
import org.schedlab.spi.Settings;
import org.schedlab.spi.StateReader;
import org.schedlab.spi.StateWriter;

/**
 * What all generations of EEVDF share (6.6 onwards): the weighted average of virtual time, eligibility, the pick over a deadline-sorted tree,
 * the next buddy. The generations differ in when the zero point moves, how lag is kept, and what protects a slice.
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

    Eevdf(Settings settings) {
        baseSliceNs = settings.tunable("base_slice_ns");
        tickNs = settings.tunable("tick_ns");
        runToParity = settings.isOn("RUN_TO_PARITY");
        placeLag = settings.isOn("PLACE_LAG");
        placeDeadlineInitial = settings.isOn("PLACE_DEADLINE_INITIAL");
        nextBuddy = settings.isOn("NEXT_BUDDY");
        wakeupPreemption = settings.isOn("WAKEUP_PREEMPTION");
    }

    @Override
    public EevdfEntity newEntity(EntityView entity) {
        return new EevdfEntity(entity, baseSliceNs);
    }

    /** Whether an entity is eligible: its vruntime is not after the average, tested without a division (entity_eligible). */
    @Override
    public boolean eligible(EevdfQueue q, EevdfEntity e) {
        return eligibleAt(q, e.vruntime);
    }

    /** vruntime_eligible: Σ w·(v − v0) ≥ (vruntime − v0)·Σ w, the running entity included; the product wraps as in the kernel. */
    boolean eligibleAt(EevdfQueue q, long vruntime) {
        long sum = q.sumWv;
        long weight = q.sumW;
        EevdfEntity c = q.queuedCurr();
        if (c != null) {
            sum += c.sumWeight * (c.vruntime - q.v0);
            weight += c.sumWeight;
        }
        return sum >= (vruntime - q.v0) * weight;
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

    /** The eligible entity with the earliest deadline, the running one included unless it is null here (pick_eevdf after its shortcuts). */
    @Nullable
    EevdfEntity earliestEligible(EevdfQueue q, @Nullable EevdfEntity curr) {
        EevdfEntity best = q.tree.first();
        if (best == null || !eligibleAt(q, best.vruntime)) {
            best = descend(q);
        }
        if (best == null || (curr != null && curr.deadline - best.deadline < 0)) {
            return curr;
        }
        return best;
    }

    /** Left as long as the left subtree holds an eligible entity, then this node, then right. */
    private @Nullable EevdfEntity descend(EevdfQueue q) {
        EevdfEntity node = q.tree.root();
        while (node != null) {
            EevdfEntity left = node.left;
            if (left != null && eligibleAt(q, left.minVruntime)) {
                node = left;
            } else if (eligibleAt(q, node.vruntime)) {
                return node;
            } else {
                node = node.right;
            }
        }
        return null;
    }

    @Override
    public void fork(EevdfQueue q, @Nullable EevdfEntity parent, EevdfEntity child) {}

    @Override
    public void migrate(EevdfQueue from, EevdfEntity e, EevdfQueue to, Migration why) {}

    @Override
    public int tick(EevdfQueue q, EevdfEntity curr, boolean hrtick) {
        return 0;
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

    abstract boolean slicesFollowRotation();

    @Override
    public EevdfQueue newQueue(QueueView queue) {
        return new EevdfQueue(queue, slicesFollowRotation());
    }
}
