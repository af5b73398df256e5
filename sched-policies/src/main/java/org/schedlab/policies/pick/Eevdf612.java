package org.schedlab.policies.pick;

import org.jspecify.annotations.Nullable;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.Op;
import org.schedlab.spi.PreemptContext;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.spi.Settings;
import org.schedlab.spi.Verdict;

/**
 * EEVDF as of 6.12.117: every reading of the average moves the zero point there, ineligible sleepers stay queued (DELAY_DEQUEUE), requests may
 * be given a slice, a running slice is protected until its deadline and may be broken by a shorter one (PREEMPT_SHORT).
 */
final class Eevdf612 extends EevdfByVlag {

    private final boolean placeRelDeadline;
    private final boolean preemptShort;
    private final boolean pickBuddy;
    private final boolean delayDequeue;
    private final boolean delayZero;

    Eevdf612(Settings settings) {
        super(settings, true);
        placeRelDeadline = settings.isOn("PLACE_REL_DEADLINE");
        preemptShort = settings.isOn("PREEMPT_SHORT");
        pickBuddy = settings.isOn("PICK_BUDDY");
        delayDequeue = settings.isOn("DELAY_DEQUEUE");
        delayZero = settings.isOn("DELAY_ZERO");
    }

    private void cancelProtection(EevdfEntity e) {
        if (isProtected(e)) {
            e.vlag = e.deadline + 1;
        }
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
        if (consumed || (preemptShort && !isProtected(curr) && !eligible(q, curr))) {
            return Verdict.RESCHED | Verdict.CLEAR;
        }
        return 0;
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
        e.vruntime = joiningVruntime(q, e, average);
        if (placeRelDeadline && e.relDeadline) {
            e.deadline += e.vruntime;
            e.relDeadline = false;
            return;
        }
        e.deadline = e.vruntime + firstRequest(e, flags);
    }

    @Override
    public boolean wantsDelay(EevdfQueue q, EevdfEntity e, int flags) {
        return delayDequeue && !eligible(q, e);
    }

    @Override
    public void leave(EevdfQueue q, EevdfEntity e, int flags) {
        e.vlag = lag(e, average(q));
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
        if (!delayZero) {
            return false;
        }
        e.vlag = lag(e, average(q));
        if (e.vlag <= 0) {
            return false;
        }
        boolean queued = e.inTree;
        if (queued) {
            q.remove(e);
        }
        e.vlag = 0;
        place(q, e, 0);
        if (queued) {
            q.insert(e);
        }
        return true;
    }

    @Override
    public void finishDelayed(EevdfQueue q, EevdfEntity e) {
        if (delayZero && e.vlag > 0) {
            e.vlag = 0;
        }
    }

    @Override
    public @Nullable EntityView pick(EevdfQueue q, @Nullable EevdfEntity curr, int flags) {
        EevdfEntity next = q.next;
        if (pickBuddy && next != null && eligible(q, next)) {
            statistics.countBuddy();
            return next.view;
        }
        EevdfEntity best = pickEevdf(q, runToParity);
        return best == null ? null : best.view;
    }

    @Override
    public int wakeupTask(EevdfQueue q, EevdfEntity curr, EevdfEntity wakee, int flags) {
        int mark = nextBuddy && (flags & Op.FORK) == 0 && !wakee.view.delayed() ? Verdict.MARK_NEXT : 0;
        if (q.view.resched()) {
            return mark;
        }
        boolean wakeeIdle = wakee.view.policy() == SchedulingPolicy.IDLE;
        if (curr.view.policy() == SchedulingPolicy.IDLE && !wakeeIdle) {
            cancelProtection(curr);
            return mark | Verdict.PREEMPT;
        }
        if (wakee.view.policy() != SchedulingPolicy.NORMAL || !wakeupPreemption) {
            return mark;
        }
        return mark | Verdict.GO;
    }

    @Override
    public int wakeupLevel(EevdfQueue q, EevdfEntity curr, EevdfEntity wakee, PreemptContext context) {
        boolean currIdle = curr.view.idle();
        boolean wakeeIdle = wakee.view.idle();
        if (currIdle && !wakeeIdle) {
            cancelProtection(curr);
            return Verdict.PREEMPT;
        }
        if (currIdle != wakeeIdle) {
            return 0;
        }
        context.charge();
        if (preemptShort
                && wakee.sliceNs < curr.sliceNs
                && eligible(q, wakee)
                && (wakee.deadline - curr.deadline < 0 || !eligible(q, curr))) {
            cancelProtection(curr);
        }
        return pickEevdf(q, runToParity) == wakee ? Verdict.PREEMPT : 0;
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
        if (!queued) {
            e.vlag = e.vlag * oldWeight / (int) weight;
            e.setWeight(weight, tableInv);
            return;
        }
        if (!reweightKeepsLag) {
            reweightInPlace(q, e, weight, tableInv);
            return;
        }
        long average = average(q);
        boolean inTree = e.inTree;
        if (inTree) {
            q.remove(e);
        }
        if (average != e.vruntime) {
            e.vruntime = average - lag(e, average) * oldWeight / (int) weight;
        }
        e.deadline = average + (e.deadline - average) * oldWeight / (int) weight;
        e.setWeight(weight, tableInv);
        if (inTree) {
            q.insert(e);
        }
    }
}
