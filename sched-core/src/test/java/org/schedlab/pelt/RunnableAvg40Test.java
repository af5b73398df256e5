package org.schedlab.pelt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RunnableAvg40Test {
    private static final long PERIOD_NS = 1 << 20;

    @Test
    void alwaysRunnableTaskHasItsWholeWeightWithinOne() {
        RunnableAvg40 avg = new RunnableAvg40(0);
        avg.update(400 * PERIOD_NS, true);
        assertThat(avg.runnableAvgSum()).isEqualTo(avg.runnableAvgPeriod());
        assertThat(avg.updateContrib(1024)).isEqualTo(1023);
        assertThat(avg.loadAvgContrib()).isEqualTo(1023);
    }

    @Test
    void sumsNeverExceedThePeriodNorTheNextMultipleAboveTheMaximum() {
        long seed = 40;
        System.out.println("seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        RunnableAvg40 avg = new RunnableAvg40(0);
        long now = 0;
        for (int i = 0; i < 20_000; i++) {
            now += random.nextLong(1L << random.nextInt(1, 33));
            avg.update(now, random.nextBoolean());
            assertThat(avg.runnableAvgSum()).isBetween(0L, avg.runnableAvgPeriod());
            // The filling is the period's remainder by 1024: a border is crossed at the next multiple at the latest.
            assertThat(avg.runnableAvgPeriod()).isBetween(0L, 48L * 1024 - 1);
        }
    }

    @Test
    void restBelowAUnitIsLost() {
        RunnableAvg40 avg = new RunnableAvg40(0);
        avg.update(1_500, true);
        avg.update(2_100, true);
        assertThat(avg.runnableAvgSum()).isEqualTo(1);
        assertThat(avg.get(0)).isEqualTo(1_500);
    }

    @Test
    void fullPeriodsFollowTheRecurrenceOfTheTable() {
        assertThat(RunnableAvg40.fullPeriods(1)).isEqualTo(1002);
        assertThat(RunnableAvg40.fullPeriods(2)).isEqualTo(1982);
        assertThat(RunnableAvg40.fullPeriods(32)).isEqualTo(23_371);
        assertThat(RunnableAvg40.fullPeriods(345)).isEqualTo(47_742);
        for (int n = 1; n < 345; n++) {
            assertThat(RunnableAvg40.fullPeriods(n)).isBetween(RunnableAvg40.fullPeriods(n - 1), 47_742L);
        }
    }

    @Test
    void blockedLoadAgesByTheQueuesCounter() {
        RunnableAvg40 avg = new RunnableAvg40(0);
        avg.update(400 * PERIOD_NS, true);
        avg.updateContrib(1024);
        avg.block(10);
        assertThat(avg.synchronizeDecay(42)).isEqualTo(32);
        assertThat(avg.loadAvgContrib()).isEqualTo(510);
        avg.block(50);
        assertThat(avg.synchronizeDecay(50)).isZero();
        assertThat(avg.loadAvgContrib()).isEqualTo(510);
    }

    @Test
    void clockThatWentBackOnlyRebases() {
        RunnableAvg40 avg = new RunnableAvg40(10 * PERIOD_NS);
        assertThat(avg.update(PERIOD_NS, true)).isFalse();
        assertThat(avg.get(0)).isEqualTo(PERIOD_NS);
        assertThat(avg.runnableAvgPeriod()).isZero();
    }

    @Test
    void stateIsSavedAndLoaded() {
        RunnableAvg40 avg = new RunnableAvg40(0);
        for (int field = 0; field < RunnableAvg40.FIELDS.size(); field++) {
            avg.set(field, field + 3);
            assertThat(avg.get(field)).isEqualTo(field + 3);
        }
        assertThatThrownBy(() -> avg.set(5, 0)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
