package org.schedlab.policies.pick;

import org.schedlab.spi.Op;
import org.schedlab.spi.Settings;

/**
 * What 6.8 and 6.12 share beyond {@link Eevdf}: while an entity runs, its lag field holds the deadline with which it was set, and as long as the
 * deadline is still that one the slice is protected; lag is bounded by two slices or a tick.
 */
abstract class EevdfByVlag extends Eevdf {

    EevdfByVlag(Settings settings, boolean zeroFollows) {
        super(settings, zeroFollows, false);
    }

    @Override
    final boolean isProtected(EevdfEntity e) {
        return e.vlag == e.deadline;
    }

    /** Lag of an entity at the average {@code average}, bounded (entity_lag). */
    final long lag(EevdfEntity e, long average) {
        return clamp(average - e.vruntime, e.virtual(Math.max(2 * e.sliceNs, tickNs)));
    }

    /**
     * The vruntime at which an entity joins: it gets the lag that it left with, corrected for the shift that its own weight causes
     * (place_entity).
     */
    final long joiningVruntime(EevdfQueue q, EevdfEntity e, long average) {
        long lag = 0;
        EevdfEntity c = q.queuedCurr();
        int others = q.tree.size() + (c != null && c != e ? 1 : 0);
        if (placeLag && others > 0) {
            long load = q.sumW + (c != null ? c.sumWeight : 0);
            lag = e.vlag * (load + e.sumWeight);
            lag /= load == 0 ? 1 : (int) load;
        }
        return average - lag;
    }

    /** Virtual length of the first request. */
    final long firstRequest(EevdfEntity e, int flags) {
        long length = e.virtual(e.sliceNs);
        return placeDeadlineInitial && (flags & Op.INITIAL) != 0 ? length / 2 : length;
    }

    @Override
    public void setNext(EevdfQueue q, EevdfEntity e, boolean first) {
        if (e.inTree) {
            q.remove(e);
            e.vlag = e.deadline;
        }
        e.prevSumExec = e.view.sumExec();
        q.curr = e;
    }
}
