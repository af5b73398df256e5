package org.schedlab.cgroup.hierarchy;

import java.util.Arrays;

/**
 * The generations of task groups: how shares are divided, when a queue's load is published to its group, when a queue leaves the leaf list. Named
 * by the stable releases whose behaviour is modelled: 4.0.0, 4.12.0, 4.16.13, 5.10.223, 6.1.192, 6.8.0, 6.12.117, 7.3.4. Immutable.
 */
public enum GroupRelease {
    /** Shares by plain weight, published at 1/8; pruned when the group entity has no runnable time. */
    V4_0(400),
    /** Shares by weight, published at 1/64; never pruned. */
    V4_12(412),
    /** Shares by the larger of weight and load; pruned when empty and without sums. */
    V4_16(416),
    /** As 4.16, with the runnable sum of 5.7. */
    V5_10(510),
    /** A queue with a listed child stays. */
    V6_1(601),
    /** Published at most once a millisecond. */
    V6_8(608),
    /** A queue with a published share stays. */
    V6_12(612),
    /** Shares by mode; the runnable average is published too. */
    V7_3(703);

    private final int generation;

    GroupRelease(int generation) {
        this.generation = generation;
    }

    static GroupRelease of(long generation) {
        for (GroupRelease release : values()) {
            if (release.generation == generation) {
                return release;
            }
        }
        throw new IllegalArgumentException("group_generation (" + generation
                + ") is not known\nMaybe one of 400, 412, 416, 510, 601, 608, 612, 703 was meant.");
    }

    /** All values of the tunable {@code group_generation}. */
    static Long[] generations() {
        return Arrays.stream(values()).map(r -> (long) r.generation).toArray(Long[]::new);
    }

    /** Whether this release is {@code other} or a later one. */
    public boolean from(GroupRelease other) {
        return compareTo(other) >= 0;
    }
}
