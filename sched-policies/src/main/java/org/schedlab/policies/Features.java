package org.schedlab.policies;

import java.util.List;
import org.schedlab.spi.Switch;

/**
 * The kernel's sched_features that belong to no single policy, one per line. Those that nothing reads are declared all the same, so that a
 * profile lists what its release has, and say so in their meaning. Defaults by release are in the profiles.
 */
final class Features {

    static final List<Switch> SWITCHES = List.of(
            feature("ARCH_CAPACITY", "to 4.2", "use the architecture's capacity hooks; not modelled"),
            feature("ATTACH_AGE_LOAD", "4.12+", "age load before attaching; always done"),
            feature("FORCE_SD_OVERLAP", "to 4.12", "debug: force overlapping domains; not modelled"),
            feature("HRTICK_DL", "6.1+", "high-resolution tick for deadline tasks; not modelled"),
            feature("HZ_BW", "6.8", "keep the tick of a task under quota when nohz_full; not modelled"),
            feature("LATENCY_WARN", "6.1+", "debug: warn when need_resched is held long; not modelled"),
            feature("PARANOID_AVG", "7.x", "detect overflow of the weighted sum and coarsen weights; not modelled"),
            feature("RT_PUSH_IPI", "4.12+", "push real-time tasks by interrupt; not modelled"),
            feature("RT_RUNTIME_SHARE", "all", "real-time groups borrow runtime; not modelled"),
            feature("TTWU_QUEUE", "all", "remote wakeups are queued by interrupt; not modelled"),
            feature("UTIL_EST_FASTUP", "5.10 to 6.7", "util_est rises at once"),
            feature("WARN_DOUBLE_CLOCK", "4.12+", "debug; not modelled"));

    private Features() {}

    private static Switch feature(String name, String releases, String meaning) {
        return new Switch(name, false, releases, meaning);
    }
}
