package org.schedlab.policies.pick;

import org.jspecify.annotations.Nullable;
import org.schedlab.arith.Weights;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.Op;
import org.schedlab.spi.PreemptContext;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.spi.Settings;
import org.schedlab.spi.Verdict;

/**
 * EEVDF as of 7.3.4: one timeline per CPU on which tasks count with their hierarchical weight in full resolution; a running slice is protected up
 * to a virtual time of its own ({@code vprot}); lag is bounded by the longest slice of the queue and a tick; reschedules are lazy.
 */
final class Eevdf73 extends Eevdf {

    private static final int PREEMPT = Verdict.PREEMPT | Verdict.LAZY;

    private final boolean placeRelDeadline;
    private final boolean preemptShort;
    private final boolean pickBuddy;
    private final boolean delayDequeue;
    private final boolean delayZero;
    private final long normalizedBaseSliceNs;
    private final long migrationCostNs;

    Eevdf73(Settings settings) {
        super(settings, true, true);
        placeRelDeadline = settings.isOn("PLACE_REL_DEADLINE");
        preemptShort = settings.isOn("PREEMPT_SHORT");
        pickBuddy = settings.isOn("PICK_BUDDY");
        delayDequeue = settings.isOn("DELAY_DEQUEUE");
        delayZero = settings.isOn("DELAY_ZERO");
        normalizedBaseSliceNs = settings.tunable("normalized_base_slice_ns");
        migrationCostNs = settings.tunable("migration_cost_ns");
    }

    @Override
    boolean isProtected(EevdfEntity e) {
        return e.vruntime - e.vprot < 0;
    }

    private void cancelProtection(EevdfEntity e) {
        if (isProtected(e)) {
            e.vprot = e.vruntime;
        }
    }

    /** set_protect_slice: up to the deadline, or sooner when a shorter slice waits. */
    private void protect(EevdfQueue q, EevdfEntity e) {
        long slice = Math.min(runToParity ? minSlice(q) : normalizedBaseSliceNs, e.sliceNs);
        e.vprot = e.deadline;
        if (slice != e.sliceNs) {
            long bound = preemptShort ? firstIneligible(q) : e.vruntime + e.virtual(slice);
            e.vprot = earlier(e.vprot, bound);
        }
    }

    /** The first virtual time that is not eligible, without the running entity. */
    private static long firstIneligible(EevdfQueue q) {
        return q.v0 + (q.sumW == 0 ? 0 : Math.floorDiv(q.sumWv, q.sumW)) + 1;
    }

    /** update_protect_slice: after a wakeup that did not preempt, the newcomer's slice may shorten the protection. */
    private void shortenProtection(EevdfQueue q, EevdfEntity e) {
        e.vprot = earlier(e.vprot, earlier(e.vruntime, average(q)) + e.virtual(minSlice(q)));
    }

    private static long earlier(long a, long b) {
        return b - a < 0 ? b : a;
    }

    private static long maxSlice(EevdfQueue q) {
        EevdfEntity c = q.queuedCurr();
        long max = c == null ? 0 : c.sliceNs;
        EevdfEntity root = q.tree.root();
        return root == null ? max : Math.max(max, root.maxSliceNs);
    }

    /** Lag at the average {@code average}, bounded by the longest slice of the queue and a tick (entity_lag). */
    private long lag(EevdfQueue q, EevdfEntity e, long average) {
        return clamp(average - e.vruntime, e.virtual(maxSlice(q) + tickNs));
    }

    /** update_entity_lag: takes the lag; whether it differs from where the entity stands. */
    private boolean takeLag(EevdfQueue q, EevdfEntity e) {
        long average = average(q);
        long lag = lag(q, e, average);
        if (e.view.delayed()) {
            // What a delayed sleeper lost it gets back while it waits, and no more.
            lag = Math.max(lag, e.vlag);
            if (delayZero) {
                lag = Math.min(lag, 0);
            }
        }
        e.vlag = lag;
        return average - lag != e.vruntime;
    }

    /** update_deadline: whether the request is consumed; then the next one begins. */
    private boolean renew(EevdfQueue q, EevdfEntity e) {
        if (e.vruntime - e.deadline < 0) {
            return false;
        }
        if (!e.customSlice) {
            e.sliceNs = baseSliceNs;
        }
        e.deadline = e.vruntime + e.virtual(e.sliceNs);
        average(q);
        return true;
    }

    @Override
    public int charge(EevdfQueue q, EevdfEntity curr, long execNs) {
        curr.vruntime += curr.virtual(execNs);
        boolean consumed = renew(q, curr);
        if (q.count() == 1) {
            return 0;
        }
        return consumed || !isProtected(curr) ? Verdict.RESCHED | Verdict.LAZY | Verdict.CLEAR : 0;
    }

    @Override
    public void arrive(EevdfQueue q, EevdfEntity e, int flags) {
        place(q, e, flags);
        if (e != q.curr) {
            q.insert(e);
        }
    }

    private void place(EevdfQueue q, EevdfEntity e, int flags) {
        long average = average(q);
        if (!e.customSlice) {
            e.sliceNs = baseSliceNs;
        }
        long lag = 0;
        boolean moveZero = false;
        EevdfEntity c = q.queuedCurr();
        int others = q.tree.size() + (c != null && c != e ? 1 : 0);
        if (placeLag && others > 0 && e.vlag != 0) {
            long load = q.sumW + (c != null ? c.sumWeight : 0);
            lag = e.vlag + e.vlag * e.sumWeight / (load == 0 ? 1 : load);
            moveZero = e.sumWeight > load;
        }
        e.vruntime = average - lag;
        if (moveZero) {
            // A heavy entity will drag the average to itself; the zero point goes ahead and keys stay small.
            q.moveZero(-lag);
        }
        if (placeRelDeadline && e.relDeadline) {
            e.deadline += e.vruntime;
            e.relDeadline = false;
            return;
        }
        long request = e.virtual(e.sliceNs);
        if (placeDeadlineInitial && (flags & Op.INITIAL) != 0) {
            request /= 2;
        }
        e.deadline = e.vruntime + request;
    }

    @Override
    public boolean wantsDelay(EevdfQueue q, EevdfEntity e, int flags) {
        takeLag(q, e);
        return delayDequeue && !eligible(q, e);
    }

    @Override
    public void leave(EevdfQueue q, EevdfEntity e, int flags) {
        // Taken again after wantsDelay: nothing has moved in between, so the answer is the same.
        takeLag(q, e);
        if (placeRelDeadline && (flags & Op.SLEEP) == 0) {
            e.deadline -= e.vruntime;
            e.relDeadline = true;
        }
        if (e.inTree) {
            q.remove(e);
        }
    }

    @Override
    public boolean requeueDelayed(EevdfQueue q, EevdfEntity e) {
        if (!takeLag(q, e)) {
            return false;
        }
        boolean queued = e.inTree;
        if (queued) {
            q.remove(e);
        }
        place(q, e, 0);
        if (queued) {
            q.insert(e);
        }
        return true;
    }

    @Override
    public void finishDelayed(EevdfQueue q, EevdfEntity e) {}

    @Override
    public @Nullable EntityView pick(EevdfQueue q, @Nullable EevdfEntity curr, int flags) {
        EevdfEntity best = choose(q, (flags & Op.NOPROTECT) == 0);
        return best == null ? null : best.view;
    }

    /** pick_eevdf with the buddy inside; {@code protect} respects buddy and protection, whatever RUN_TO_PARITY says. */
    private @Nullable EevdfEntity choose(EevdfQueue q, boolean protect) {
        EevdfEntity next = q.next;
        if (protect && pickBuddy && next != null && q.count() > 1 && eligible(q, next)) {
            statistics.countBuddy();
            return next;
        }
        return pickEevdf(q, protect);
    }

    @Override
    public void setNext(EevdfQueue q, EevdfEntity e, boolean first) {
        if (e.inTree) {
            q.remove(e);
        }
        if (first) {
            protect(q, e);
        }
        e.prevSumExec = e.view.sumExec();
        q.curr = e;
    }

    @Override
    public int wakeupTask(EevdfQueue q, EevdfEntity curr, EevdfEntity wakee, int flags) {
        if (q.view.resched() && !preemptShort) {
            return 0;
        }
        if (curr.view.policy() == SchedulingPolicy.IDLE && wakee.view.policy() != SchedulingPolicy.IDLE) {
            cancelProtection(curr);
            return PREEMPT;
        }
        return wakeupPreemption ? Verdict.GO : 0;
    }

    @Override
    public int wakeupLevel(EevdfQueue q, EevdfEntity curr, EevdfEntity wakee, PreemptContext context) {
        context.charge();
        int flags = context.flags();
        boolean shorter = preemptShort && wakee.sliceNs < curr.sliceNs;
        if (wakee.view.policy() != SchedulingPolicy.NORMAL || (flags & Op.FORK) != 0) {
            return keepRunning(q, curr);
        }
        if (nextBuddy && offerBuddy(q, wakee) && (flags & Op.SYNC) != 0) {
            return afterSync(q, curr, wakee, flags);
        }
        EevdfEntity best = choose(q, !shorter);
        while (best != null && best.view.delayed()) {
            context.finish(best.view);
            best = choose(q, !shorter);
        }
        if (best == wakee || (shorter && eligible(q, wakee))) {
            EevdfEntity next = q.next;
            if (shorter && (next == null || next.sliceNs >= wakee.sliceNs)) {
                q.next = wakee;
            }
            cancelProtection(curr);
            return PREEMPT;
        }
        return keepRunning(q, curr);
    }

    private int keepRunning(EevdfQueue q, EevdfEntity curr) {
        if (runToParity) {
            shortenProtection(q, curr);
        }
        return 0;
    }

    /** Makes the wakee the next buddy unless the present one has the earlier deadline. */
    private static boolean offerBuddy(EevdfQueue q, EevdfEntity wakee) {
        EevdfEntity next = q.next;
        if (wakee.view.idle() || (next != null && next.deadline - wakee.deadline < 0)) {
            return false;
        }
        q.next = wakee;
        return true;
    }

    /** The waker is about to sleep: let it, unless the wakee is due sooner and the waker has run for the cost of a migration. */
    private int afterSync(EevdfQueue q, EevdfEntity curr, EevdfEntity wakee, int flags) {
        long thresholdNs = (flags & Op.RQ_SELECTED) != 0 ? migrationCostNs / 4 : migrationCostNs;
        if (wakee.deadline - curr.deadline < 0 && q.view.clockTask() - curr.view.execStart() >= thresholdNs) {
            cancelProtection(curr);
            return PREEMPT;
        }
        return 0;
    }

    @Override
    public int tick(EevdfQueue q, EevdfEntity curr, boolean hrtickFired) {
        return hrtickFired ? Verdict.RESCHED | Verdict.LAZY : 0;
    }

    /**
     * The rest of the request in real time, however often it was interrupted: recordings of 7.3.4 stop a request of which 826 ns were left after
     * the shortest time of the timer, where earlier releases count the slice from when the task was set to run.
     */
    @Override
    public long sliceEndNs(EevdfQueue q, EevdfEntity curr) {
        return (curr.deadline - curr.vruntime) * curr.weight / Weights.NICE_0_LOAD;
    }

    @Override
    public int yieldTask(EevdfQueue q, EevdfEntity curr) {
        if (eligible(q, curr)) {
            curr.vruntime = curr.deadline;
            renew(q, curr);
        }
        return 0;
    }

    @Override
    public void reweight(EevdfQueue q, EevdfEntity e, long weight, boolean tableInv, boolean queued) {
        long oldWeight = e.weight;
        if (weight == oldWeight) {
            return;
        }
        if (!queued) {
            e.vlag = e.vlag * oldWeight / weight;
            if (e.relDeadline) {
                e.deadline = e.deadline * oldWeight / weight;
            }
            e.setWeight(weight, tableInv);
            return;
        }
        if (!reweightKeepsLag) {
            reweightInPlace(q, e, weight, tableInv);
            return;
        }
        boolean keepsProtection = e == q.curr && isProtected(e);
        long average = average(q);
        long lag = lag(q, e, average);
        boolean inTree = e.inTree;
        if (inTree) {
            q.remove(e);
        }
        e.vlag = lag * oldWeight / weight;
        e.deadline = average + (e.deadline - average) * oldWeight / weight;
        if (keepsProtection) {
            e.vprot = average + (e.vprot - average) * oldWeight / weight;
        }
        e.vruntime = average - e.vlag;
        e.setWeight(weight, tableInv);
        if (inTree) {
            q.insert(e);
        }
    }
}
