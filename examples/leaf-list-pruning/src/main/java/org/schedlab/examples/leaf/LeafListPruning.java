package org.schedlab.examples.leaf;

import java.io.PrintStream;
import java.util.Locale;
import org.schedlab.metrics.LengthsOverTime;

/** The program: prints two tables and a verdict; see README.md. */
public final class LeafListPruning {

    /** What the recorded kernels need for a pass and for each queue in it; 5.10 to 7.3, docs/groups.md. */
    private static final double PASS_US = 0.9;

    private static final double QUEUE_US = 0.1;

    /** A wakeup with its two switches, as recorded with 5.10. */
    private static final double WAKEUP_US = 2.4;

    /** Each wakeup of the second that is measured takes 100 us of it. */
    private static final double WAKEUP_PERIOD_US = 100;

    /** Dead queues among those listed, as many as the thread's machine must have had. */
    private static final int FEW_LEAKED = 14;

    private static final int MANY_LEAKED = 20_000;

    private static final int PARTS = 8;

    private static final double PUBLISHED_RATIO = 10.4 / 11.7;
    private static final double RATIO_TOLERANCE = 0.03;

    private LeafListPruning() {}

    /** Runs the example. */
    public static void main(String[] args) {
        System.exit(run(args, System.out, System.err));
    }

    static int run(String[] args, PrintStream out, PrintStream err) {
        if (args.length > 0) {
            err.println("Argument (" + args[0] + ") is not known.");
            err.println("Maybe it was meant for another program: this one takes none.");
            return 2;
        }
        out.println("thread: Tejun Heo, \"sched/fair: Fix O(# total cgroups) in load balance path\", LKML, May 2017");
        out.println("claim:  with pruning a pass over the leaf list costs what is active, not what ever ran;"
                + " its share of time fell from 11.7 to 10.4 %");
        out.println();
        out.println(
                "One CPU, 100 tasks that wake 10,000 times a second in all, a pass over the leaf list at each idle entry.");
        Column[] few = table(out, FEW_LEAKED, 10_000);
        out.println("published, 2017   schedule %        16.4       14.9        3.3");
        out.println("                  walk %            11.7       10.4");
        out.println();
        Column[] many = table(out, MANY_LEAKED, 200);
        out.println();
        out.println("The list of the last table in the 1.6 s after the last leak, mean of each 0.2 s:");
        overTime(out, "unpruned", many[0].afterLeak());
        overTime(out, "pruned", many[1].afterLeak());
        out.println();
        out.println(
                "not modelled: caches, so a pass over many queues costs more than 0.1 us each; the other work of groups");
        return verdict(few, many, out);
    }

    /**
     * What one host did.
     *
     * @param length of the leaf list at the end
     * @param visitedPerPass queues looked at by one pass
     * @param passUs modelled cost of a pass
     * @param added queues put on the list by wakeups
     * @param afterLeak length of the list from the last leak on
     */
    private record Column(int length, double visitedPerPass, double passUs, long added, LengthsOverTime afterLeak) {

        static Column of(LeakyHost host, int wakeups) {
            long visited = host.visited();
            long added = host.added();
            host.wakeups(wakeups);
            double perPass = (host.visited() - visited) / (double) wakeups;
            return new Column(
                    host.listLength(), perPass, PASS_US + QUEUE_US * perPass, host.added() - added, host.afterLeak());
        }

        /** One pass follows each wakeup. */
        double walkPercent() {
            return 100 * passUs / (WAKEUP_PERIOD_US + Math.max(0, passUs + WAKEUP_US - WAKEUP_PERIOD_US));
        }

        double schedulePercent() {
            return walkPercent() * (passUs + WAKEUP_US) / passUs;
        }
    }

    private static Column[] table(PrintStream out, int leaked, int wakeups) {
        Column[] columns = {
            Column.of(new LeakyHost(true, leaked, false), wakeups),
            Column.of(new LeakyHost(true, leaked, true), wakeups),
            Column.of(new LeakyHost(false, 0, true), wakeups)
        };
        out.println();
        out.printf(Locale.ROOT, "%,d groups leaked   %28s%n", leaked, "unpruned     pruned  no groups");
        row(out, "queues on the leaf list", columns[0].length(), columns[1].length(), columns[2].length());
        row(
                out,
                "queues visited per pass",
                columns[0].visitedPerPass(),
                columns[1].visitedPerPass(),
                columns[2].visitedPerPass());
        row(out, "listed again by wakeups", (double) columns[0].added(), (double) columns[1].added(), (double)
                columns[2].added());
        row(out, "a pass, us", columns[0].passUs(), columns[1].passUs(), columns[2].passUs());
        row(out, "walk, % of time", columns[0].walkPercent(), columns[1].walkPercent(), columns[2].walkPercent());
        row(
                out,
                "schedule, % of time",
                columns[0].schedulePercent(),
                columns[1].schedulePercent(),
                columns[2].schedulePercent());
        return columns;
    }

    private static void row(PrintStream out, String name, double unpruned, double pruned, double none) {
        out.printf(Locale.ROOT, "%-26s%14.1f%11.1f%11.1f%n", name, unpruned, pruned, none);
    }

    private static void overTime(PrintStream out, String name, LengthsOverTime lengths) {
        out.printf(Locale.ROOT, "%-10s", name);
        int steps = lengths.steps();
        for (int part = 0; part < PARTS; part++) {
            out.printf(Locale.ROOT, "%10.1f", lengths.mean(0, part * steps / PARTS, (part + 1) * steps / PARTS));
        }
        out.println();
    }

    private static int verdict(Column[] few, Column[] many, PrintStream out) {
        double ratio = few[1].walkPercent() / few[0].walkPercent();
        int active = LeakyHost.BUSY + 1;
        boolean exact = many[0].visitedPerPass() == MANY_LEAKED + active
                && many[1].visitedPerPass() == active
                && few[2].visitedPerPass() == 1;
        boolean alike = Math.abs(ratio - PUBLISHED_RATIO) <= RATIO_TOLERANCE;
        out.printf(
                Locale.ROOT,
                "verdict: %s (with %d leaked groups the walk's share falls to %.2f of what it was, published %.2f;"
                        + " with %,d a pass looks at %.0f queues instead of %.0f)%n",
                exact && alike ? "pruning makes a pass as long as the work" : "NOT as expected",
                FEW_LEAKED,
                ratio,
                PUBLISHED_RATIO,
                MANY_LEAKED,
                many[1].visitedPerPass(),
                many[0].visitedPerPass());
        return exact && alike ? 0 : 1;
    }
}
