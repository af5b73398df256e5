package org.schedlab.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LogHistogramTest {

    @Test
    void isExactForFewValues() {
        LogHistogram histogram = new LogHistogram(7, 128);
        for (long ns = 1; ns <= 100; ns++) {
            histogram.record(ns * 1_000_003);
        }

        assertThat(histogram.distribution())
                .isEqualTo(new Distribution(
                        100,
                        50.5 * 1_000_003,
                        50L * 1_000_003,
                        90L * 1_000_003,
                        99L * 1_000_003,
                        100L * 1_000_003,
                        100L * 1_000_003));
    }

    @Test
    void withoutValuesItIsNone() {
        assertThat(new LogHistogram(7, 128).distribution()).isEqualTo(Distribution.NONE);
    }

    @Test
    void staysWithinItsPrecisionForManyValues() {
        long seed = 77;
        Random random = new Random(seed);
        LogHistogram fine = new LogHistogram(10, 128);
        long[] values = new long[20_000];
        for (int i = 0; i < values.length; i++) {
            values[i] = (long) Math.exp(random.nextDouble() * 28);
            fine.record(values[i]);
        }
        Arrays.sort(values);

        for (int permille : new int[] {1, 500, 900, 990, 999, 1000}) {
            long exact = values[(int) ((values.length * (long) permille + 999) / 1000) - 1];
            assertThat((double) fine.percentileNs(permille))
                    .as("permille %d, seed %d", permille, seed)
                    .isCloseTo((double) exact, within(1 + exact / 2048.0));
        }
        assertThat(fine.maxNs()).isEqualTo(values[values.length - 1]);
        assertThat(fine.sumNs()).isEqualTo(Arrays.stream(values).sum());
    }

    @Test
    void addingEqualsRecordingAll() {
        long seed = 5;
        Random random = new Random(seed);
        LogHistogram all = new LogHistogram(8, 128);
        LogHistogram sum = new LogHistogram(8, 128);
        for (int part : new int[] {50, 500, 100, 0}) {
            LogHistogram one = new LogHistogram(8, 128);
            for (int i = 0; i < part; i++) {
                long ns = random.nextInt(1 << 30);
                one.record(ns);
                all.record(ns);
            }
            sum.add(one);
        }

        assertThat(sum.distribution()).as("seed %d", seed).isEqualTo(all.distribution());
    }

    @Test
    void refusesNegativeTimes() {
        assertThatThrownBy(() -> new LogHistogram(8, 128).record(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1");
    }
}
