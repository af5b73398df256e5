package org.schedlab.cgroup.bandwidth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random operations with all probes after each. {@code -Dschedlab.operations=N} sets how many per release. What the probes let pass in which release
 * is in docs/bandwidth.md.
 */
class RandomOperationsTest {

    private static final int PER_SEED = 2_000;

    /** The kernel's own test for a listed child, made exact. */
    private static final String EXACT = "LISTED_CHILD_EXACT";

    @ParameterizedTest
    @ValueSource(strings = {"4.0", "4.12", "4.16", "5.10", "6.1", "6.8", "6.12", "7.3"})
    void probesHold(String release) {
        int operations = Integer.getInteger("schedlab.operations", 8_000);
        for (int seed = 1; seed <= operations / PER_SEED; seed++) {
            List<RandomOperations.Op> ops = RandomOperations.generate(seed, PER_SEED);
            // With slices of 20 ms enough comes back at once for the slack timer to hand out.
            String slice = "cfs_bandwidth_slice_us=" + (seed % 2 == 0 ? 20_000 : 5_000);
            RandomOperations.Failure failure = RandomOperations.run(release, ops, slice);
            if (failure != null) {
                List<RandomOperations.Op> shortest = RandomOperations.shrink(release, ops, slice);
                assertThat(failure)
                        .as(release + " seed " + seed + " " + slice + ": "
                                + RandomOperations.run(release, shortest, slice) + "\n"
                                + RandomOperations.show(shortest))
                        .isNull();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.16", "6.12", "7.3"})
    void operationsThrottleChangeQuotasAndCpusetsMoveAndRemove(String release) {
        RandomOperations.Coverage seen = RandomOperations.coverage(release, RandomOperations.generate(1, PER_SEED));
        assertThat(seen.throttledPeriods()).as(seen.toString()).isGreaterThan(30);
        assertThat(seen.handedOut()).as(seen.toString()).isGreaterThan(30);
        assertThat(seen.quotas()).as(seen.toString()).isGreaterThan(15);
        assertThat(seen.cpusets()).as(seen.toString()).isGreaterThan(15);
        assertThat(seen.forbidden()).as(seen.toString()).isGreaterThan(15);
        assertThat(seen.removed()).as(seen.toString()).isPositive();
    }

    /**
     * Found by these operations: unthrottling lists children at the front and, its own parent being listed, their parent at another place; the
     * kernel looks for a listed child only directly before a queue, and prunes the parent.
     */
    @Test
    void theKernelsTestForAListedChildMissesOne() {
        List<RandomOperations.Op> ops = RandomOperations.generate(7, PER_SEED);
        assertThat(RandomOperations.parentsMissing("6.8", ops)).isPositive();
        assertThat(RandomOperations.parentsMissing("6.8", ops, EXACT)).isZero();
    }
}
