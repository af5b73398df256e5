package org.schedlab.arith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class WeightsTest {
    @Test
    void taskReciprocalsAreTheRoundedOnesOfTheTableAndGroupReciprocalsAreFloored() {
        assertThat(Weights.niceToWmult(0)).isEqualTo(4_194_304);
        assertThat(Weights.tableInverse(1024)).isEqualTo(4_194_304);
        assertThat(Weights.inverse(Weights.NICE_0_LOAD)).isEqualTo(4_194_303);
    }

    @Test
    void everyTableWeightIsFoundAgainWithItsReciprocal() {
        for (int nice = Weights.MIN_NICE; nice <= Weights.MAX_NICE; nice++) {
            assertThat(Weights.tableInverse(Weights.niceToWeight(nice)))
                    .as("nice %d", nice)
                    .isEqualTo(Weights.niceToWmult(nice));
        }
        assertThat(Weights.tableInverse(Weights.WEIGHT_IDLEPRIO)).isEqualTo(Weights.WMULT_IDLEPRIO);
        assertThat(Weights.tableInverse(1025)).isZero();
    }

    @Test
    void scalingDownNeverReachesOne() {
        assertThat(Weights.scaleLoadDown(0)).isZero();
        assertThat(Weights.scaleLoadDown(1)).isEqualTo(2);
        assertThat(Weights.scaleLoadDown(3 << 10)).isEqualTo(3);
    }

    @Test
    void reciprocalsOfExtremeWeightsAreTheLimits() {
        assertThat(Weights.inverse(0)).isEqualTo(0xffff_ffffL);
        assertThat(Weights.inverse(-1L)).isEqualTo(1);
    }

    @Test
    void cpuWeightSurvivesTheRoundTripThroughShares() {
        for (int weight = 1; weight <= Weights.MAX_CPU_WEIGHT; weight++) {
            assertThat(Weights.sharesToCpuWeight(Weights.cpuWeightToShares(weight)))
                    .as("cpu.weight %d", weight)
                    .isCloseTo(weight, org.assertj.core.data.Offset.offset(weight == 1 ? 0 : 1));
        }
        assertThat(Weights.cpuWeightToShares(100)).isEqualTo(Weights.NICE_0_LOAD);
        assertThat(Weights.sharesToCpuWeight(Weights.scaleLoad(3))).isEqualTo(1);
    }

    @Test
    void cpuWeightNiceReadsBackWhatWasWritten() {
        for (int nice = Weights.MIN_NICE; nice <= Weights.MAX_NICE; nice++) {
            assertThat(Weights.sharesToCpuWeightNice(Weights.cpuWeightNiceToShares(nice)))
                    .isEqualTo(nice);
        }
        assertThat(Weights.sharesToCpuWeightNice(Weights.scaleLoad(2))).isEqualTo(19);
        assertThat(Weights.sharesToCpuWeightNice(Weights.scaleLoad(262_144))).isEqualTo(-20);
    }

    @Test
    void niceOutOfRangeIsRefusedWithTheValue() {
        assertThatThrownBy(() -> Weights.niceToWeight(20))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("(20)")
                .hasMessageContaining("Maybe");
    }
}
