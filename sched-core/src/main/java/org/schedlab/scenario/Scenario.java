package org.schedlab.scenario;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.engine.Horizon;
import org.schedlab.engine.PathCosts;
import org.schedlab.engine.PreemptionModel;
import org.schedlab.engine.Pressure;
import org.schedlab.engine.Start;
import org.schedlab.engine.TimelineAction;
import org.schedlab.topology.Topology;
import org.schedlab.workload.GroupSetting;
import org.schedlab.workload.Workload;
import org.schedlab.workload.rtapp.RtAppFile;

/**
 * What a scenario says; null where it leaves the choice to the command or the kernel's profile. Immutable.
 *
 * @param name what people call it
 * @param topology the machine
 * @param topologyName the machine as it was written
 * @param workload the tasks
 * @param groups task groups and what is written in them, in order
 * @param kernel release
 * @param features switches as they are spelled, {@code NO_RUN_TO_PARITY}
 * @param tunables {@code name=value}
 * @param policies {@code kind=id}
 * @param timing tick and preemption
 * @param costs path costs
 * @param pressure interrupts and real-time load
 * @param timeline actions
 * @param start how threads come to life
 * @param horizon when it ends
 * @param seed seed
 * @param notes what has no effect, for people
 */
public record Scenario(
        String name,
        Topology topology,
        String topologyName,
        Workload workload,
        List<GroupSetting> groups,
        @Nullable Located<String> kernel,
        List<Located<String>> features,
        List<Located<String>> tunables,
        List<Located<String>> policies,
        TimingChoice timing,
        PathCosts costs,
        List<Pressure> pressure,
        List<TimelineAction> timeline,
        Start start,
        Horizon horizon,
        @Nullable Long seed,
        List<String> notes) {

    /**
     * What a scenario or command says about timing; null means nothing. Immutable.
     *
     * @param hz ticks per second
     * @param preemption when a requested reschedule happens
     * @param skewTicks whether ticks are spread
     * @param startAfterTickNs how long after a tick the run begins
     * @param smtPermille speed beside a busy sibling
     */
    public record TimingChoice(
            @Nullable Integer hz,
            @Nullable PreemptionModel preemption,
            @Nullable Boolean skewTicks,
            @Nullable Long startAfterTickNs,
            @Nullable Integer smtPermille) {

        /** Says nothing. */
        public static final TimingChoice NONE = new TimingChoice(null, null, null, null, null);

        /** These choices, and {@code other}'s where there is none. */
        public TimingChoice or(TimingChoice other) {
            return new TimingChoice(
                    hz == null ? other.hz : hz,
                    preemption == null ? other.preemption : preemption,
                    skewTicks == null ? other.skewTicks : skewTicks,
                    startAfterTickNs == null ? other.startAfterTickNs : startAfterTickNs,
                    smtPermille == null ? other.smtPermille : smtPermille);
        }
    }

    public Scenario {
        groups = List.copyOf(groups);
        features = List.copyOf(features);
        tunables = List.copyOf(tunables);
        policies = List.copyOf(policies);
        pressure = List.copyOf(pressure);
        timeline = List.copyOf(timeline);
        notes = List.copyOf(notes);
    }

    /** A workload alone on a machine: everything else by default. */
    public static Scenario of(
            String name, Topology topology, String topologyName, Workload workload, List<String> notes) {
        return of(name, topology, topologyName, new RtAppFile(workload, List.of(), notes));
    }

    /** A workload with its groups on a machine: everything else by default. */
    public static Scenario of(String name, Topology topology, String topologyName, RtAppFile file) {
        return new Scenario(
                name,
                topology,
                topologyName,
                file.workload(),
                file.groups(),
                null,
                List.of(),
                List.of(),
                List.of(),
                TimingChoice.NONE,
                PathCosts.DEFAULT,
                List.of(),
                List.of(),
                Start.FORKED,
                Horizon.completion(),
                null,
                file.notes());
    }
}
