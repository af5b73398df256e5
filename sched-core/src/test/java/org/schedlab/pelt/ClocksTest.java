package org.schedlab.pelt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ClocksTest {
    private final PeltClock clock = new PeltClock(HalfLife.MS_32);

    @Test
    void peltTimeRunsSlowerOnASlowCpuAndSnapsForwardWhenIdle() {
        clock.advance(1_000_000, 0, 0, false, 512, 512);
        assertThat(clock.rqClockPeltNs()).isEqualTo(250_000);
        clock.advance(1_000_000, 0, 0, true, 512, 512);
        assertThat(clock.rqClockPeltNs()).isEqualTo(2_000_000);
        assertThat(clock.lostIdleTimeNs()).isZero();
    }

    @Test
    void saturatedCpuLosesTheGapInsteadOfCatchingUp() {
        clock.advance(1_000_000, 0, 0, false, 512, 1024);
        clock.goIdle(47_791_489, 1, 0);
        assertThat(clock.lostIdleTimeNs()).isEqualTo(500_000);
        assertThat(clock.rqClockPeltNs()).isEqualTo(500_000);
    }

    @Test
    void cpuJustBelowSaturationCatchesUp() {
        clock.advance(1_000_000, 0, 0, false, 512, 1024);
        clock.goIdle(47_791_489, 0, 0);
        assertThat(clock.lostIdleTimeNs()).isZero();
        assertThat(clock.rqClockPeltNs()).isEqualTo(1_000_000);
    }

    @Test
    void interruptTimeBeyondTheElapsedIsCarriedOver() {
        assertThat(clock.advance(100, 250, 0, false, 1024, 1024)).isEqualTo(100);
        assertThat(clock.clockTaskNs()).isZero();
        assertThat(clock.advance(500, 0, 0, false, 1024, 1024)).isEqualTo(150);
        assertThat(clock.clockTaskNs()).isEqualTo(350);
        assertThat(clock.advance(100, 40, 90, false, 1024, 1024)).isEqualTo(100);
        assertThat(clock.clockNs()).isEqualTo(700);
    }

    @Test
    void idleClockIsEstimatedFromWallTime() {
        clock.advance(1_000, 0, 0, true, 1024, 1024);
        assertThat(clock.estimateIdlePeltNs(5_000)).isEqualTo(5_000);
    }

    @Test
    void throttledQueueStandsStillAndGoesOnFromThere() {
        CfsPeltClock queue = new CfsPeltClock();
        queue.freeze(1_000);
        queue.freeze(1_500);
        assertThat(queue.nowNs(3_000)).isEqualTo(1_000);
        queue.unfreeze(4_000);
        assertThat(queue.frozen()).isFalse();
        assertThat(queue.nowNs(4_100)).isEqualTo(1_100);
        assertThat(queue.frozenTimeNs()).isEqualTo(3_000);
        queue.freeze(5_000);
        assertThat(queue.nowNs(9_000)).isEqualTo(2_000);
    }

    @Test
    void clocksAreSavedAndLoaded() {
        for (int field = 0; field < PeltClock.FIELDS.size(); field++) {
            clock.set(field, field + 3);
            assertThat(clock.get(field)).isEqualTo(field + 3);
        }
        assertThatThrownBy(() -> clock.get(7)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
