package org.schedlab.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.schedlab.scenario.Composer;
import org.schedlab.scenario.Located;
import org.schedlab.scenario.RunChoices;
import org.schedlab.scenario.Scenario;
import org.schedlab.topology.Topology;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.workload.Step;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;

/** What a policy's factory refuses of the user's wishes is told as the user's fault, not the plugin's. */
class RefusedSwitchTest {

    private static RunChoices choices(String kernel, String feature) {
        return new RunChoices(
                new Located<>(kernel, "--kernel", 0),
                List.of(new Located<>(feature, "--feature", 0)),
                List.of(),
                List.of(),
                Scenario.TimingChoice.NONE,
                null,
                null,
                1_000_000L,
                null);
    }

    private static Scenario scenario() {
        Workload workload =
                Workload.of(TaskSpec.named("a", new Step.Run(1_000_000)).build());
        return Scenario.of("one", Topology.regular("2c"), "2c", workload, List.of());
    }

    @Test
    void aSwitchThatTheKernelsPlacementLacksIsInvalidInput() {
        assertThatThrownBy(() -> Composer.onClassPath().compose(scenario(), choices("6.12", "PREFER_IDLE")))
                .isInstanceOfSatisfying(InvalidInputException.class, e -> {
                    assertThat(e.problems()).hasSize(1);
                    assertThat(e.problems().get(0).what())
                            .startsWith("switch (PREFER_IDLE) has no effect on the placement of 6.12");
                    assertThat(e.problems().get(0).maybe()).contains("4.0").doesNotContain("author");
                });
    }

    @Test
    void theSameSwitchIsTakenWhereItHasOne() {
        assertThat(Composer.onClassPath()
                        .compose(scenario(), choices("4.0", "PREFER_IDLE"))
                        .simulation(List.of())
                        .run()
                        .cpus())
                .hasSize(2);
    }
}
