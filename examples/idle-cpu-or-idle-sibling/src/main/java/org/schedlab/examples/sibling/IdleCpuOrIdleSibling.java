package org.schedlab.examples.sibling;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.schedlab.engine.PathCosts;
import org.schedlab.examples.shared.Experiment;
import org.schedlab.examples.shared.Findings;
import org.schedlab.examples.shared.Outcome;
import org.schedlab.examples.shared.Paired;
import org.schedlab.spi.RandomStream;
import org.schedlab.topology.Topology;
import org.schedlab.workload.Phase;
import org.schedlab.workload.Step;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;

/**
 * Any idle CPU or an idle sibling for wakeups (LKML, May to July 2015) on 4.0: on each of two nodes a thread accepts requests and hands them to workers. Shows how
 * many wakeups end behind a busy CPU while an allowed one is idle, by variant and request rate. Exit status 0 if all claims hold, 1 if not, 2 on
 * wrong usage.
 */
public final class IdleCpuOrIdleSibling {

    private static final long US = 1_000;
    private static final long MS = 1_000_000;
    private static final long DURATION_NS = 300 * MS;
    private static final String MACHINE = "2s 12c 2t";
    private static final int WORKERS_PER_NODE = 24;
    private static final int SEEDS = 5;
    private static final int SEEDS_OF_CHECKS = 3;
    private static final int[] GAPS_US = {60, 40, 30};
    private static final int GAP_OF_CLAIMS_US = 40;
    private static final int GAP_OF_CONTROL_US = 1_000;
    private static final String[] STOCK = {};
    private static final String[] PREFER = {"PREFER_IDLE"};
    private static final String[] OLDER = {"WAKE_IDLE"};

    private IdleCpuOrIdleSibling() {}

    private static Map<String, String[]> variants() {
        Map<String, String[]> all = new LinkedHashMap<>();
        all.put("4.0", STOCK);
        all.put("BALANCE_WAKE", new String[] {"BALANCE_WAKE"});
        all.put("older wake_idle", OLDER);
        all.put("fall-through, no BALANCE_WAKE", new String[] {"IDLE_FALLTHROUGH"});
        all.put("fall-through, BALANCE_WAKE", new String[] {"IDLE_FALLTHROUGH", "BALANCE_WAKE"});
        all.put("PREFER_IDLE", PREFER);
        all.put("PREFER_IDLE as first posted", new String[] {"PREFER_IDLE_UNREPAIRED"});
        all.put("NO_WAKE_WIDE", new String[] {"NO_WAKE_WIDE"});
        all.put("PREFER_IDLE, NO_WAKE_WIDE", new String[] {"PREFER_IDLE", "NO_WAKE_WIDE"});
        return all;
    }

    private static Workload load(long seed, long gapUs) {
        RandomStream random = new RandomStream(seed, "requests");
        Topology machine = Topology.regular(MACHINE);
        List<TaskSpec> tasks = new ArrayList<>();
        for (int node = 0; node < 2; node++) {
            List<Phase> requests = new ArrayList<>();
            for (int k = 0; k < 64; k++) {
                requests.add(Phase.of(
                        new Step.Sleep(1 + random.nextLong(2 * gapUs * US)),
                        new Step.Run(5 * US),
                        new Step.PoolSignal("request" + node, 1)));
            }
            tasks.add(TaskSpec.named("accept" + node)
                    .phases(requests)
                    .cpus(machine.nodeCpus(node))
                    .build());
            for (int worker = 0; worker < WORKERS_PER_NODE; worker++) {
                long serveNs = 400 * US + random.nextLong(800 * US);
                tasks.add(TaskSpec.named("worker" + node + "/" + worker)
                        .phases(List.of(
                                Phase.loop("silent", 2, new Step.PoolWait("request" + node), new Step.Run(serveNs)),
                                logged(node, serveNs, 0),
                                Phase.loop(
                                        "silent again", 2, new Step.PoolWait("request" + node), new Step.Run(serveNs)),
                                logged(node, serveNs, 1)))
                        .build());
            }
            tasks.add(TaskSpec.named("log" + node, new Step.PoolWait("log" + node), new Step.Run(10 * US))
                    .build());
        }
        return Workload.of(tasks.toArray(new TaskSpec[0]));
    }

    /** A request that a log of either node hears of: so workers wake others too, and become wakers of many (wake_wide). */
    private static Phase logged(int node, long serveNs, int log) {
        return Phase.of(
                new Step.PoolWait("request" + node), new Step.Run(serveNs), new Step.PoolSignal("log" + log, 1));
    }

    private static Experiment experiment(long gapUs) {
        return new Experiment(
                MACHINE, "4.0", seed -> load(seed, gapUs), seed -> List.of(), DURATION_NS, PathCosts.DEFAULT);
    }

    private static double behind(Outcome run) {
        return run.percent(run.placement().ontoBusyThoughIdle());
    }

    private static double delay(Outcome run) {
        return run.meanDelayUs("worker");
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
                "Josef Bacik, \"sched: prefer an idle cpu vs an idle sibling for BALANCE_WAKE\", LKML, May to July 2015",
                "fewer wakeups queue behind a busy CPU while another one is idle");
        Map<String, List<Outcome>> claimed = new LinkedHashMap<>();
        for (int gapUs : GAPS_US) {
            claimed.putAll(rate(findings, gapUs));
        }
        findings.title(
                "Against 4.0 at a request per node every " + GAP_OF_CLAIMS_US + " us, paired by seed, 95 % confidence");
        List<Outcome> stock = claimed.getOrDefault("4.0", List.of());
        Paired older = Findings.paired(
                stock, claimed.getOrDefault("older wake_idle", List.of()), IdleCpuOrIdleSibling::behind);
        Paired prefer =
                Findings.paired(stock, claimed.getOrDefault("PREFER_IDLE", List.of()), IdleCpuOrIdleSibling::behind);
        findings.claim(
                older.falls() && older.after() == 0, "older wake_idle: behind a busy CPU, percent " + older.text());
        findings.claim(prefer.falls(), "PREFER_IDLE: behind a busy CPU, percent " + prefer.text());
        otherCosts(findings);
        control(findings);
        return findings.verdict(
                String.format(
                        Locale.ROOT,
                        "wakeups behind a busy CPU while one was idle: %.2f %% in 4.0, %.2f %% with PREFER_IDLE, %.2f %% with the"
                                + " older wake_idle, %d seeds",
                        older.before(),
                        prefer.after(),
                        older.after(),
                        SEEDS),
                "load balancing, the network; the patches themselves, which are reconstructed from their description");
    }

    private static Map<String, List<Outcome>> rate(Findings findings, int gapUs) {
        findings.title("2s 12c 2t, 4.0, a request per node every " + gapUs + " us, " + WORKERS_PER_NODE
                + " workers per node; means of " + SEEDS + " seeds");
        findings.row("variant", "behind busy %", "slow path %", "node left %", "delay us");
        Map<String, List<Outcome>> all = new LinkedHashMap<>();
        variants().forEach((name, switches) -> {
            List<Outcome> runs = experiment(gapUs).runs(SEEDS, switches);
            findings.row(
                    name,
                    Findings.mean(runs, IdleCpuOrIdleSibling::behind),
                    Findings.mean(runs, r -> r.percent(r.placement().byPath().getOrDefault("slow", 0L))),
                    Findings.mean(runs, r -> r.percent(r.away())),
                    Findings.mean(runs, IdleCpuOrIdleSibling::delay));
            all.put(name, runs);
        });
        return gapUs == GAP_OF_CLAIMS_US ? all : Map.of();
    }

    private static void otherCosts(Findings findings) {
        findings.title("With other costs, PREFER_IDLE and the older wake_idle against 4.0");
        experiment(GAP_OF_CLAIMS_US).otherCosts().forEach((name, other) -> {
            List<Outcome> before = other.runs(SEEDS_OF_CHECKS, STOCK);
            Paired prefer = Findings.paired(before, other.runs(SEEDS_OF_CHECKS, PREFER), IdleCpuOrIdleSibling::behind);
            Paired older = Findings.paired(before, other.runs(SEEDS_OF_CHECKS, OLDER), IdleCpuOrIdleSibling::behind);
            findings.claim(prefer.falls() && older.falls(), name + ": " + prefer.text() + " and " + older.text());
        });
    }

    private static void control(Findings findings) {
        findings.title("Control: a request per node every " + GAP_OF_CONTROL_US
                + " us, so that every variant finds an idle CPU");
        variants().forEach((name, switches) -> {
            List<Outcome> runs = experiment(GAP_OF_CONTROL_US).runs(SEEDS_OF_CHECKS, switches);
            double behind = Findings.mean(runs, IdleCpuOrIdleSibling::behind);
            findings.claim(behind == 0, name + ": behind a busy CPU " + String.format(Locale.ROOT, "%.2f %%", behind));
        });
    }
}
