package org.schedlab.policies;

import java.util.List;
import org.schedlab.spi.Switch;
import org.schedlab.spi.Tunable;

/** The kernel's sched_features and tunables that bundled policies read, one per line. Defaults by release are in the profiles. */
final class Features {

    static final List<Switch> SWITCHES = List.of(
            feature("PLACE_LAG", "6.6+", "EEVDF: keep lag across sleep"),
            feature("PLACE_DEADLINE_INITIAL", "6.6+", "EEVDF: first slice halved"),
            feature("PLACE_REL_DEADLINE", "6.12+", "EEVDF: keep the relative deadline over a dequeue without sleep"),
            feature("RUN_TO_PARITY", "6.6+", "EEVDF: protect the current until its slice ends"),
            feature("PREEMPT_SHORT", "6.12+", "EEVDF: a shorter slice may break the protection"),
            feature("NEXT_BUDDY", "all", "mark a wakee that failed to preempt as preferred next pick"),
            feature("PICK_BUDDY", "6.12+", "honour the next buddy in the pick"),
            feature("DELAY_DEQUEUE", "6.12+", "EEVDF: ineligible sleepers stay queued"),
            feature("DELAY_ZERO", "6.12+", "EEVDF: and end with lag of at most 0"),
            feature("WAKEUP_PREEMPTION", "all", "allow wakeup preemption"),
            feature("HRTICK", "all", "high-resolution tick at the end of a slice"),
            feature("UTIL_EST", "4.17+", "util_est signal"),
            feature("NONTASK_CAPACITY", "all", "interrupt and steal time reduces capacity"));

    static final List<Tunable> TUNABLES = List.of(
            new Tunable("base_slice_ns", 700_000, 100_000, 1_000_000_000, true, "6.6+", "EEVDF: default slice"),
            new Tunable("tick_ns", 4_000_000, 1_000_000, 10_000_000, false, "all", "length of a tick, 1e9 / HZ"));

    private Features() {}

    private static Switch feature(String name, String releases, String meaning) {
        return new Switch(name, false, releases, meaning);
    }
}
