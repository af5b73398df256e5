package org.schedlab.testkit;

import org.schedlab.arith.CalcDelta;
import org.schedlab.arith.Weights;
import org.schedlab.spi.Settings;

/**
 * What the probes must know of a generation of EEVDF.
 *
 * @param release which one
 * @param tickNs length of a tick, part of the bound of lag
 * @param reweightKeepsLag whether a change of weight moves vruntime and deadline
 */
public record EevdfRules(Release release, long tickNs, boolean reweightKeepsLag) {

    /** The generations. */
    public enum Release {
        /** Lag bounded by two slices; a reweight measures a waiting entity against the others alone and does not clamp. */
        V6_8,
        /** Lag bounded by two slices, in a reweight as well. */
        V6_12,
        /** Lag bounded by the longest slice and a tick; protection by a virtual time. */
        V7_3
    }

    /** The rules of a profile, by its alias. */
    public static EevdfRules of(String alias, Settings settings) {
        Release release = switch (alias) {
            case "6.8" -> Release.V6_8;
            case "6.12" -> Release.V6_12;
            case "7.3" -> Release.V7_3;
            default -> throw new IllegalArgumentException("kernel (" + alias + ") has no EEVDF to probe");
        };
        return new EevdfRules(release, settings.tunable("tick_ns"), settings.isOn("REWEIGHT_KEEPS_LAG"));
    }

    /** The largest lag, in virtual time of an entity of the weight; the larger of both reciprocals where the release uses one. */
    long limit(long weight, long sliceNs, long longestSliceNs) {
        if (release == Release.V7_3) {
            return CalcDelta.fairDivide(longestSliceNs + tickNs, weight);
        }
        long realNs = Math.max(2 * sliceNs, tickNs);
        long computed = CalcDelta.fair(realNs, weight, Weights.inverse(weight));
        long table = Weights.tableInverse(Weights.scaleLoadDown(weight));
        return table == 0 ? computed : Math.max(computed, CalcDelta.fair(realNs, weight, table));
    }
}
