package org.schedlab.examples.quickstart;

import java.util.List;
import org.schedlab.metrics.RunResult;
import org.schedlab.scenario.Composer;
import org.schedlab.scenario.RunChoices;
import org.schedlab.scenario.Scenario;
import org.schedlab.topology.Topology;
import org.schedlab.workload.Step;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;

/** Two busy loops on one CPU, one of them nicer: prints the CPU time that each got. */
public final class NiceShares {

    private NiceShares() {}

    public static void main(String[] args) {
        System.out.print(report(run()));
    }

    static RunResult run() {
        // [snippet]
        Workload workload = Workload.of(
                TaskSpec.named("nice0", new Step.Run(1_000_000)).build(),
                TaskSpec.named("nice5", new Step.Run(1_000_000)).nice(5).build());
        Scenario scenario = Scenario.of("nice", Topology.regular("1s 1c"), "1s 1c", workload, List.of());
        RunResult result = Composer.onClassPath()
                .compose(scenario, RunChoices.of("6.12", 10_000_000_000L))
                .simulation(List.of())
                .run();
        // [/snippet]
        return result;
    }

    static String report(RunResult result) {
        StringBuilder text = new StringBuilder();
        result.tasks()
                .forEach(task -> text.append(task.name())
                        .append(' ')
                        .append(task.cpuNs())
                        .append(" ns\n"));
        return text.toString();
    }
}
