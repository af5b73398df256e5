package org.schedlab.arith;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CapacityTest {
    @Test
    void eightyPercentIsTheLimitOfFitting() {
        assertThat(Capacity.fits(819, 1024)).isTrue();
        assertThat(Capacity.fits(820, 1024)).isFalse();
    }

    @Test
    void cpuCapacityIsNeverZero() {
        assertThat(Capacity.scaleRt610(100, 99, 98, 0, 0)).isZero();
        assertThat(Capacity.atLeastOne(0)).isEqualTo(1);
        assertThat(Capacity.scaled(1024, 0)).isEqualTo(1);
        assertThat(Capacity.scaled(512, 1024)).isEqualTo(512);
    }

    @Test
    void interruptsScaleAgainstTheMaximumLoweredByPressureSince610() {
        assertThat(Capacity.scaleRt419(1024, 100, 0, 0, 512)).isEqualTo(512 * 924 / 1024);
        assertThat(Capacity.scaleRt610(1024, 100, 0, 0, 512)).isEqualTo(412);
    }

    @Test
    void reducedIsTheExactComplementOfFull() {
        for (long capacity = 1; capacity <= 1024; capacity++) {
            assertThat(Capacity.reduced(capacity, 1024, 117)).isEqualTo(capacity * 117 < 102_400);
        }
    }

    @Test
    void utilisationOfOlderReleasesIsCappedByTheHardware() {
        assertThat(CpuUtil.cpuUtil40(700, 512)).isEqualTo(512);
        assertThat(CpuUtil.cpuUtil417(300, 400, true, 512)).isEqualTo(400);
        assertThat(CpuUtil.cpuUtil417(300, 400, false, 512)).isEqualTo(300);
        assertThat(CpuUtil.boosted68(300, 400, true)).isEqualTo(400);
        assertThat(CpuUtil.boosted68(300, 400, false)).isEqualTo(300);
    }

    @Test
    void capacityInversionNeedsAnEqualLessReducedOrASmallerButNowBiggerCpu() {
        assertThat(CapacityInversion.beatenBy(1024, 400, 512, 500)).isTrue();
        assertThat(CapacityInversion.beatenBy(1024, 600, 512, 0)).isFalse();
        assertThat(CapacityInversion.beatenBy(1024, 600, 1024, 100)).isTrue();
        assertThat(CapacityInversion.beatenBy(512, 100, 1024, 0)).isFalse();
    }
}
