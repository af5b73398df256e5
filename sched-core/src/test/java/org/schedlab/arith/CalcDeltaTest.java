package org.schedlab.arith;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CalcDeltaTest {
    @Test
    void nice0PassesUnchanged() {
        assertThat(CalcDelta.fair(123_456_789, Weights.NICE_0_LOAD, 0)).isEqualTo(123_456_789);
        assertThat(CalcDelta.fairDivide(123_456_789, Weights.NICE_0_LOAD)).isEqualTo(123_456_789);
        assertThat(CalcDelta.fairUnscaled(123_456_789, 1024, 0)).isEqualTo(123_456_789);
    }

    @Test
    void tableAndFlooredReciprocalGiveDifferentVirtualTimes() {
        long weight = Weights.scaleLoad(512);
        long table = CalcDelta.shift(3_000_000_000L, Weights.NICE_0_LOAD, weight, 8_388_608);
        long floor = CalcDelta.shift(3_000_000_000L, Weights.NICE_0_LOAD, weight, 0);
        assertThat(table).isEqualTo(6_000_000_000L);
        assertThat(floor).isLessThan(table);
    }

    @Test
    void shiftEqualsTheProductTakenInArbitraryPrecision() {
        long seed = 20_261_130;
        System.out.println("seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 20_000; i++) {
            long value = random.nextLong() >>> random.nextInt(64);
            long mul = random.nextLong() & Unsigned.U32_MASK;
            int shift = random.nextInt(33);
            long expected = new BigInteger(Long.toUnsignedString(value))
                    .multiply(BigInteger.valueOf(mul))
                    .shiftRight(shift)
                    .longValue();
            assertThat(Unsigned.mulU64U32Shr(value, mul, shift)).isEqualTo(expected);
        }
    }

    @Test
    void divisionWrapsItsProductAt64Bits() {
        assertThat(CalcDelta.divide(1L << 60, 1 << 10, 1)).isZero();
        assertThat(CalcDelta.divide(1L << 44, Weights.NICE_0_LOAD - 1, 3))
                .isEqualTo(Long.divideUnsigned(-(1L << 44), 3));
    }
}
