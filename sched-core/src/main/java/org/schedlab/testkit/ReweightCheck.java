package org.schedlab.testkit;

import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.arith.Weights;
import org.schedlab.testkit.EevdfRules.Release;
import org.schedlab.testkit.Timeline.Row;

/**
 * One change of weight, from w to w′, on a queue whose weights sum up to W′ afterwards.
 *
 * <p>Lag is measured against the average rounded down and scaled with truncation, each off by less than 1. So against that average w′ · lag′ differs
 * from w · lag by at most w′, and the exact average moves by at most 1 + |w′ − w| / W′. The latter needs weights that are whole in the resolution
 * in which they count. In 6.8 a waiting entity is measured against the others alone: its w · lag against them is kept, and the average of all
 * moves.
 *
 * @param rules the generation
 * @param before all queued entities before
 * @param after and after, in the same order
 * @param old the entity before
 * @param changed and after
 * @param zero zero point from which virtual times are measured
 * @param running whether it is the queue's current
 */
record ReweightCheck(
        EevdfRules rules, List<Row> before, List<Row> after, Row old, Row changed, long zero, boolean running) {

    /** What is wrong, or null; {@code limit} bounds lag. */
    @Nullable
    String fault(long limit, ProbeCounts counts) {
        counts.reweights++;
        for (int i = 0; i < before.size(); i++) {
            Row a = before.get(i);
            Row b = after.get(i);
            if (a.view() != old.view() && (a.vruntime() != b.vruntime() || a.deadline() != b.deadline())) {
                return "the change of weight of " + old.view() + " moved " + a.view();
            }
        }
        long weight = Timeline.weight(before);
        long newWeight = Timeline.weight(after);
        long moment = Timeline.moment(before, zero);
        long newMoment = Timeline.moment(after, zero);
        long average = Math.floorDiv(moment, weight);
        long step = changed.sumWeight() - old.sumWeight();
        long key = old.vruntime() - zero;
        counts.lastPredicted = product(step, key - average)
                .divide(BigInteger.valueOf(newWeight))
                .longValueExact();
        counts.lastJump = Math.floorDiv(newMoment, newWeight) - average;
        counts.largestJump = Math.max(counts.largestJump, Math.abs(counts.lastJump));
        long slack = Math.abs(step) / newWeight;
        if (!rules.reweightKeepsLag()) {
            boolean near = Math.abs(counts.lastJump - counts.lastPredicted) <= 2 + slack;
            return near ? null : "the average jumped by " + counts.lastJump + ", predicted was " + counts.lastPredicted;
        }
        if (rules.release() == Release.V6_8 && !running) {
            long others = weight - old.sumWeight();
            long othersMoment = moment - Math.multiplyExact(old.sumWeight(), key);
            return others == 0 ? null : lagKept(Math.floorDiv(othersMoment, others));
        }
        if (rules.release() != Release.V6_8 && Math.abs(average - key) >= limit) {
            counts.clamped++;
            return null;
        }
        BigInteger moved =
                product(newMoment, weight).subtract(product(moment, newWeight)).abs();
        if (whole() && moved.compareTo(product(newWeight + Math.abs(step), weight)) > 0) {
            return "the average moved by " + counts.lastJump + " when the weight of " + old.view() + " went from "
                    + old.sumWeight() + " to " + changed.sumWeight();
        }
        return lagKept(average);
    }

    /** Whether both weights count in the sums without loss of resolution. */
    private boolean whole() {
        return rules.release() == Release.V7_3
                || (old.weight() == Weights.scaleLoad(old.sumWeight())
                        && changed.weight() == Weights.scaleLoad(changed.sumWeight()));
    }

    private @Nullable String lagKept(long average) {
        BigInteger was = product(old.weight(), average - (old.vruntime() - zero));
        BigInteger is = product(changed.weight(), average - (changed.vruntime() - zero));
        if (was.subtract(is).abs().compareTo(BigInteger.valueOf(changed.weight())) <= 0) {
            return null;
        }
        return "w * lag of " + old.view() + " went from " + was + " to " + is + ", more than truncation explains";
    }

    private static BigInteger product(long a, long b) {
        return BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
    }
}
