package org.schedlab.policies;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schedlab.metrics.CpuResult;
import org.schedlab.metrics.RunResult;
import org.schedlab.scenario.Composer;
import org.schedlab.scenario.RunChoices;
import org.schedlab.scenario.Scenario;
import org.schedlab.topology.Topology;
import org.schedlab.workload.Step;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;

/** New tasks go into the idlest group, so that a fork bomb of busy loops uses every CPU even where nothing balances. */
class ForkSpreadTest {

    @ParameterizedTest
    @CsvSource({
        "2s 2c, 4.0",
        "2s 2c, 4.12",
        "2s 2c, 6.1",
        "2s 2c, 6.12",
        "2s 2c, 7.3",
        "1s 2l 2c, 6.12",
        "4s 1c, 6.8",
        "4c, 4.0"
    })
    void busyLoopsUseEveryCpu(String machine, String kernel) {
        Workload workload = Workload.of(
                TaskSpec.named("hog", new Step.Run(1_000_000)).instances(12).build());
        Topology topology = Topology.regular(machine);
        RunResult result = Composer.onClassPath()
                .compose(
                        Scenario.of("hogs", topology, machine, workload, List.of()),
                        RunChoices.of(kernel, 200_000_000L))
                .simulation(List.of())
                .run();

        assertThat(result.cpus())
                .extracting(CpuResult::busyNs)
                .allSatisfy(busyNs -> assertThat(busyNs).isGreaterThan(190_000_000L));
    }
}
