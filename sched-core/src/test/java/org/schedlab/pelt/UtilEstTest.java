package org.schedlab.pelt;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.schedlab.arith.Weights;

class UtilEstTest {
    private static final int UTIL_AVG = SchedAvg.FIELDS.indexOf("util_avg");
    private static final int RUNNABLE_AVG = SchedAvg.FIELDS.indexOf("runnable_avg");
    private static final Pelt PELT = new Pelt(HalfLife.MS_32);

    private static SchedAvg task(long util) {
        SchedAvg se = new SchedAvg();
        se.set(UTIL_AVG, util);
        return se;
    }

    private static void changed(SchedAvg se, long util, long runnable) {
        PELT.updateSe(se.lastUpdateTimeNs() + (1 << 21), se, Weights.NICE_0_LOAD, true, 1, true);
        se.set(UTIL_AVG, util);
        se.set(RUNNABLE_AVG, runnable);
    }

    @ParameterizedTest
    @EnumSource(names = {"V5_10", "V6_1", "V6_8", "V6_12", "V7_3"})
    void risesAtOnceAndFallsByAQuarter(PeltRelease release) {
        SchedAvg se = task(400);
        UtilEst.update(release, se, 1024);
        assertThat(UtilEst.of(release, se)).isEqualTo(400);
        changed(se, 200, 200);
        UtilEst.update(release, se, 1024);
        assertThat(UtilEst.of(release, se)).isEqualTo(350);
    }

    @ParameterizedTest
    @EnumSource(names = {"V5_10", "V6_1", "V6_8", "V6_12", "V7_3"})
    void unchangedAverageLeavesTheEstimateAlone(PeltRelease release) {
        SchedAvg se = task(400);
        UtilEst.update(release, se, 1024);
        se.set(UTIL_AVG, 100);
        UtilEst.update(release, se, 1024);
        assertThat(UtilEst.of(release, se)).isEqualTo(400);
    }

    @Test
    void taskThatWaitedKeepsItsEstimate() {
        SchedAvg se = task(400);
        UtilEst.update(PeltRelease.V6_12, se, 1024);
        changed(se, 200, 600);
        UtilEst.update(PeltRelease.V6_12, se, 1024);
        assertThat(UtilEst.of(PeltRelease.V6_12, se)).isEqualTo(400);
    }

    @Test
    void taskHeldBackByItsCpuKeepsItsEstimateButNotIn73() {
        for (PeltRelease release : new PeltRelease[] {PeltRelease.V6_1, PeltRelease.V6_12, PeltRelease.V7_3}) {
            SchedAvg se = task(400);
            UtilEst.update(release, se, 1024);
            changed(se, 200, 200);
            UtilEst.update(release, se, 150);
            assertThat(UtilEst.of(release, se)).as("%s", release).isEqualTo(release == PeltRelease.V7_3 ? 350 : 400);
        }
    }

    @Test
    void queueSumsItsTasksAndNeverGoesBelowZero() {
        SchedAvg queue = new SchedAvg();
        SchedAvg se = task(300);
        UtilEst.update(PeltRelease.V6_12, se, 1024);
        UtilEst.enqueue(PeltRelease.V6_12, queue, se);
        assertThat(queue.utilEst()).isEqualTo(300);
        UtilEst.dequeue(PeltRelease.V6_12, queue, se);
        UtilEst.dequeue(PeltRelease.V6_12, queue, se);
        assertThat(queue.utilEst()).isZero();
    }
}
