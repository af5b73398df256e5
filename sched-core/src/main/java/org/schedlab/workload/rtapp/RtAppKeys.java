package org.schedlab.workload.rtapp;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The words of the grammar. rt-app knows an event by the beginning of its key, so that {@code run1} and {@code run2} can stand in one object. */
final class RtAppKeys {

    /** Events that the model has; an event whose word begins another one stands behind it. */
    static final List<String> EVENTS = List.of(
            "runtime",
            "run",
            "sleep",
            "timer",
            "suspend",
            "resume",
            "lock",
            "unlock",
            "wait",
            "signal",
            "broadcast",
            "broad",
            "sync",
            "barrier",
            "fork",
            "yield",
            "x-signal",
            "x-wait",
            "x-pipe-write",
            "x-pipe-read",
            "x-qpost",
            "x-qserve");

    /** Events of rt-app that the model has not, with the reason. */
    static final Map<String, String> EVENTS_NOT_MODELLED = Map.of(
            "mem", "memory traffic is not modelled",
            "iorun", "input and output are not modelled");

    /** Settings of a task. */
    static final List<String> TASK_SETTINGS = List.of(
            "instance",
            "loop",
            "phases",
            "policy",
            "priority",
            "cpus",
            "delay",
            "taskgroup",
            "cgroup",
            "dl-runtime",
            "x-nice",
            "x-slice-ns");

    /** Settings of a phase. */
    static final List<String> PHASE_SETTINGS =
            List.of("loop", "policy", "priority", "cpus", "taskgroup", "cgroup", "dl-runtime", "x-nice", "x-slice-ns");

    /** Settings that the model has not, with the reason. */
    static final Map<String, String> SETTINGS_NOT_MODELLED = Map.of(
            "dl-period", "SCHED_DEADLINE is not modelled",
            "dl-deadline", "SCHED_DEADLINE is not modelled",
            "util_min", "utilisation clamps are not modelled",
            "util_max", "utilisation clamps are not modelled",
            "nodes_membind", "memory placement is not modelled");

    /** Words of the grammar before rt-app 1.0. */
    static final List<String> OLD = List.of("exec", "period", "deadline", "lock_order", "resources", "access");

    /** Keys of {@code global} that concern the machine which rt-app runs on. */
    static final List<String> GLOBAL_HOST_ONLY = List.of(
            "calibration",
            "ftrace",
            "gnuplot",
            "logdir",
            "log_basename",
            "log_size",
            "lock_pages",
            "frag",
            "io_device",
            "mem_buffer_size",
            "cumulative_slack");

    /** Keys of {@code global} that the model reads. */
    static final List<String> GLOBAL = List.of("duration", "default_policy", "pi_enabled", "x-timer-origin");

    private RtAppKeys() {}

    /** The word of {@code words} that the key is, with an optional suffix that is a number or begins with {@code _} or {@code -}; or null. */
    static @Nullable String word(String key, Iterable<String> words) {
        for (String word : words) {
            if (key.startsWith(word)) {
                String suffix = key.substring(word.length());
                if (suffix.isEmpty() || suffix.matches("[0-9]+|[_-].*")) {
                    return word;
                }
            }
        }
        return null;
    }
}
