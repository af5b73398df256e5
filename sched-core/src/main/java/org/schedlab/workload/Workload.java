package org.schedlab.workload;

import java.util.List;

/**
 * The tasks of a run, in the order in which they are made. Immutable.
 *
 * @param tasks kinds of task; names are unique
 * @param timerOrigin where a relative timer's first period begins
 * @param durationNs how long the workload wants to run, or {@link #UNLIMITED} until all tasks have ended
 */
public record Workload(List<TaskSpec> tasks, TimerOrigin timerOrigin, long durationNs) {

    /** No limit of its own. */
    public static final long UNLIMITED = -1;

    /** Where the first period of a timer begins. */
    public enum TimerOrigin {
        /** When its thread began its first loop, as rt-app does. */
        THREAD_START,
        /** When the timer is used first, as rt-app's tutorial words it and as the recordings of real kernels were made. */
        FIRST_USE
    }

    public Workload {
        tasks = List.copyOf(tasks);
        if (durationNs < UNLIMITED) {
            throw new IllegalArgumentException("durationNs (" + durationNs + ") must not be negative");
        }
        long distinct = tasks.stream().map(TaskSpec::name).distinct().count();
        if (distinct != tasks.size()) {
            throw new IllegalArgumentException("task names must be unique: "
                    + tasks.stream().map(TaskSpec::name).toList());
        }
    }

    /** A workload without a limit of its own, with rt-app's timers. */
    public static Workload of(TaskSpec... tasks) {
        return new Workload(List.of(tasks), TimerOrigin.THREAD_START, UNLIMITED);
    }
}
