package org.schedlab.examples.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PairedTest {

    @Test
    void theIntervalIsStudentsOfThePairedDifferences() {
        Paired paired = Paired.of(new double[] {10, 12, 11}, new double[] {7, 10, 10});
        assertThat(paired.change()).isEqualTo(-2);
        // Standard deviation 1, n 3, t 4.303.
        assertThat(paired.halfWidth()).isCloseTo(2.484, within(0.001));
        assertThat(paired.falls()).isFalse();
        assertThat(paired.rises()).isFalse();
        assertThat(paired.text()).isEqualTo("-2.00 [-4.48, +0.48]");
    }

    @Test
    void equalRunsDifferByNothing() {
        Paired paired = Paired.of(new double[] {3, 4}, new double[] {3, 4});
        assertThat(paired.falls() || paired.rises()).isFalse();
        assertThat(paired.halfWidth()).isZero();
    }

    @Test
    void aClearFallIsOne() {
        assertThat(Paired.of(new double[] {10, 11, 12}, new double[] {1, 2, 3.1})
                        .falls())
                .isTrue();
        assertThat(Paired.of(new double[] {1, 2, 3.1}, new double[] {10, 11, 12})
                        .rises())
                .isTrue();
    }
}
