package org.schedlab.examples.eevdf;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.schedlab.arith.Weights;
import org.schedlab.spi.PickStatistics;
import org.schedlab.spi.RandomStream;
import org.schedlab.testkit.ProbeCounts;
import org.schedlab.testkit.ProbeViolationException;

/**
 * Shows the three changes of "sched/eevdf: Optimize reweight and pick" side by side with what was before them, on one CPU. Exit status 0 if all
 * that the series claims holds, 1 if not, 2 on wrong usage.
 */
public final class ReweightAndPick {

    /** The switches of the series, off; the numbers are those of its patches. */
    private static final String NO_1 = "NO_REWEIGHT_KEEPS_LAG";

    private static final String NO_2_3 = "NO_DEADLINE_TREE";
    private static final String NO_3 = "NO_PICK_FASTPATH";

    private static final int REWEIGHTS = 2_000;
    private static final int TICKS = 20_000;
    private static final int[] COUNTS = {2, 8, 64, 256, 1000};

    private final PrintStream out;
    private boolean holds = true;

    private ReweightAndPick(PrintStream out) {
        this.out = out;
    }

    /** Takes no arguments. */
    public static void main(String[] args) {
        System.exit(run(args, System.out, System.err));
    }

    static int run(String[] args, PrintStream out, PrintStream err) {
        if (args.length != 0) {
            err.println("Argument (" + args[0] + ") is not known.\nMaybe run it without any.");
            return 2;
        }
        out.println("thread: Abel Wu, \"sched/eevdf: Optimize reweight and pick\", LKML, November 2023");
        out.println(
                "claim:  a change of weight leaves the average V where it was, and a pick is found in one descent, often at once");
        ReweightAndPick example = new ReweightAndPick(out);
        long before = example.reweight(false);
        long after = example.reweight(true);
        long picks = example.samePicks();
        double[] ratio = example.visits();
        out.printf(
                Locale.ROOT,
                "%nverdict: the series %s: V jumps by up to %d ns over a change of weight without (1), by up to %d ns with it;"
                        + " %d picks in both orders, each the earliest eligible deadline;"
                        + " with 64 tasks or more %.1f to %.1f times fewer visits per pick (the table has smaller queues)%n",
                example.holds ? "does what it says" : "DOES NOT do what it says",
                before,
                after,
                picks,
                ratio[0],
                ratio[1]);
        out.println("not modelled: caches, so that a visit has no cost in time here");
        return example.holds ? 0 : 1;
    }

    private static int[] nice(String mix, int count) {
        RandomStream random = new RandomStream(count, mix);
        int[] nice = new int[count];
        for (int i = 0; i < count; i++) {
            nice[i] = switch (mix) {
                case "equal" -> 0;
                case "0 and 5" -> i % 2 == 0 ? 0 : 5;
                default -> random.nextInt(40) - 20;
            };
        }
        return nice;
    }

    /** Returns the furthest jump of the average. */
    private long reweight(boolean keepsLag) {
        GroupOfTasks group = new GroupOfTasks(nice("-20..19", 8), true, keepsLag ? List.of() : List.of(NO_1));
        RandomStream random = new RandomStream(1, "weights");
        out.printf("%nA running task is given another weight, (1) %s%n", keepsLag ? "on" : "off");
        out.printf("%10s %16s %16s%n", "reweight", "predicted, ns", "V moved by, ns");
        for (int i = 0; i < REWEIGHTS; i++) {
            group.run(1 + random.nextInt(4));
            group.reweightCurrent(Weights.scaleLoad(Weights.niceToWeight(random.nextInt(40) - 20)));
            ProbeCounts counts = group.probes().counts();
            if (i % (REWEIGHTS / 5) == 0) {
                long predicted = keepsLag ? 0 : counts.lastPredicted();
                out.printf(Locale.ROOT, "%10d %16d %16d%n", i + 1, predicted, counts.lastJump());
            }
        }
        long furthest = group.probes().counts().largestJump();
        // What rounding may do: one ns for the average, one for the lag, scaled by how much lighter the queue became.
        boolean asClaimed = keepsLag ? furthest < 10_000 : furthest > 100_000;
        holds &= asClaimed;
        return furthest;
    }

    /** Every pick of both orders is checked against brute force; returns how many. */
    private long samePicks() {
        long picks = 0;
        for (List<String> features : List.of(List.of(NO_2_3), List.of(NO_3), List.<String>of())) {
            GroupOfTasks group = new GroupOfTasks(nice("-20..19", 24), true, features);
            try {
                group.run(5_000);
            } catch (ProbeViolationException e) {
                out.println(e.getMessage());
                holds = false;
            }
            picks += group.probes().counts().picks();
        }
        return picks;
    }

    /** Returns the least and the greatest ratio of visits before and after, over the mixes that need a search. */
    private double[] visits() {
        out.printf("%nNodes visited per pick (fast: answered by the leftmost, in O(1))%n");
        out.printf(
                "%10s %6s %14s %13s %11s %7s %7s%n",
                "nice", "n", "two descents", "one descent", "fast path", "fast", "ratio");
        double[] range = {Double.MAX_VALUE, 0};
        for (String mix : List.of("equal", "0 and 5", "-20..19")) {
            for (int count : COUNTS) {
                PickStatistics old = statistics(mix, count, List.of(NO_2_3));
                PickStatistics one = statistics(mix, count, List.of(NO_3));
                PickStatistics fast = statistics(mix, count, List.of());
                double ratio = perPick(old) / perPick(fast);
                out.printf(
                        Locale.ROOT,
                        "%10s %6d %14.2f %13.2f %11.2f %6.1f%% %7.2f%n",
                        mix,
                        count,
                        perPick(old),
                        perPick(one),
                        perPick(fast),
                        100.0 * fast.leftmosts() / fast.searches(),
                        ratio);
                if (count >= 64) {
                    range[0] = Math.min(range[0], ratio);
                    range[1] = Math.max(range[1], ratio);
                    holds &= ratio > 1.5;
                }
            }
        }
        return range;
    }

    private static PickStatistics statistics(String mix, int count, List<String> features) {
        GroupOfTasks group = new GroupOfTasks(nice(mix, count), false, features);
        group.run(TICKS);
        return group.statistics();
    }

    private static double perPick(PickStatistics statistics) {
        return (double) statistics.visits() / Math.max(1, statistics.searches());
    }
}
