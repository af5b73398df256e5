package org.schedlab.workload;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.CpuMask;

/**
 * A part of a task's program, repeated as a whole. What it sets takes effect when the phase begins. Immutable.
 *
 * @param name for people; need not be unique
 * @param loop how often the steps are repeated, at least 0, or {@link TaskSpec#FOREVER}
 * @param sched how the task is scheduled from here on, or null to leave it as it is
 * @param cpus CPUs of this phase, or null for those of the task
 * @param group path of the group that the task moves to, given in any form and kept as {@code /a/b} ({@code /} is the root), or null to stay
 * @param steps in order; may be empty
 */
public record Phase(
        String name,
        int loop,
        @Nullable SchedParams sched,
        @Nullable CpuMask cpus,
        @Nullable String group,
        List<Step> steps) {

    public Phase {
        steps = List.copyOf(steps);
        if (loop < TaskSpec.FOREVER) {
            throw new IllegalArgumentException("loop (" + loop + ") of phase " + name + " must not be below -1");
        }
        cpus = cpus == null ? null : new CpuMask(cpus);
        group = group == null ? null : GroupSetting.path(group);
    }

    /** A phase that runs once and sets nothing. */
    public static Phase of(Step... steps) {
        return new Phase("", 1, null, null, null, List.of(steps));
    }

    /** A phase that repeats and sets nothing. */
    public static Phase loop(String name, int loop, Step... steps) {
        return new Phase(name, loop, null, null, null, List.of(steps));
    }
}
