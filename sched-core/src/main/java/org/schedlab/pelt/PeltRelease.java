package org.schedlab.pelt;

/**
 * The generations of load tracking that differ in how sums move between entities and queues. The accumulation itself is the same from 5.10 to
 * 7.3; 4.12 and 4.16 accumulate with {@link ScaledPelt}, 4.0 with {@link RunnableAvg40}.
 *
 * <p>Immutable. Named by the stable releases whose results are modelled: 4.12.0, 4.16.13, 5.10.223, 6.1.192, 6.8.0, 6.12.117, 7.3.4.
 */
public enum PeltRelease {
    /** Weighted sums, averages over {@code LOAD_AVG_MAX}. */
    V4_12(Sums.FROM_AVERAGE, true, false, true),
    /** Adds {@code runnable_load} to entities and the running divider. */
    V4_16(Sums.FROM_AVERAGE, true, false, true),
    /** Time scaling; sums are remade from averages after each transfer. */
    V5_10(Sums.FROM_AVERAGE, true, false, true),
    /** Sums move by their own differences, with a floor compared in 32 bits. */
    V6_1(Sums.FLOOR_32, true, false, true),
    /** As 6.1, but a group entity's new runnable sum is cut to 32 bits. */
    V6_8(Sums.FLOOR_32, true, true, true),
    /** As 6.1; new tasks start from their plain weight. */
    V6_12(Sums.FLOOR_32, false, false, true),
    /** The floor compares in the sum's own width and also follows additions. */
    V7_3(Sums.FLOOR_OWN, false, false, false);

    /** What happens to a sum when its average is changed by a transfer. */
    enum Sums {
        FROM_AVERAGE,
        FLOOR_32,
        FLOOR_OWN
    }

    final Sums sums;
    /** A new task's utilisation is sized with the full-resolution weight. */
    final boolean newTaskFullWeight;

    final boolean runnableSumCut32;
    /** {@code util_est} leaves a task alone that was throttled by its CPU's capacity. */
    final boolean utilEstCapacityTest;

    PeltRelease(Sums sums, boolean newTaskFullWeight, boolean runnableSumCut32, boolean utilEstCapacityTest) {
        this.sums = sums;
        this.newTaskFullWeight = newTaskFullWeight;
        this.runnableSumCut32 = runnableSumCut32;
        this.utilEstCapacityTest = utilEstCapacityTest;
    }

    /** Whether contributions are scaled by frequency and CPU speed, so that {@link ScaledPelt} accumulates; later releases scale time. */
    public boolean scalesContributions() {
        return this == V4_12 || this == V4_16;
    }

    /** Whether a task's utilisation estimate is one field (6.8 and later) instead of {@code enqueued} and {@code ewma}. */
    public boolean singleUtilEst() {
        return compareTo(V6_8) >= 0;
    }
}
