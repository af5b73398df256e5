package org.schedlab.policies.pick;

import org.jspecify.annotations.Nullable;
import org.schedlab.arith.CalcDelta;
import org.schedlab.arith.Weights;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.QueueView;
import org.schedlab.spi.Settings;

/** How long a CFS entity may run: its share, by weight on each level, of a period within which everybody runs once (sched_slice). */
final class CfsSlice {

    final long latencyNs;
    final long minGranularityNs;
    final long nrLatency;
    private final long idleMinGranularityNs;
    private final boolean altPeriod;
    private final boolean baseSlice;
    private final boolean idleEntityRules;

    CfsSlice(Settings settings) {
        latencyNs = settings.tunable("latency_ns");
        minGranularityNs = settings.tunable("min_granularity_ns");
        idleMinGranularityNs = settings.tunable("idle_min_granularity_ns");
        nrLatency = settings.tunable("nr_latency");
        altPeriod = settings.isOn("ALT_PERIOD");
        baseSlice = settings.isOn("BASE_SLICE");
        idleEntityRules = settings.isOn("IDLE_ENTITY_RULES");
    }

    /** ns of real time; O(depth). */
    long sliceNs(CfsQueue q, CfsEntity e) {
        boolean queued = e.view.onRq();
        int runnable = (altPeriod ? q.view.cpuNr() : q.view.nr()) + (queued ? 0 : 1);
        long slice = runnable > nrLatency ? (long) runnable * minGranularityNs : latencyNs;
        slice = share(slice, q.view, e.view, e.weight);
        for (@Nullable EntityView up = e.view.parent(); up != null; up = up.parent()) {
            slice = share(slice, up.queue(), up, up.weight());
        }
        if (baseSlice) {
            boolean beside = idleEntityRules && e.view.idle() && !allIdle(q.view);
            slice = Math.max(slice, beside ? idleMinGranularityNs : minGranularityNs);
        }
        return slice;
    }

    private static long share(long slice, QueueView queue, EntityView entity, long weight) {
        long load = entity.onRq() ? queue.load() : queue.load() + weight;
        return CalcDelta.shift(slice, weight, Weights.inverse(load));
    }

    /** sched_idle_cfs_rq. */
    private static boolean allIdle(QueueView queue) {
        return queue.nr() != 0 && queue.nr() == queue.idleNr();
    }

    /** What a sleeper is credited with, before it is halved: an idle entity gets less where the release knows such. */
    long sleeperCreditNs(CfsEntity e) {
        return idleEntityRules && e.view.idle() ? minGranularityNs : latencyNs;
    }
}
