package org.schedlab.cgroup;

import org.jspecify.annotations.Nullable;
import org.schedlab.arith.Shares;
import org.schedlab.arith.Weights;
import org.schedlab.cgroup.bandwidth.BandwidthRules;
import org.schedlab.cgroup.bandwidth.CfsBandwidth;

/**
 * The cpu settings of a group, with the kernel's limits. Immutable. Follows sched_group_set_shares, sched_group_set_idle and
 * tg_set_cfs_bandwidth (6.12).
 *
 * @param shares full-resolution shares, 1048576 by default
 * @param idle whether the group counts as SCHED_IDLE ({@code cpu.idle})
 * @param quotaNs run time per period in ns, or {@link CfsBandwidth#NO_QUOTA}
 * @param periodNs period in ns
 * @param burstNs quota that may be saved up for later periods, ns
 */
public record CpuControl(long shares, boolean idle, long quotaNs, long periodNs, long burstNs) {

    private static final long US = 1_000;
    private static final int RATIO_BITS = 20;

    /** A new group. */
    public static final CpuControl DEFAULT =
            new CpuControl(Shares.DEFAULT_SHARES, false, CfsBandwidth.NO_QUOTA, CfsBandwidth.DEFAULT_PERIOD_NS, 0);

    /** What {@code cpu.weight} reads. */
    public int weight() {
        return Weights.sharesToCpuWeight(shares);
    }

    /** What {@code cpu.weight.nice} reads. */
    public int weightNice() {
        return Weights.sharesToCpuWeightNice(shares);
    }

    /** Whether the group's run time is limited. */
    public boolean limited() {
        return quotaNs != CfsBandwidth.NO_QUOTA;
    }

    /** Quota per period as a fixed-point number of 20 fractional bits (to_ratio); {@link Long#MAX_VALUE} without a limit. */
    public long ratio() {
        return limited() ? Long.divideUnsigned((quotaNs / US) << RATIO_BITS, periodNs / US) : Long.MAX_VALUE;
    }

    CpuControl withShares(String what, long newShares) {
        if (idle) {
            throw new WriteRefusedException(
                    what, Errno.EINVAL, "the group is idle, its weight cannot be set", "cpu.idle 0 comes first.");
        }
        return new CpuControl(Shares.clampSettable(newShares), false, quotaNs, periodNs, burstNs);
    }

    /** The former weight is not restored when a group stops being idle. */
    CpuControl withIdle(boolean nowIdle) {
        if (nowIdle == idle) {
            return this;
        }
        long newShares = nowIdle ? Weights.scaleLoad(Weights.WEIGHT_IDLEPRIO) : Shares.DEFAULT_SHARES;
        return new CpuControl(newShares, nowIdle, quotaNs, periodNs, burstNs);
    }

    CpuControl withBandwidth(String what, long newQuotaNs, long newPeriodNs, long newBurstNs) {
        if (newQuotaNs != CfsBandwidth.NO_QUOTA && newQuotaNs < BandwidthRules.MIN_PERIOD_NS) {
            throw invalid(what, "the quota (" + newQuotaNs / US + " us) is below 1000 us", "max lifts the limit.");
        }
        if (newPeriodNs < BandwidthRules.MIN_PERIOD_NS) {
            throw invalid(what, "the period (" + newPeriodNs / US + " us) is below 1000 us", null);
        }
        if (newPeriodNs > BandwidthRules.MAX_PERIOD_NS) {
            throw invalid(what, "the period (" + newPeriodNs / US + " us) is above 1000000 us", null);
        }
        if (newQuotaNs > BandwidthRules.MAX_RUNTIME_NS) {
            throw invalid(
                    what,
                    "the quota (" + newQuotaNs / US + " us) is above " + BandwidthRules.MAX_RUNTIME_NS / US + " us",
                    "max lifts the limit.");
        }
        if (newQuotaNs != CfsBandwidth.NO_QUOTA
                && (newBurstNs > newQuotaNs || newBurstNs + newQuotaNs > BandwidthRules.MAX_RUNTIME_NS)) {
            throw invalid(
                    what,
                    "the burst (" + newBurstNs / US + " us) is above the quota (" + newQuotaNs / US + " us)",
                    "the quota is written before the burst, the burst lowered before the quota.");
        }
        return new CpuControl(shares, idle, newQuotaNs, newPeriodNs, newBurstNs);
    }

    private static WriteRefusedException invalid(String what, String why, @Nullable String maybe) {
        return new WriteRefusedException(what, Errno.EINVAL, why, maybe);
    }
}
