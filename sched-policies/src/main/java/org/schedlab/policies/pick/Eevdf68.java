package org.schedlab.policies.pick;

import org.jspecify.annotations.Nullable;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.Op;
import org.schedlab.spi.PreemptContext;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.spi.Settings;
import org.schedlab.spi.Verdict;

/**
 * EEVDF as of 6.8.0: min_vruntime, which only moves forward, is the zero point; every sleeper leaves at once; all slices have the base length; a
 * new task is placed at fork and again when it is queued, so that its first request is a whole one.
 */
final class Eevdf68 extends EevdfByVlag {

    Eevdf68(Settings settings) {
        super(settings, false);
    }

    /** update_min_vruntime: the smallest vruntime of current and tree, never backwards. */
    private static void advanceZero(EevdfQueue q, @Nullable EevdfEntity leaving) {
        EevdfEntity c = q.queuedCurr();
        if (c == leaving) {
            c = null;
        }
        boolean waiting = q.tree.size() != 0;
        long candidate = q.v0;
        if (c != null && (!waiting || c.vruntime - q.tree.minVruntime() < 0)) {
            candidate = c.vruntime;
        } else if (waiting) {
            candidate = q.tree.minVruntime();
        }
        if (candidate - q.v0 > 0) {
            q.moveZero(candidate - q.v0);
        }
    }

    @Override
    public int charge(EevdfQueue q, EevdfEntity curr, long execNs) {
        curr.vruntime += curr.virtual(execNs);
        int verdict = 0;
        if (curr.vruntime - curr.deadline >= 0) {
            curr.sliceNs = baseSliceNs;
            curr.deadline = curr.vruntime + curr.virtual(curr.sliceNs);
            if (q.count() > 1) {
                verdict = Verdict.RESCHED | Verdict.CLEAR;
            }
        }
        advanceZero(q, null);
        return verdict;
    }

    @Override
    public void fork(EevdfQueue q, @Nullable EevdfEntity parent, EevdfEntity child) {
        place(q, child, Op.INITIAL);
    }

    @Override
    public void arrive(EevdfQueue q, EevdfEntity e, int flags) {
        // Placed a second time, and not as a new one: this is what makes the first request a whole one in this release.
        place(q, e, flags & ~Op.INITIAL);
        if (e != q.curr) {
            q.insert(e);
        }
    }

    private void place(EevdfQueue q, EevdfEntity e, int flags) {
        e.sliceNs = baseSliceNs;
        e.vruntime = joiningVruntime(q, e, average(q));
        e.deadline = e.vruntime + firstRequest(e, flags);
    }

    @Override
    public boolean wantsDelay(EevdfQueue q, EevdfEntity e, int flags) {
        return false;
    }

    @Override
    public void leave(EevdfQueue q, EevdfEntity e, int flags) {
        e.vlag = lag(e, average(q));
        if (e.inTree) {
            q.remove(e);
        }
        if ((flags & Op.SAVE) == 0) {
            advanceZero(q, e);
        }
    }

    @Override
    public boolean requeueDelayed(EevdfQueue q, EevdfEntity e) {
        return false;
    }

    @Override
    public void finishDelayed(EevdfQueue q, EevdfEntity e) {}

    @Override
    public @Nullable EntityView pick(EevdfQueue q, @Nullable EevdfEntity curr, int flags) {
        EevdfEntity next = q.next;
        if (nextBuddy && next != null && eligible(q, next)) {
            statistics.countBuddy();
            return next.view;
        }
        EevdfEntity best = pickEevdf(q, runToParity);
        return best == null ? null : best.view;
    }

    @Override
    public int wakeupTask(EevdfQueue q, EevdfEntity curr, EevdfEntity wakee, int flags) {
        int mark = nextBuddy && (flags & Op.FORK) == 0 ? Verdict.MARK_NEXT : 0;
        if (q.view.resched()) {
            return mark;
        }
        if (curr.view.policy() == SchedulingPolicy.IDLE && wakee.view.policy() != SchedulingPolicy.IDLE) {
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
            return Verdict.PREEMPT;
        }
        if (currIdle != wakeeIdle) {
            return 0;
        }
        context.charge();
        return pickEevdf(q, runToParity) == wakee ? Verdict.PREEMPT : 0;
    }

    @Override
    public int yieldTask(EevdfQueue q, EevdfEntity curr) {
        curr.deadline += curr.virtual(curr.sliceNs);
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
        if (reweightKeepsLag) {
            boolean inTree = e.inTree;
            if (inTree) {
                q.remove(e);
            }
            // The average of this release is that of the others when the entity waits in the tree.
            long average = average(q);
            if (average != e.vruntime) {
                e.vruntime = average - (average - e.vruntime) * oldWeight / (int) weight;
            }
            e.deadline = average + (e.deadline - average) * oldWeight / (int) weight;
            e.setWeight(weight, tableInv);
            if (inTree) {
                q.insert(e);
            }
        } else {
            reweightInPlace(q, e, weight, tableInv);
        }
        advanceZero(q, null);
    }
}
