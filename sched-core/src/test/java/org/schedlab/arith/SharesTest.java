package org.schedlab.arith;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SharesTest {
    private static final long SHARES = Weights.NICE_0_LOAD;

    @Test
    void loneQueueGetsAllShares() {
        assertThat(Shares.group415(SHARES, SHARES, 1024, 1024, 1024)).isEqualTo(SHARES);
        assertThat(Shares.group412(SHARES, SHARES, 1024, 1024)).isEqualTo(SHARES);
        assertThat(Shares.group40(1024, 1024, 1024, 1024)).isEqualTo(1024);
    }

    @Test
    void emptyQueueGetsTheMinimumOfTwoInFullResolution() {
        assertThat(Shares.group415(SHARES, 0, 0, 4096, 0)).isEqualTo(2);
        assertThat(Shares.group412(SHARES, 0, 4096, 0)).isEqualTo(2);
    }

    @Test
    void averageCountsSince415ButNotIn412() {
        assertThat(Shares.group415(SHARES, 0, 1024, 2048, 1024)).isEqualTo(SHARES / 2);
        assertThat(Shares.group412(SHARES, 0, 2048, 1024)).isEqualTo(2);
    }

    @Test
    void concurrentModeMultipliesByTasksUpToTheCpus() {
        long one = Shares.group73(Shares.GroupMode.CONCUR, SHARES, SHARES, 0, 0, 0, 0, 8);
        long three = Shares.group73(Shares.GroupMode.CONCUR, SHARES, SHARES, 0, 0, 0, 3 * 1024, 8);
        long capped = Shares.group73(Shares.GroupMode.CONCUR, SHARES, SHARES, 0, 0, 0, 30 * 1024, 8);
        assertThat(one).isEqualTo(SHARES);
        assertThat(three).isEqualTo(3 * SHARES);
        assertThat(capped).isEqualTo(8 * SHARES);
    }

    @Test
    void hierarchicalLoadIsThePartOfTheParents() {
        assertThat(Shares.hLoad(2048, 512, 1023)).isEqualTo(1024);
        assertThat(Shares.hLoad(0, 512, 0)).isZero();
    }

    @Test
    void publicationNeedsMoreThanASixtyFourthOrAnEighthIn40() {
        assertThat(Shares.publishDue(6_500, 6_400)).isFalse();
        assertThat(Shares.publishDue(6_501, 6_400)).isTrue();
        assertThat(Shares.publishDue40(900, 800)).isFalse();
        assertThat(Shares.publishDue40(699, 800)).isTrue();
    }

    @Test
    void settableSharesAreClamped() {
        assertThat(Shares.clampSettable(0)).isEqualTo(2 << 10);
        assertThat(Shares.clampSettable(Long.MAX_VALUE)).isEqualTo(262_144L << 10);
    }
}
