package org.schedlab.engine;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.spi.KernelProfile;
import org.schedlab.spi.Settings;
import org.schedlab.topology.Topology;
import org.schedlab.workload.GroupSetting;
import org.schedlab.workload.Workload;

/**
 * All that determines a run, but the policies: the same specification and policies give the same result, byte for byte. Immutable if the
 * settings are.
 *
 * @param topology the machine; its online CPUs take part
 * @param workload the tasks
 * @param groups task groups and what is written in them before the start, in order
 * @param profile the kernel modelled, with its switches and tunables as resolved for this run
 * @param settings the same, for reading
 * @param timing tick, preemption
 * @param costs what the scheduler's paths cost
 * @param pressure interrupts and real-time load outside the workload
 * @param timeline what is done to the run from outside; need not be sorted
 * @param start how the threads come to life
 * @param horizon when the run ends; the workload's own duration ends it too
 * @param seed seed of all random streams
 * @param plugins ids and versions of the plugins at work, for the result
 */
public record RunSpec(
        Topology topology,
        Workload workload,
        List<GroupSetting> groups,
        KernelProfile profile,
        Settings settings,
        Timing timing,
        PathCosts costs,
        List<Pressure> pressure,
        List<TimelineAction> timeline,
        Start start,
        Horizon horizon,
        long seed,
        List<String> plugins) {

    public RunSpec {
        groups = List.copyOf(groups);
        pressure = List.copyOf(pressure);
        timeline = List.copyOf(timeline);
        plugins = List.copyOf(plugins);
    }

    /** Whether the run has task groups beside the root group. */
    public boolean usesGroups() {
        return usesGroups(workload, groups, timeline);
    }

    /** Whether tasks, settings or actions need task groups beside the root group. */
    public static boolean usesGroups(Workload workload, List<GroupSetting> groups, List<TimelineAction> timeline) {
        boolean byTask = workload.tasks().stream()
                .anyMatch(task -> isBelowRoot(task.group())
                        || task.phases().stream().anyMatch(phase -> isBelowRoot(phase.group())));
        return byTask || !groups.isEmpty() || timeline.stream().anyMatch(TimelineAction::onGroups);
    }

    private static boolean isBelowRoot(@Nullable String path) {
        return path != null && !path.isEmpty() && !path.equals(GroupSetting.ROOT);
    }

    /** A run with default timing and costs, no pressure, no timeline, seed 1, that ends when the workload does. */
    public static Builder of(Topology topology, Workload workload, KernelProfile profile, Settings settings) {
        return new Builder(topology, workload, profile, settings);
    }

    /** Collects the optional parts. One thread. */
    public static final class Builder {
        private final Topology topology;
        private final Workload workload;
        private final KernelProfile profile;
        private final Settings settings;
        private List<GroupSetting> groups = List.of();
        private Timing timing = Timing.DEFAULT;
        private PathCosts costs = PathCosts.DEFAULT;
        private List<Pressure> pressure = List.of();
        private List<TimelineAction> timeline = List.of();
        private Start start = Start.FORKED;
        private Horizon horizon = Horizon.completion();
        private long seed = 1;
        private List<String> plugins = List.of();

        private Builder(Topology topology, Workload workload, KernelProfile profile, Settings settings) {
            this.topology = topology;
            this.workload = workload;
            this.profile = profile;
            this.settings = settings;
        }

        public Builder groups(List<GroupSetting> value) {
            groups = value;
            return this;
        }

        public Builder timing(Timing value) {
            timing = value;
            return this;
        }

        public Builder costs(PathCosts value) {
            costs = value;
            return this;
        }

        public Builder pressure(List<Pressure> value) {
            pressure = value;
            return this;
        }

        public Builder timeline(List<TimelineAction> value) {
            timeline = value;
            return this;
        }

        public Builder start(Start value) {
            start = value;
            return this;
        }

        public Builder horizon(Horizon value) {
            horizon = value;
            return this;
        }

        public Builder seed(long value) {
            seed = value;
            return this;
        }

        public Builder plugins(List<String> value) {
            plugins = value;
            return this;
        }

        public RunSpec build() {
            return new RunSpec(
                    topology, workload, groups, profile, settings, timing, costs, pressure, timeline, start, horizon,
                    seed, plugins);
        }
    }
}
