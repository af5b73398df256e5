package org.schedlab.policies.placement;

import java.util.List;
import org.schedlab.spi.Settings;
import org.schedlab.spi.Switch;
import org.schedlab.spi.Tunable;
import org.schedlab.topology.input.InvalidInputException;

/** Switches and tunables of placement, one per line. Defaults by release are in the profiles. */
public final class PlacementSwitches {

    /** The kernel's features, and switches for what was discussed but is no feature. */
    public static final List<Switch> SWITCHES = List.of(
            feature("WA_IDLE", "4.14+", "wake_affine: idle test"),
            feature("WA_WEIGHT", "4.14+", "wake_affine: load comparison"),
            feature("WA_BIAS", "4.14+", "wake_affine: bias the comparison by half the imbalance percentage"),
            feature("SIS_UTIL", "6.0+", "idle search: budget from the utilisation of the last level cache"),
            feature("SIS_PROP", "4.14 to 6.7", "idle search: budget from idle time and the cost of searching"),
            feature("SIS_AVG_CPU", "4.9 to 5.11", "idle search: only when idle times are long against its cost"),
            feature("BALANCE_WAKE", "none", "every domain has SD_BALANCE_WAKE: wakeups may take the slow path"),
            feature("IDLE_FALLTHROUGH", "none", "4.0: no idle sibling, so go on into the slow path (LKML 2015)"),
            new Switch(
                    "WAKE_WIDE",
                    true,
                    "none",
                    "wakers of many are not followed (wake_wide); off only in the debug patch of LKML 2015"),
            feature("PREFER_IDLE", "none", "4.0: any idle CPU of the cache before a busy one (LKML 2015)"),
            feature("PREFER_IDLE_UNREPAIRED", "none", "4.0: the same, with the mistake about affinity found in review"),
            feature(
                    "WAKE_IDLE",
                    "none",
                    "4.0: the nearest idle CPU of the machine, as before 2.6.32 (control of LKML 2015)"),
            feature("CAPACITY_AWARE", "none", "4.16: avoid CPUs of reduced capacity (LKML 2018)"),
            feature("CAPACITY_STRICT_CORE", "none", "and cores with a reduced thread"),
            feature("CAPACITY_BEST", "none", "but take the largest capacity when all are reduced"),
            feature("CAPACITY_SMT_LARGEST", "none", "among siblings take the largest capacity at once"),
            feature("CAPACITY_RECENT", "none", "avoid a reduced recently used CPU too"),
            feature("WA_PREV_IDLE", "5.11+", "wake_affine: an idle previous CPU wins before loads are compared"));

    /** Which generation's code runs. */
    public static final List<Tunable> TUNABLES = List.of(Tunable.oneOf(
            "placement_generation",
            612,
            "all",
            "whose select_task_rq_fair: 40, 412, 416, 510, 61, 68, 612 or 73",
            Generation.tags()));

    /** Switches that only some generations know, with the first and the last of them. */
    private record Span(String name, Generation first, Generation last) {}

    private static final List<Span> SPANS = List.of(
            new Span("IDLE_FALLTHROUGH", Generation.V4_0, Generation.V4_0),
            new Span("PREFER_IDLE", Generation.V4_0, Generation.V4_0),
            new Span("PREFER_IDLE_UNREPAIRED", Generation.V4_0, Generation.V4_0),
            new Span("WAKE_IDLE", Generation.V4_0, Generation.V4_0),
            new Span("CAPACITY_AWARE", Generation.V4_12, Generation.V5_10),
            new Span("WA_PREV_IDLE", Generation.V4_16, Generation.V7_3));

    private PlacementSwitches() {}

    /** A switch that is on and does nothing would pass for a variant that changes nothing. */
    static void refuseWithoutEffect(Settings settings, Generation generation) {
        for (Span span : SPANS) {
            boolean knows = generation.since(span.first) && (generation.before(span.last) || generation == span.last);
            if (settings.isOn(span.name) && !knows) {
                throw new InvalidInputException(
                        "switches",
                        0,
                        "switch (" + span.name + ") has no effect on the placement of " + generation.release(),
                        span.first == span.last
                                ? "kernel " + span.first.release() + " was meant."
                                : "a kernel from " + span.first.release() + " to " + span.last.release()
                                        + " was meant.");
            }
        }
    }

    private static Switch feature(String name, String releases, String meaning) {
        return new Switch(name, false, releases, meaning);
    }
}
