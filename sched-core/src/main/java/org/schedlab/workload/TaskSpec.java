package org.schedlab.workload;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.CpuMask;

/**
 * One kind of task: how it is scheduled and what it does. Immutable.
 *
 * @param name name of the kind; with several instances the threads are called {@code name-0}, {@code name-1}, …
 * @param instances threads made at the start; 0 when it is only forked by others
 * @param sched policy, nice or priority, slice at the start
 * @param cpus CPUs it may run on, or null for all
 * @param delayNs how long each instance waits before its first phase
 * @param loop how often the phases are gone through, or {@link #FOREVER}
 * @param phases at least one
 * @param group path of its task group, given in any form and kept as {@code /a/b}; empty for the group of whoever forks it, at the start the root
 */
public record TaskSpec(
        String name,
        int instances,
        SchedParams sched,
        @Nullable CpuMask cpus,
        long delayNs,
        int loop,
        List<Phase> phases,
        String group) {

    /** Without end. */
    public static final int FOREVER = -1;

    public TaskSpec {
        phases = List.copyOf(phases);
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a task needs a name");
        }
        if (instances < 0) {
            throw new IllegalArgumentException(
                    "instances (" + instances + ") of task " + name + " must not be negative");
        }
        if (delayNs < 0) {
            throw new IllegalArgumentException("delayNs (" + delayNs + ") of task " + name + " must not be negative");
        }
        if (loop < FOREVER) {
            throw new IllegalArgumentException("loop (" + loop + ") of task " + name + " must not be below " + FOREVER);
        }
        if (phases.isEmpty()) {
            throw new IllegalArgumentException("task " + name + " has no phase");
        }
        cpus = cpus == null ? null : new CpuMask(cpus);
        group = group.isEmpty() ? "" : GroupSetting.path(group);
    }

    /** Builds a task of one instance, nice 0, on all CPUs, that repeats {@code steps} forever. */
    public static Builder named(String name, Step... steps) {
        return new Builder(name, steps);
    }

    /** The name of one thread of this kind. */
    public String threadName(int instance) {
        return instances > 1 ? name + "-" + instance : name;
    }

    /** Collects the optional parts of a task. One thread. */
    public static final class Builder {
        private final String name;
        private List<Phase> phases;
        private int instances = 1;
        private SchedParams sched = SchedParams.DEFAULT;
        private @Nullable CpuMask cpus;
        private long delayNs;
        private int loop = FOREVER;
        private String group = "";

        private Builder(String name, Step... steps) {
            this.name = name;
            this.phases = List.of(Phase.of(steps));
        }

        public Builder instances(int n) {
            instances = n;
            return this;
        }

        public Builder sched(SchedParams params) {
            sched = params;
            return this;
        }

        public Builder nice(int nice) {
            sched = SchedParams.nice(nice);
            return this;
        }

        public Builder cpus(@Nullable CpuMask mask) {
            cpus = mask;
            return this;
        }

        public Builder delayNs(long ns) {
            delayNs = ns;
            return this;
        }

        public Builder loop(int times) {
            loop = times;
            return this;
        }

        public Builder phases(List<Phase> list) {
            phases = list;
            return this;
        }

        public Builder group(String path) {
            group = path;
            return this;
        }

        public TaskSpec build() {
            return new TaskSpec(name, instances, sched, cpus, delayNs, loop, phases, group);
        }
    }
}
