package org.schedlab.policies.pick;

import org.jspecify.annotations.Nullable;
import org.schedlab.spi.Buddy;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.Migration;
import org.schedlab.spi.Op;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PreemptContext;
import org.schedlab.spi.QueueView;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.spi.Settings;
import org.schedlab.spi.StateReader;
import org.schedlab.spi.StateWriter;
import org.schedlab.spi.Verdict;

/**
 * CFS (2.6.23 to 6.5): the smallest vruntime runs, for its share of a latency period; sleepers are credited; three buddies bend the order while
 * it costs no more than the wakeup granularity. Bit-exact for 6.1.192; earlier releases by switches. Picking is O(1), queueing O(log n), slices
 * O(depth). One thread.
 */
final class Cfs implements PickPolicy<CfsQueue, CfsEntity> {

    /** Beyond this sleep of 2^63 / 1024 ns virtual times can no longer be compared. */
    private static final long LONG_SLEEP_NS = 1L << 53;

    private final CfsSlice slices;
    private final long wakeupGranularityNs;
    private final boolean startDebit;
    private final boolean gentleFairSleepers;
    private final boolean longSleeperRule;
    private final boolean nextBuddy;
    private final boolean lastBuddy;
    private final boolean wakeupPreemption;
    private final boolean hrtickAlone;

    /** The wakeup under way: whether it has marked its wakee already, and whether buddies are worth it on the current's own queue. */
    private boolean nextMarked;

    private boolean crowded;

    Cfs(Settings settings) {
        slices = new CfsSlice(settings);
        wakeupGranularityNs = settings.tunable("wakeup_granularity_ns");
        startDebit = settings.isOn("START_DEBIT");
        gentleFairSleepers = settings.isOn("GENTLE_FAIR_SLEEPERS");
        longSleeperRule = settings.isOn("LONG_SLEEPER_RULE");
        nextBuddy = settings.isOn("NEXT_BUDDY");
        lastBuddy = settings.isOn("LAST_BUDDY");
        wakeupPreemption = settings.isOn("WAKEUP_PREEMPTION");
        hrtickAlone = settings.isOn("HRTICK") && !settings.isOn("DOUBLE_TICK");
    }

    @Override
    public CfsQueue newQueue(QueueView queue) {
        return new CfsQueue(queue);
    }

    @Override
    public CfsEntity newEntity(EntityView entity) {
        return new CfsEntity(entity);
    }

    @Override
    public int charge(CfsQueue q, CfsEntity curr, long execNs) {
        curr.vruntime += curr.virtual(execNs);
        q.advanceMinimum(null);
        return 0;
    }

    @Override
    public void fork(CfsQueue q, @Nullable CfsEntity parent, CfsEntity child) {
        CfsEntity running = q.curr;
        if (running != null) {
            child.vruntime = running.vruntime;
        }
        place(q, child, true);
        child.vruntime -= q.minVruntime;
        child.relative = true;
    }

    /** place_entity: not before the minimum plus the debit of a new entity or minus the credit of a sleeper. */
    private void place(CfsQueue q, CfsEntity e, boolean initial) {
        long vruntime = q.minVruntime;
        if (initial && startDebit) {
            vruntime += virtualSlice(q, e);
        }
        if (!initial) {
            long credit = slices.sleeperCreditNs(e);
            vruntime -= gentleFairSleepers ? credit >> 1 : credit;
        }
        if ((longSleeperRule && sleptTooLong(q, e)) || vruntime - e.vruntime > 0) {
            e.vruntime = vruntime;
        }
    }

    private static boolean sleptTooLong(CfsQueue q, CfsEntity e) {
        long since = e.view.execStart();
        long sleptNs = q.view.clockTask() - since;
        return since != 0 && sleptNs > LONG_SLEEP_NS;
    }

    /** sched_vslice. */
    long virtualSlice(CfsQueue q, CfsEntity e) {
        return e.virtual(slices.sliceNs(q, e));
    }

    @Override
    public void arrive(CfsQueue q, CfsEntity e, int flags) {
        if (e.relative) {
            e.vruntime += q.minVruntime;
            e.relative = false;
        }
        if ((flags & Op.WAKEUP) != 0) {
            place(q, e, false);
        }
        if (e != q.curr) {
            q.tree.insert(e);
        }
    }

    @Override
    public boolean wantsDelay(CfsQueue q, CfsEntity e, int flags) {
        return false;
    }

    @Override
    public void leave(CfsQueue q, CfsEntity e, int flags) {
        if (e.inTree) {
            q.tree.remove(e);
        }
        if ((flags & Op.SLEEP) == 0) {
            // By the minimum as it still is with this entity.
            e.vruntime -= q.minVruntime;
            e.relative = true;
        }
        if ((flags & Op.SAVE) == 0) {
            q.advanceMinimum(e);
        }
    }

    @Override
    public boolean requeueDelayed(CfsQueue q, CfsEntity e) {
        return false;
    }

    @Override
    public void finishDelayed(CfsQueue q, CfsEntity e) {}

    @Override
    public void migrate(CfsQueue from, CfsEntity e, CfsQueue to, Migration why) {
        switch (why) {
            case WAKE, FORK, BALANCE -> makeRelative(from, e);
            case GROUP, CLASS -> {
                // Asleep it keeps an absolute time in the queue that it belongs to; without one, or queued, a relative
                // one.
                boolean wasRelative = e.relative;
                makeRelative(from, e);
                if (wasRelative == (why == Migration.CLASS)) {
                    e.vruntime += to.minVruntime;
                    e.relative = false;
                }
            }
        }
    }

    private static void makeRelative(CfsQueue from, CfsEntity e) {
        if (!e.relative) {
            e.vruntime -= from.minVruntime;
            e.relative = true;
        }
    }

    @Override
    public @Nullable EntityView pick(CfsQueue q, @Nullable CfsEntity running, int flags) {
        CfsEntity curr = running != null && running.view.onRq() ? running : null;
        CfsEntity first = q.tree.first();
        CfsEntity left = first == null || (curr != null && curr.vruntime - first.vruntime < 0) ? curr : first;
        if (left == null) {
            return null;
        }
        CfsEntity chosen = left;
        if (q.skip == chosen) {
            CfsEntity second = chosen == curr ? first : afterLeftmost(chosen, curr);
            if (second != null && compare(second, left) < 1) {
                chosen = second;
            }
        }
        CfsEntity next = q.next;
        CfsEntity last = q.last;
        if (next != null && compare(next, left) < 1) {
            chosen = next;
        } else if (last != null && compare(last, left) < 1) {
            chosen = last;
        }
        return chosen.view;
    }

    private static @Nullable CfsEntity afterLeftmost(CfsEntity first, @Nullable CfsEntity curr) {
        CfsEntity second = RbTree.next(first);
        return second == null || (curr != null && curr.vruntime - second.vruntime < 0) ? curr : second;
    }

    /** wakeup_preempt_entity: 1 when {@code e} is behind by more than its granularity, 0 when by less, -1 when it is not behind. */
    int compare(CfsEntity curr, CfsEntity e) {
        long ahead = curr.vruntime - e.vruntime;
        if (ahead <= 0) {
            return -1;
        }
        return ahead > e.virtual(wakeupGranularityNs) ? 1 : 0;
    }

    @Override
    public void setNext(CfsQueue q, CfsEntity e, boolean first) {
        if (e.inTree) {
            q.tree.remove(e);
        }
        e.prevSumExec = e.view.sumExec();
        q.curr = e;
    }

    @Override
    public void putPrev(CfsQueue q, CfsEntity e) {
        if (e.view.onRq()) {
            q.tree.insert(e);
        }
        q.curr = null;
    }

    @Override
    public int wakeupTask(CfsQueue q, CfsEntity curr, CfsEntity wakee, int flags) {
        // Buddies only help where not everybody can run within the latency anyway.
        crowded = q.view.nr() >= slices.nrLatency;
        nextMarked = nextBuddy && crowded && (flags & Op.FORK) == 0;
        int mark = nextMarked ? Verdict.MARK_NEXT : 0;
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
    public int wakeupLevel(CfsQueue q, CfsEntity curr, CfsEntity wakee, PreemptContext context) {
        boolean currIdle = curr.view.idle();
        boolean wakeeIdle = wakee.view.idle();
        if (currIdle != wakeeIdle) {
            return currIdle ? preempt(curr, 0) : 0;
        }
        context.charge();
        if (compare(curr, wakee) != 1) {
            return 0;
        }
        return preempt(curr, nextMarked ? 0 : Verdict.MARK_NEXT);
    }

    private int preempt(CfsEntity curr, int mark) {
        boolean remember = lastBuddy && crowded && curr.view.isTask() && curr.view.onRq();
        return Verdict.PREEMPT | mark | (remember ? Verdict.MARK_LAST : 0);
    }

    /** check_preempt_tick. */
    @Override
    public int tick(CfsQueue q, CfsEntity curr, boolean hrtickFired) {
        if (hrtickFired) {
            return Verdict.RESCHED;
        }
        if (hrtickAlone || q.view.nr() <= 1) {
            return 0;
        }
        long ideal = slices.sliceNs(q, curr);
        long ran = curr.view.sumExec() - curr.prevSumExec;
        if (Long.compareUnsigned(ran, ideal) > 0) {
            return Verdict.RESCHED | Verdict.CLEAR;
        }
        CfsEntity first = q.tree.first();
        if (ran < slices.minGranularityNs || first == null) {
            return 0;
        }
        // Real time is compared with virtual time here; the kernel means it so.
        return curr.vruntime - first.vruntime > ideal ? Verdict.RESCHED : 0;
    }

    @Override
    public int yieldTask(CfsQueue q, CfsEntity curr) {
        return Verdict.MARK_SKIP;
    }

    @Override
    public void reweight(CfsQueue q, CfsEntity e, long timelineWeight, boolean tableInv, boolean queued) {
        e.setWeight(timelineWeight, tableInv);
    }

    @Override
    public void setSlice(CfsQueue q, CfsEntity e, long ns, int custom) {}

    @Override
    public long minSlice(CfsQueue q) {
        return slices.minGranularityNs;
    }

    @Override
    public boolean mark(CfsQueue q, CfsEntity e, Buddy buddy) {
        if (buddy == Buddy.SKIP) {
            q.skip = e;
            return true;
        }
        if (!e.view.onRq() || e.view.idle()) {
            return false;
        }
        if (buddy == Buddy.NEXT) {
            q.next = e;
        } else {
            q.last = e;
        }
        return true;
    }

    @Override
    public int clear(CfsQueue q, CfsEntity e, int buddies) {
        int cleared = 0;
        if ((buddies & Buddy.NEXT.bit()) != 0 && q.next == e) {
            q.next = null;
            cleared |= Buddy.NEXT.bit();
        }
        if ((buddies & Buddy.LAST.bit()) != 0 && q.last == e) {
            q.last = null;
            cleared |= Buddy.LAST.bit();
        }
        if ((buddies & Buddy.SKIP.bit()) != 0 && q.skip == e) {
            q.skip = null;
            cleared |= Buddy.SKIP.bit();
        }
        return cleared;
    }

    @Override
    public boolean isBuddy(CfsQueue q, CfsEntity e) {
        return q.next == e || q.last == e;
    }

    @Override
    public boolean eligible(CfsQueue q, CfsEntity e) {
        return true;
    }

    @Override
    public long sliceEndNs(CfsQueue q, CfsEntity curr) {
        return slices.sliceNs(q, curr) - (curr.view.sumExec() - curr.prevSumExec);
    }

    @Override
    public void save(CfsQueue q, StateWriter w) {
        w.put("min_vruntime", q.minVruntime);
        w.ref("last", view(q.last));
        w.ref("next", view(q.next));
        w.ref("skip", view(q.skip));
    }

    private static @Nullable EntityView view(@Nullable CfsEntity e) {
        return e == null ? null : e.view;
    }

    @Override
    public void load(CfsQueue q, StateReader r) {
        q.minVruntime = r.num("min_vruntime", q.minVruntime);
        q.last = entity(r.ref("last"));
        q.next = entity(r.ref("next"));
        q.skip = entity(r.ref("skip"));
    }

    private static @Nullable CfsEntity entity(@Nullable EntityView view) {
        return view == null ? null : (CfsEntity) view.state();
    }

    @Override
    public void saveEntity(CfsEntity e, StateWriter w) {
        w.put("vruntime", e.vruntime);
        w.put("prev_sum_exec", e.prevSumExec);
        w.put("relative", e.relative ? 1 : 0);
    }

    @Override
    public void loadEntity(CfsEntity e, StateReader r) {
        e.vruntime = r.num("vruntime", e.vruntime);
        e.prevSumExec = r.num("prev_sum_exec", e.prevSumExec);
        e.relative = r.num("relative", e.relative ? 1 : 0) != 0;
    }
}
