package org.schedlab.examples.capacity;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.schedlab.engine.PathCosts;
import org.schedlab.engine.Pressure;
import org.schedlab.examples.shared.Experiment;
import org.schedlab.examples.shared.Findings;
import org.schedlab.examples.shared.Outcome;
import org.schedlab.examples.shared.Paired;
import org.schedlab.spi.PlacementPath;
import org.schedlab.spi.RandomStream;
import org.schedlab.workload.Step;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;

/**
 * Capacity awareness in the fast path of wakeups (LKML, January 2018) on 4.16: interrupts and real-time tasks take two fifths of every third CPU of 2 x 10 x
 * 2; pairs of tasks wake each other. Shows how many wakeups land on a CPU with less than three quarters of its capacity left, and what it costs to avoid
 * that, by variant. Exit status 0 if all claims hold, 1 if not, 2 on wrong usage.
 */
public final class CapacityAwareWakeup {

    private static final long US = 1_000;
    private static final long MS = 1_000_000;
    private static final int CPUS = 40;
    private static final int PAIRS = 30;
    private static final int SEEDS = 5;
    private static final int SEEDS_OF_CHECKS = 3;
    private static final String[] STOCK = {};
    private static final String[] POSTED = {
        "CAPACITY_AWARE", "CAPACITY_STRICT_CORE", "CAPACITY_BEST", "CAPACITY_SMT_LARGEST"
    };

    private CapacityAwareWakeup() {}

    private static Map<String, String[]> variants() {
        Map<String, String[]> all = new LinkedHashMap<>();
        all.put("4.16", STOCK);
        all.put("as posted", POSTED);
        all.put("as reviewed", new String[] {"CAPACITY_AWARE", "CAPACITY_STRICT_CORE", "CAPACITY_BEST"});
        all.put(
                "reviewed, recent cpu filtered",
                new String[] {"CAPACITY_AWARE", "CAPACITY_STRICT_CORE", "CAPACITY_BEST", "CAPACITY_RECENT"});
        all.put("reviewed, core scan not strict", new String[] {"CAPACITY_AWARE", "CAPACITY_BEST"});
        all.put("first not reduced only", new String[] {"CAPACITY_AWARE", "CAPACITY_STRICT_CORE"});
        all.put("first only, recent filtered", new String[] {"CAPACITY_AWARE", "CAPACITY_STRICT_CORE", "CAPACITY_RECENT"
        });
        return all;
    }

    private static Workload load(long seed) {
        RandomStream random = new RandomStream(seed, "pairs");
        List<TaskSpec> tasks = new ArrayList<>();
        for (int i = 0; i < PAIRS; i++) {
            tasks.add(TaskSpec.named(
                            "ask" + i,
                            new Step.Run(100 * US + random.nextLong(400 * US)),
                            new Step.PoolSignal("request" + i, 1),
                            new Step.PoolWait("answer" + i),
                            new Step.Sleep(100 * US + random.nextLong(900 * US)))
                    .build());
            tasks.add(TaskSpec.named(
                            "answer" + i,
                            new Step.PoolWait("request" + i),
                            new Step.Run(100 * US + random.nextLong(400 * US)),
                            new Step.PoolSignal("answer" + i, 1))
                    .build());
        }
        return Workload.of(tasks.toArray(new TaskSpec[0]));
    }

    private static List<Pressure> pressure(long seed) {
        RandomStream random = new RandomStream(seed, "pressure");
        List<Pressure> all = new ArrayList<>();
        for (int cpu = 0; cpu < CPUS; cpu += 3) {
            Pressure.Kind kind = cpu % 2 == 0 ? Pressure.Kind.IRQ : Pressure.Kind.RT;
            all.add(new Pressure(kind, cpu, MS, 400 * US, random.nextLong(MS)));
        }
        return all;
    }

    private static double reduced(Outcome run) {
        return run.percent(run.placement().ontoReducedCapacity());
    }

    /** Takes no arguments. */
    public static void main(String[] args) {
        System.exit(run(args, System.out, System.err));
    }

    static int run(String[] args, PrintStream out, PrintStream err) {
        if (Findings.wrongUsage(args, err)) {
            return 2;
        }
        Findings findings = new Findings(out);
        findings.discussion(
                "Rohit Jain, \"sched: Introduce capacity awareness\", LKML, January 2018",
                "fewer wakeups land on CPUs whose capacity is taken, for more CPUs looked at");
        Experiment pressed = new Experiment(
                "2s 10c 2t",
                "4.16",
                CapacityAwareWakeup::load,
                CapacityAwareWakeup::pressure,
                200 * MS,
                PathCosts.DEFAULT);
        List<Outcome> stock = pressed.runs(SEEDS, STOCK);
        List<Outcome> posted = variantTable(findings, pressed, stock);
        Paired reduced = Findings.paired(stock, posted, CapacityAwareWakeup::reduced);
        Paired scanned = Findings.paired(stock, posted, Outcome::scannedPerWakeup);
        findings.title("As posted against 4.16, paired by seed, 95 % confidence");
        findings.claim(reduced.falls(), "wakeups onto reduced capacity fall, percent: " + reduced.text());
        findings.claim(scanned.rises(), "CPUs scanned per wakeup rise: " + scanned.text());
        otherCosts(findings, pressed);
        control(findings, pressed);
        return findings.verdict(
                String.format(
                        Locale.ROOT,
                        "wakeups onto reduced capacity %.1f %% -> %.1f %%, CPUs scanned per wakeup %.1f -> %.1f, %d seeds",
                        reduced.before(),
                        reduced.after(),
                        scanned.before(),
                        scanned.after(),
                        SEEDS),
                "caches, load balancing, the benchmarks of the thread (hackbench, ping)");
    }

    /** The table; gives the runs as posted. */
    private static List<Outcome> variantTable(Findings findings, Experiment pressed, List<Outcome> stock) {
        findings.title("2s 10c 2t, 4.16, " + PAIRS + " pairs of tasks, two fifths of every third CPU taken; means of "
                + SEEDS + " seeds");
        findings.row("variant", "reduced %", "scanned/wkp", "cut %", "recent %", "busy, idle %", "work ms");
        List<Outcome> posted = List.of();
        for (Map.Entry<String, String[]> variant : variants().entrySet()) {
            List<Outcome> runs = variant.getKey().equals("4.16") ? stock : pressed.runs(SEEDS, variant.getValue());
            if (variant.getKey().equals("as posted")) {
                posted = runs;
            }
            findings.row(
                    variant.getKey(),
                    Findings.mean(runs, CapacityAwareWakeup::reduced),
                    Findings.mean(runs, Outcome::scannedPerWakeup),
                    Findings.mean(runs, r -> r.percent(r.placement().scansCut())),
                    Findings.mean(runs, r -> r.percent(r.placement().by(PlacementPath.RECENT))),
                    Findings.mean(runs, r -> r.percent(r.placement().ontoBusyThoughIdle())),
                    Findings.mean(runs, r -> r.cpuMs("a")));
        }
        return posted;
    }

    private static void otherCosts(Findings findings, Experiment pressed) {
        findings.title("With other costs, as posted against 4.16");
        pressed.otherCosts().forEach((name, other) -> {
            List<Outcome> before = other.runs(SEEDS_OF_CHECKS, STOCK);
            List<Outcome> after = other.runs(SEEDS_OF_CHECKS, POSTED);
            Paired reduced = Findings.paired(before, after, CapacityAwareWakeup::reduced);
            Paired scanned = Findings.paired(before, after, Outcome::scannedPerWakeup);
            findings.claim(
                    reduced.falls() && scanned.rises(),
                    name + ": reduced " + reduced.text() + ", scanned " + scanned.text());
        });
    }

    private static void control(Findings findings, Experiment pressed) {
        findings.title("Control: no pressure");
        Experiment free = new Experiment(
                pressed.machine(), pressed.kernel(), pressed.workload(), seed -> List.of(), 200 * MS, pressed.costs());
        List<Outcome> before = free.runs(SEEDS_OF_CHECKS, STOCK);
        List<Outcome> after = free.runs(SEEDS_OF_CHECKS, POSTED);
        boolean same = true;
        for (int i = 0; i < before.size(); i++) {
            same &= before.get(i).placement().equals(after.get(i).placement());
        }
        findings.claim(
                same,
                "every count of placement is the same with and without, in each of " + SEEDS_OF_CHECKS + " seeds");
        findings.claim(Findings.mean(before, CapacityAwareWakeup::reduced) == 0, "no wakeup lands on reduced capacity");
    }
}
