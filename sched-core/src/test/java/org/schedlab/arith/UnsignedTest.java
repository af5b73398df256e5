package org.schedlab.arith;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnsignedTest {
    @Test
    void subtractionStopsAtZeroUnsigned() {
        assertThat(Unsigned.subPositive(5, 7)).isZero();
        assertThat(Unsigned.subPositive(7, 5)).isEqualTo(2);
        assertThat(Unsigned.subPositive(-1L, 5)).isEqualTo(-6L);
        assertThat(Unsigned.subPositiveU32(5, 7)).isZero();
    }

    @Test
    void additionOfNegativeDeltaStopsAtZero() {
        assertThat(Unsigned.addPositive(5, -7)).isZero();
        assertThat(Unsigned.addPositive(5, 7)).isEqualTo(12);
        assertThat(Unsigned.addPositive(-1L, 2)).isEqualTo(1);
        assertThat(Unsigned.addPositiveU32(5, -7)).isZero();
        assertThat(Unsigned.addPositiveU32(0xffff_ffffL, 2)).isEqualTo(1);
    }

    @Test
    void clampWithCrossedBoundsPrefersTheLowerTest() {
        assertThat(Unsigned.clamp(1, 2, 0)).isEqualTo(2);
        assertThat(Unsigned.clamp(3, 2, 0)).isZero();
    }

    @Test
    void maximumIn32BitsCutsBothFirst() {
        assertThat(Unsigned.maxU32(0x1_0000_0001L, 7)).isEqualTo(7);
    }
}
