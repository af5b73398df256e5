package org.schedlab.policies;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntSupplier;

/** Compares two ways of doing the same in turn in one JVM by thread CPU time, for machines that others use too. Confined to one thread. */
public final class InTurn {

    private static final int WARM_UP = 10;
    private static final int ROUNDS = 41;
    private static final int STEPS = 200_000;
    private static final ThreadMXBean THREAD = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private InTurn() {}

    /** Prints the least and the median of all rounds for both, and the ratio of these. */
    public static void compare(String name, IntSupplier direct, IntSupplier door) {
        double[] first = new double[ROUNDS];
        double[] second = new double[ROUNDS];
        double[] ratio = new double[ROUNDS];
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            double a = nsPerStep(direct);
            double b = nsPerStep(door);
            if (round >= 0) {
                first[round] = a;
                second[round] = b;
                ratio[round] = b / a;
            }
        }
        Arrays.sort(first);
        Arrays.sort(second);
        Arrays.sort(ratio);
        System.out.printf(
                Locale.ROOT,
                "%s: direct least %.1f median %.1f ns; door least %.1f median %.1f ns; door/direct of the least %.3f, median %.3f%n",
                name,
                first[0],
                first[ROUNDS / 2],
                second[0],
                second[ROUNDS / 2],
                second[0] / first[0],
                ratio[ROUNDS / 2]);
    }

    private static double nsPerStep(IntSupplier step) {
        long before = THREAD.getCurrentThreadCpuTime();
        int sum = 0;
        for (int i = 0; i < STEPS; i++) {
            sum += step.getAsInt();
        }
        long spent = THREAD.getCurrentThreadCpuTime() - before;
        return sum == Integer.MIN_VALUE ? 0 : (double) spent / STEPS;
    }
}
