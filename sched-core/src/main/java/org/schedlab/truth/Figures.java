package org.schedlab.truth;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.schedlab.metrics.CpuResult;
import org.schedlab.metrics.GroupResult;
import org.schedlab.metrics.GroupsResult;
import org.schedlab.metrics.RunResult;
import org.schedlab.metrics.TaskResult;
import tools.jackson.databind.JsonNode;

/**
 * The figures of one run, recorded or modelled, that are compared. Immutable.
 *
 * @param kinds by name of a kind of threads: {@code name-0} and {@code name-1} are {@code name}
 * @param busyPoints mean time with work over the CPUs, in points
 * @param throttled by path of a group with a quota, {@code A/b}
 */
record Figures(SortedMap<String, Kind> kinds, double busyPoints, SortedMap<String, Throttled> throttled) {

    private static final String OBSERVER = "observer";
    private static final Pattern INSTANCE = Pattern.compile("-\\d+$");
    private static final double POINTS = 100.0;
    private static final double NS_PER_US = 1e3;

    /**
     * Threads of one kind together.
     *
     * @param sharePoints of the whole machine
     * @param wakeups number of run delays
     * @param p50Ns median run delay, pooled over the threads, or null
     * @param p99Ns 99th percentile, or null
     */
    record Kind(
            int threads,
            double sharePoints,
            long switches,
            long migrations,
            long wakeups,
            @Nullable Double p50Ns,
            @Nullable Double p99Ns) {}

    /** Throttling of a group: periods and µs. */
    record Throttled(long periods, double us) {}

    /** Of a recorded run. */
    static Figures of(JsonNode metrics) {
        int cpus = Math.max(1, metrics.path("cpus").size());
        double windowNs = metrics.path("window_ns").asDouble();
        SortedMap<String, Kind> kinds = new TreeMap<>();
        metrics.path("threads").properties().forEach(e -> {
            if (e.getKey().equals(OBSERVER)) {
                return;
            }
            JsonNode thread = e.getValue();
            String kind = INSTANCE.matcher(e.getKey()).replaceFirst("");
            JsonNode pooled = metrics.path("thread_groups").path(kind).path("wakeup_latency_ns");
            Kind before = kinds.getOrDefault(kind, new Kind(0, 0, 0, 0, 0, null, null));
            kinds.put(
                    kind,
                    new Kind(
                            before.threads + 1,
                            before.sharePoints + POINTS * thread.path("cpu_ns").asDouble() / windowNs / cpus,
                            before.switches + thread.path("switches").asLong(),
                            before.migrations + thread.path("migrations").asLong(),
                            before.wakeups
                                    + thread.path("wakeup_latency_ns").path("n").asLong(),
                            number(pooled.get("p50")),
                            number(pooled.get("p99"))));
        });
        double busy = 0;
        for (JsonNode cpu : metrics.path("cpus")) {
            busy += cpu.path("busy").asDouble();
        }
        SortedMap<String, Throttled> throttled = new TreeMap<>();
        metrics.path("cgroups_cpu_stat").properties().forEach(e -> {
            JsonNode stat = e.getValue();
            if (stat.path("nr_periods").asLong() > 0) {
                throttled.put(
                        e.getKey(),
                        new Throttled(
                                stat.path("nr_throttled").asLong(),
                                stat.path("throttled_usec").asDouble()));
            }
        });
        return new Figures(kinds, POINTS * busy / cpus, throttled);
    }

    private static @Nullable Double number(@Nullable JsonNode value) {
        return value == null || !value.isNumber() ? null : value.asDouble();
    }

    /** Of a run of the model. */
    static Figures of(RunResult result) {
        int cpus = result.cpus().size();
        SortedMap<String, Kind> kinds = new TreeMap<>();
        for (TaskResult kind : result.groups()) {
            boolean any = kind.runDelay().n() > 0;
            kinds.put(
                    kind.kind(),
                    new Kind(
                            kind.threads(),
                            POINTS * kind.share() / cpus,
                            kind.switches(),
                            kind.migrations(),
                            kind.runDelay().n(),
                            any ? (double) kind.runDelay().p50Ns() : null,
                            any ? (double) kind.runDelay().p99Ns() : null));
        }
        double busyNs = 0;
        for (CpuResult cpu : result.cpus()) {
            busyNs += cpu.busyNs();
        }
        SortedMap<String, Throttled> throttled = new TreeMap<>();
        GroupsResult groups = result.cgroups();
        if (groups != null) {
            for (GroupResult group : groups.groups()) {
                Long periods = group.nrThrottled();
                Long ns = group.throttledNs();
                if (periods != null && ns != null) {
                    throttled.put(group.path().substring(1), new Throttled(periods, ns / NS_PER_US));
                }
            }
        }
        return new Figures(kinds, POINTS * busyNs / cpus / result.measuredNs(), throttled);
    }
}
