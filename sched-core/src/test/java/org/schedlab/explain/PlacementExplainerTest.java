package org.schedlab.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.schedlab.spi.PlacementReasons;
import org.schedlab.spi.WakeKind;

class PlacementExplainerTest {

    private final List<String> told = new ArrayList<>();
    private final PlacementExplainer explainer =
            new PlacementExplainer(ExplainFilter.parse("task=web*,run_delay>1ms"), told::add);

    private void newTasks() {
        explainer.newTask(0, "web-0", "web", "");
        explainer.newTask(1, "db", "db", "");
    }

    private void wake(long ns) {
        PlacementReasons reasons = Objects.requireNonNull(explainer.placing(ns, 0, WakeKind.WAKE, true, true, 2, 1, 7));
        reasons.step("affine idle", "search stays at the previous cpu");
        reasons.candidate("target", 7, "idle");
        for (int cpu : new int[] {8, 9, 10, 12}) {
            reasons.candidate("cpu", cpu, "idle");
        }
        reasons.step("cpu", "budget used up");
        reasons.candidate("target", 7, "");
        explainer.placed(7, 4, 80);
    }

    @Test
    void tellsTheStepsOnceTheTaskRunsLate() {
        newTasks();
        wake(5_000_000);
        assertThat(told).isEmpty();
        explainer.switched(7_500_000, 7, 1, 0, 0);
        assertThat(told).containsExactly("""
                0.005000000 s web-0: run delay 2500.000 us; wake by db on cpu 2, sync, ran last on cpu 7
                  put on cpu 7, 4 cpus scanned in 80 ns
                    affine idle: search stays at the previous cpu
                    target: cpu 7 not idle
                    cpu: cpus 8-10,12 not idle
                    cpu: budget used up
                    target: cpu 7 taken""");
        assertThat(explainer.found()).isEqualTo(1);
    }

    @Test
    void tellsNothingOfOtherTasksAndShortDelays() {
        newTasks();
        assertThat(explainer.placing(0, 1, WakeKind.WAKE, false, true, 0, 0, 0)).isNull();
        explainer.switched(9_000_000, 0, 0, 0, 1);
        wake(10_000_000);
        explainer.switched(10_003_000, 7, 1, 0, 0);
        explainer.switched(99_000_000, 7, 1, 0, 0);
        assertThat(told).isEmpty();
    }

    @Test
    void aTimerIsNotTakenForTheTaskThatItInterrupts() {
        newTasks();
        assertThat(explainer.placing(5_000_000, 0, WakeKind.WAKE, false, false, 2, 1, 7))
                .isNotNull();
        explainer.placed(7, 0, 0);
        explainer.end(8_000_000);
        assertThat(told.get(0)).contains("wake by an interrupt on cpu 2, where db runs, ran last on cpu 7");
    }

    @Test
    void aTaskThatNeverRanAgainIsToldAtTheEnd() {
        newTasks();
        wake(5_000_000);
        explainer.end(8_000_000);
        assertThat(told).hasSize(1);
        assertThat(told.get(0)).contains("run delay 3000.000 us and more, until the end");
    }

    @Test
    void tellsAHundredAndCountsAll() {
        newTasks();
        for (int i = 0; i < 150; i++) {
            wake(i * 10_000_000L);
            explainer.switched(i * 10_000_000L + 2_000_000, 7, 1, 0, 0);
        }
        assertThat(told).hasSize(PlacementExplainer.MAX_TOLD);
        assertThat(explainer.found()).isEqualTo(150);
    }
}
