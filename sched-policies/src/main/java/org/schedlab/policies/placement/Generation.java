package org.schedlab.policies.placement;

import java.util.Arrays;

/**
 * The generations of select_task_rq_fair that differ, named by the stable releases that were read: 4.0.0, 4.12.0, 4.16.13, 5.10.223, 6.1.192,
 * 6.8.0, 6.12.117, 7.3.4.
 */
enum Generation {
    V4_0(40, "4.0"),
    V4_12(412, "4.12"),
    V4_16(416, "4.16"),
    V5_10(510, "5.10"),
    V6_1(61, "6.1"),
    V6_8(68, "6.8"),
    V6_12(612, "6.12"),
    V7_3(73, "7.3");

    private final int tag;
    private final String release;

    Generation(int tag, String release) {
        this.tag = tag;
        this.release = release;
    }

    /** The generation that the tunable {@code placement_generation} names. */
    static Generation of(long tag) {
        for (Generation g : values()) {
            if (g.tag == tag) {
                return g;
            }
        }
        throw new IllegalArgumentException("placement_generation (" + tag
                + ") is not known.\nMaybe you meant one of 40, 412, 416, 510, 61, 68, 612, 73.");
    }

    /** All values of the tunable. */
    static Long[] tags() {
        return Arrays.stream(values()).map(g -> (long) g.tag).toArray(Long[]::new);
    }

    boolean since(Generation first) {
        return compareTo(first) >= 0;
    }

    boolean before(Generation later) {
        return compareTo(later) < 0;
    }

    /** Release for building domains. */
    String release() {
        return release;
    }
}
