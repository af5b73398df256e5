package org.schedlab.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Compares costs on a machine that others use too: variants run batch by batch in turn in one JVM, thread CPU time is taken instead of wall
 * time, and ratios to the first variant are formed round by round. Prints minimum and median per step, in ns and as ratio. Not for several threads.
 */
public final class Interleaved {
    private static final int ROUNDS = 201;
    private static final int BATCH = 250_000;

    /** Runs a number of steps in its own loop, so that variants do not share a call site; returns a value that depends on all. */
    @FunctionalInterface
    public interface Batch {
        /** Runs the steps. */
        long run(int steps);
    }

    private final Map<String, Batch> variants = new LinkedHashMap<>();
    private long sink;

    private Interleaved() {}

    /** A comparison whose first variant is {@link HoldQueue U}. */
    public static Interleaved inU() {
        HoldQueue unit = new HoldQueue();
        return against("U", steps -> {
            long sum = 0;
            for (int i = 0; i < steps; i++) {
                sum += unit.step();
            }
            return sum;
        });
    }

    /** A comparison with another first variant. */
    public static Interleaved against(String name, Batch step) {
        return new Interleaved().add(name, step);
    }

    /** Adds a variant. */
    public Interleaved add(String name, Batch step) {
        variants.put(name, step);
        return this;
    }

    /** Runs all rounds and prints the table. */
    public void run() {
        int count = variants.size();
        double[][] ns = new double[count][ROUNDS];
        warmUp();
        for (int round = 0; round < ROUNDS; round++) {
            int variant = 0;
            for (Batch step : variants.values()) {
                ns[variant++][round] = batch(step);
            }
        }
        String first = variants.keySet().iterator().next();
        System.out.printf("| variant | ns min | ns median | %s min | %s median |%n", first, first);
        System.out.println("|---|---|---|---|---|");
        int variant = 0;
        for (String name : variants.keySet()) {
            double[] ratio = new double[ROUNDS];
            for (int round = 0; round < ROUNDS; round++) {
                ratio[round] = ns[variant][round] / ns[0][round];
            }
            double[] sorted = sorted(ns[variant]);
            double[] sortedRatio = sorted(ratio);
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %.1f | %.1f | %.3f | %.3f |%n",
                    name,
                    sorted[0],
                    sorted[ROUNDS / 2],
                    sortedRatio[0],
                    sortedRatio[ROUNDS / 2]);
            variant++;
        }
        System.out.println("(checksum " + sink + ")");
    }

    /** Short turns, so that code shared by variants is compiled for their mix and not for the one that happened to run first. */
    private void warmUp() {
        for (int turn = 0; turn < 3_000; turn++) {
            for (Batch step : variants.values()) {
                sink ^= step.run(1_000);
            }
        }
    }

    private double batch(Batch step) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        sink ^= step.run(BATCH);
        return (threads.getCurrentThreadCpuTime() - start) / (double) BATCH;
    }

    private static double[] sorted(double[] values) {
        double[] copy = values.clone();
        Arrays.sort(copy);
        return copy;
    }
}
