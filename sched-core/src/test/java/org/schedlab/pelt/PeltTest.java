package org.schedlab.pelt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.schedlab.arith.Weights;

class PeltTest {
    private static final long MS = 1_048_576;
    private final Pelt pelt = new Pelt(HalfLife.MS_32);

    @Test
    void mainlineConstantsFollowFromTheHalfLife() {
        assertThat(HalfLife.MS_32.loadAvgMax()).isEqualTo(47_742);
        assertThat(HalfLife.MS_32.minDivider()).isEqualTo(46_718);
    }

    @Test
    void decayByNoPeriodLosesOne() {
        assertThat(HalfLife.MS_32.decayLoad(1000, 0)).isEqualTo(999);
        assertThat(HalfLife.MS_32.decayLoad(0, 0)).isZero();
    }

    @Test
    void timeBelowAUnitStaysPending() {
        SchedAvg sa = new SchedAvg();
        assertThat(pelt.updateSe(1023, sa, Weights.NICE_0_LOAD, true, 1, true)).isFalse();
        assertThat(sa.lastUpdateTimeNs()).isZero();
        pelt.updateSe(1024, sa, Weights.NICE_0_LOAD, true, 1, true);
        assertThat(sa.loadSum()).isEqualTo(1);
    }

    @Test
    void clockThatWentBackOnlyRebases() {
        SchedAvg sa = new SchedAvg();
        pelt.updateSe(10 * MS, sa, Weights.NICE_0_LOAD, true, 1, true);
        String sums = sa.loadSum() + "," + sa.utilSum();
        assertThat(pelt.updateSe(5 * MS, sa, Weights.NICE_0_LOAD, true, 1, true))
                .isFalse();
        assertThat(sa.lastUpdateTimeNs()).isEqualTo(5 * MS);
        assertThat(sa.loadSum() + "," + sa.utilSum()).isEqualTo(sums);
    }

    @Test
    void dequeuedButCurrentCountsNeitherRunnableNorRunning() {
        SchedAvg sa = new SchedAvg();
        pelt.updateSe(4 * MS, sa, Weights.NICE_0_LOAD, false, 1, true);
        assertThat(sa.sumsAreZero()).isTrue();
        assertThat(sa.lastUpdateTimeNs()).isEqualTo(4 * MS);
    }

    @Test
    void averagesMoveOnlyOnABorder() {
        SchedAvg sa = new SchedAvg();
        pelt.updateSe(MS - 1024, sa, Weights.NICE_0_LOAD, true, 1, true);
        assertThat(sa.utilAvg()).isZero();
        assertThat(pelt.updateSe(MS, sa, Weights.NICE_0_LOAD, true, 1, true)).isTrue();
        assertThat(sa.utilAvg()).isEqualTo(21);
    }

    @Test
    void stateIsSavedAndLoadedByName() {
        SchedAvg sa = new SchedAvg();
        for (int field = 0; field < SchedAvg.FIELDS.size(); field++) {
            sa.set(field, field + 7);
        }
        SchedAvg copy = new SchedAvg();
        copy.copyFrom(sa);
        assertThat(copy).hasToString(sa.toString()).asString().contains("util_est=15");
        assertThatThrownBy(() -> sa.get(99))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageContaining("(99)");
        assertThatThrownBy(() -> sa.set(-1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void contributionScalingIsRefusedForTimeScalingReleases() {
        assertThatThrownBy(() -> new ScaledPelt(PeltRelease.V6_12, HalfLife.MS_32))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("V6_12");
    }

    @Test
    void allocatesNothingPerUpdate() {
        SchedAvg se = new SchedAvg();
        CfsLoad queue = new CfsLoad();
        LoadTransfer transfer = new LoadTransfer(PeltRelease.V6_12, pelt);
        var threads = (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        run(se, queue, transfer, 0, 50_000);
        long before = threads.getCurrentThreadAllocatedBytes();
        run(se, queue, transfer, 1L << 40, 1_000_000);
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        // The compiler thread's bookkeeping may charge a few objects to this thread; one per update would be 16 MB.
        assertThat(bytes).isLessThan(100_000);
    }

    private void run(SchedAvg se, CfsLoad queue, LoadTransfer transfer, long start, int steps) {
        long now = start;
        for (int i = 0; i < steps; i++) {
            now += 300_000;
            pelt.updateSeAndCfsRq(
                    now, se, Weights.NICE_0_LOAD, true, 1, (i & 4) != 0, queue.avg(), Weights.NICE_0_LOAD, 1, true);
            if ((i & 63) == 0) {
                transfer.attach(queue, se, Weights.NICE_0_LOAD);
                transfer.detach(queue, se, Weights.NICE_0_LOAD);
                transfer.remove(queue, se, Weights.NICE_0_LOAD);
                transfer.applyRemoved(queue);
            }
        }
    }
}
