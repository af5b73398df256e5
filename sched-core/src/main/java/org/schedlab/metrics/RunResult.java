package org.schedlab.metrics;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The result of one run. Immutable; the JSON contract writes exactly this.
 *
 * @param provenance what was run
 * @param measuredNs simulated time that the figures cover
 * @param events events dispatched
 * @param ended why the run ended
 * @param tasks a row per thread, in order of creation
 * @param groups a row per kind of task, in order of the workload
 * @param cpus a row per CPU
 * @param picks how the next tasks were found, or null when the pick policy does not count
 * @param placement how CPUs were chosen, or null when the placement policy does not count
 * @param cgroups the task groups, or null in a run without
 * @param blocked findings of the audit at the end, by thread in order of creation
 * @param warnings what the run wants to say, in words
 */
public record RunResult(
        Provenance provenance,
        long measuredNs,
        long events,
        End ended,
        List<TaskResult> tasks,
        List<TaskResult> groups,
        List<CpuResult> cpus,
        @Nullable PickResult picks,
        @Nullable PlacementResult placement,
        @Nullable GroupsResult cgroups,
        List<Blocked> blocked,
        List<String> warnings) {

    /** Version of the result's form; grows when a figure changes its name or meaning. */
    public static final int SCHEMA_VERSION = 1;

    public RunResult {
        tasks = List.copyOf(tasks);
        groups = List.copyOf(groups);
        cpus = List.copyOf(cpus);
        blocked = List.copyOf(blocked);
        warnings = List.copyOf(warnings);
    }

    /** Why a run ended. */
    public enum End {
        /** The simulated time was over. */
        TIME,
        /** All tasks had ended. */
        COMPLETION,
        /** The number of events was reached. */
        EVENTS,
        /** Nothing was left that could happen, though tasks wait. */
        STALLED
    }

    /**
     * What was run.
     *
     * @param seed the seed
     * @param release kernel release modelled, {@code 6.12.117}
     * @param policies policy id by kind, {@code pick -> core:eevdf}
     * @param plugins plugin ids and versions
     * @param switches switches by name, as resolved
     * @param tunables tunables by name, as resolved and scaled
     */
    public record Provenance(
            long seed,
            String release,
            SortedMap<String, String> policies,
            List<String> plugins,
            SortedMap<String, Boolean> switches,
            SortedMap<String, Long> tunables) {

        public Provenance {
            policies = Collections.unmodifiableSortedMap(new TreeMap<>(policies));
            plugins = List.copyOf(plugins);
            switches = Collections.unmodifiableSortedMap(new TreeMap<>(switches));
            tunables = Collections.unmodifiableSortedMap(new TreeMap<>(tunables));
        }
    }
}
