package org.schedlab.policies.pick;

import java.util.List;
import org.schedlab.spi.Switch;
import org.schedlab.spi.Tunable;

/** What the pick policies read: the kernel's features and tunables, and switches for what differs between releases without a feature bit. */
public final class PickSwitches {

    /** One per line; values by release are in the profiles. */
    public static final List<Switch> SWITCHES = List.of(
            feature("GENTLE_FAIR_SLEEPERS", "to 6.5", "CFS: halve the sleeper credit at wakeup placement"),
            feature("START_DEBIT", "to 6.5", "CFS: a new task starts one slice behind the minimum"),
            feature("LAST_BUDDY", "to 6.5", "CFS: prefer the preempted task when its preemptor sleeps"),
            feature("ALT_PERIOD", "5.10.223 to 6.5", "CFS: the period follows the number of tasks on the CPU"),
            feature("BASE_SLICE", "5.10.223 to 6.5", "CFS: a slice is at least the minimum granularity"),
            feature("IDLE_ENTITY_RULES", "5.15 to 6.5", "CFS: idle entities get a shorter least slice and less credit"),
            feature("LONG_SLEEPER_RULE", "6.1.192", "CFS: who slept beyond 2^53 ns starts at the minimum"),
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
            feature("DOUBLE_TICK", "to 6.12", "keep the periodic check although HRTICK is on"),
            new Switch(
                    "REWEIGHT_KEEPS_LAG",
                    true,
                    "6.7+",
                    "EEVDF: a change of weight moves vruntime and deadline so that lag is kept"),
            new Switch(
                    "DEADLINE_TREE",
                    true,
                    "6.8+",
                    "EEVDF: timeline ordered by deadline, one descent; off: by vruntime, with a second descent"),
            new Switch(
                    "PICK_FASTPATH",
                    true,
                    "6.8+",
                    "EEVDF: try the earliest deadline before descending; only with DEADLINE_TREE"));

    /** One per line. */
    public static final List<Tunable> TUNABLES = List.of(
            new Tunable("base_slice_ns", 700_000, 100_000, 1_000_000_000, true, "6.6+", "EEVDF: default slice"),
            new Tunable(
                    "normalized_base_slice_ns",
                    700_000,
                    100_000,
                    1_000_000_000,
                    false,
                    "7.x",
                    "EEVDF: base slice before scaling; bounds the protection without RUN_TO_PARITY"),
            new Tunable("latency_ns", 6_000_000, 100_000, 1_000_000_000, true, "to 6.5", "CFS: period of few tasks"),
            new Tunable(
                    "min_granularity_ns",
                    750_000,
                    100_000,
                    1_000_000_000,
                    true,
                    "to 6.5",
                    "CFS: least slice, and period per task of many"),
            new Tunable(
                    "idle_min_granularity_ns",
                    750_000,
                    0,
                    1_000_000_000,
                    false,
                    "5.16 to 6.5",
                    "CFS: least slice of an idle entity beside others"),
            new Tunable(
                    "wakeup_granularity_ns",
                    1_000_000,
                    0,
                    1_000_000_000,
                    true,
                    "to 6.5",
                    "CFS: lead that a wakee must have to preempt"),
            new Tunable("nr_latency", 8, 1, 10_000, false, "to 6.5", "CFS: tasks that fit into a latency period"),
            new Tunable(
                    "migration_cost_ns",
                    500_000,
                    0,
                    1_000_000_000,
                    false,
                    "all",
                    "time that a task counts as cache hot"));

    private PickSwitches() {}

    private static Switch feature(String name, String releases, String meaning) {
        return new Switch(name, false, releases, meaning);
    }
}
