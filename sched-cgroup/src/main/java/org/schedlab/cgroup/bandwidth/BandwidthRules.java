package org.schedlab.cgroup.bandwidth;

import java.util.List;
import org.schedlab.spi.Settings;
import org.schedlab.spi.Switch;
import org.schedlab.spi.Tunable;

/**
 * Where CPU bandwidth differs between releases.
 *
 * @param sliceNs what a queue asks of its pool at a time ({@code sched_cfs_bandwidth_slice_us})
 * @param phaseNs how far period ends stand from multiples of the period
 * @param burst unused quota may be kept, up to the group's burst (5.14 and later); without, every period begins with the quota alone
 * @param sliceExpiry slices that a queue has not used by the end of their period are lost (before 5.4)
 * @param remoteUnthrottle the distributing CPU's own queue is unthrottled last, and the check for an empty pool comes before an entry instead
 *     of after it (6.3 and later)
 * @param listsUndecayed a queue with load but without tasks returns to the leaf list when it is unthrottled (5.13-rc7, stable 5.10.x without)
 * @param taskThrottle tasks leave at their return to user mode, while the group entity stays (6.18 and later)
 */
public record BandwidthRules(
        long sliceNs,
        long phaseNs,
        boolean burst,
        boolean sliceExpiry,
        boolean remoteUnthrottle,
        boolean listsUndecayed,
        boolean taskThrottle) {

    /** What an emptied queue keeps ({@code min_cfs_rq_runtime}). */
    public static final long MIN_QUEUE_RUNTIME_NS = 1_000_000;

    /** The slack timer does nothing so near to the end of the period ({@code min_bandwidth_expiration}). */
    public static final long MIN_EXPIRATION_NS = 2_000_000;

    /** How long returned runtime gathers before it is handed out ({@code cfs_bandwidth_slack_period}). */
    public static final long SLACK_PERIOD_NS = 5_000_000;

    /** The longest period, also when the timer stretches it ({@code max_cfs_quota_period}). */
    public static final long MAX_PERIOD_NS = 1_000_000_000;

    /** The shortest period and quota ({@code min_cfs_quota_period}). */
    public static final long MIN_PERIOD_NS = 1_000_000;

    /** Most run time in a period, quota and burst together ({@code max_cfs_runtime}). */
    public static final long MAX_RUNTIME_NS = ((1L << 44) - 1) * 1_000;

    private static final long NS_PER_US = 1000;

    /** The switches that this package reads. */
    public static final List<Switch> SWITCHES = List.of(
            new Switch("CFS_BURST", true, "5.14+", "unused quota is kept up to cpu.max.burst"),
            new Switch(
                    "SLICE_EXPIRY",
                    false,
                    "to 5.3",
                    "runtime that a queue took is lost when the period in which it took it ends"),
            new Switch(
                    "REMOTE_UNTHROTTLE",
                    true,
                    "6.3+",
                    "queues of other CPUs are unthrottled by interrupt, the distributing CPU's own comes last"),
            new Switch(
                    "UNTHROTTLE_LISTS_UNDECAYED",
                    true,
                    "5.13+",
                    "a queue with load to decay but without tasks is listed again when it is unthrottled"),
            new Switch(
                    "TASK_THROTTLE",
                    false,
                    "6.18+",
                    "throttled tasks leave one by one when they return to user mode, not their whole queue"));

    /** The tunables that this package reads. */
    public static final List<Tunable> TUNABLES = List.of(
            new Tunable(
                    "cfs_bandwidth_slice_us",
                    5000,
                    1,
                    1_000_000,
                    false,
                    "all",
                    "runtime that a queue takes from its group's pool at a time (sched_cfs_bandwidth_slice_us)"),
            new Tunable(
                    "cfs_bandwidth_phase_us",
                    0,
                    0,
                    1_000_000,
                    false,
                    "all",
                    "how far the ends of periods stand from multiples of the period, as boot and history left them"));

    /** Reads {@link #SWITCHES} and {@link #TUNABLES}. */
    public static BandwidthRules of(Settings settings) {
        return new BandwidthRules(
                settings.tunable("cfs_bandwidth_slice_us") * NS_PER_US,
                settings.tunable("cfs_bandwidth_phase_us") * NS_PER_US,
                settings.isOn("CFS_BURST"),
                settings.isOn("SLICE_EXPIRY"),
                settings.isOn("REMOTE_UNTHROTTLE"),
                settings.isOn("UNTHROTTLE_LISTS_UNDECAYED"),
                settings.isOn("TASK_THROTTLE"));
    }
}
