package org.schedlab.examples.previous;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.schedlab.engine.PathCosts;
import org.schedlab.examples.shared.Experiment;
import org.schedlab.examples.shared.Findings;
import org.schedlab.examples.shared.Outcome;
import org.schedlab.examples.shared.Paired;
import org.schedlab.spi.RandomStream;
import org.schedlab.topology.CpuMask;
import org.schedlab.workload.Phase;
import org.schedlab.workload.Step;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;

/**
 * An idle previous CPU in wake_affine_idle (LKML, October 2020): threads meet at a barrier on 4 x 20 x 2 CPUs, kernel workers run every 4 ms on a quarter of
 * the CPUs. The load average of a CPU keeps what a worker left there, so that an idle previous CPU looks loaded and its thread is pulled to
 * the waker's socket. Exit status 0 if all claims hold, 1 if not, 2 on wrong usage.
 */
public final class IdlePreviousCpu {

    private static final long US = 1_000;
    private static final long MS = 1_000_000;
    private static final int CPUS = 160;
    private static final int SEEDS = 6;
    private static final int SEEDS_OF_CHECKS = 3;
    private static final String BEFORE = "NO_WA_PREV_IDLE";
    private static final String AFTER = "WA_PREV_IDLE";

    /** Stands for a share of a task group's weight: 1024 over as many threads as CPUs are busy is about the weight of nice 19. */
    private static final int NICE_OF_A_SHARE = 19;

    private IdlePreviousCpu() {}

    private static Workload load(long seed, int threads, boolean workers) {
        RandomStream random = new RandomStream(seed, "barrier");
        List<TaskSpec> tasks = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            List<Phase> phases = new ArrayList<>();
            for (int k = 0; k < 8; k++) {
                phases.add(Phase.of(new Step.Run(900 * US + random.nextLong(200 * US)), new Step.Barrier("all")));
            }
            tasks.add(TaskSpec.named("nas" + i)
                    .nice(NICE_OF_A_SHARE)
                    .phases(phases)
                    .build());
        }
        for (int cpu = 0; workers && cpu < CPUS; cpu++) {
            if (random.nextInt(4) == 0) {
                tasks.add(TaskSpec.named(
                                "kworker/" + cpu,
                                new Step.Run(150 * US),
                                new Step.Timer("every" + cpu, 4 * MS, true, false))
                        .delayNs(random.nextLong(4 * MS))
                        .cpus(CpuMask.of(CPUS, cpu))
                        .build());
            }
        }
        return Workload.of(tasks.toArray(new TaskSpec[0]));
    }

    private static Experiment experiment(String kernel, int threads, boolean workers) {
        return new Experiment(
                "4s 20c 2t",
                kernel,
                seed -> load(seed, threads, workers),
                seed -> List.of(),
                200 * MS,
                PathCosts.DEFAULT);
    }

    private static double ignored(Outcome run) {
        return run.awayFromIdlePrev();
    }

    private static double work(Outcome run) {
        return run.cpuMs("nas");
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
                "Julia Lawall, \"sched/fair: check for idle core\" (wake_affine_idle), LKML, October 2020",
                "with the check no wakeup leaves an idle previous CPU for the waker's socket");
        findings.note(
                "threads have nice 19, which stands for their share of a task group's weight: 1024 over 80 to 160");
        findings.title("4s 20c 2t, barrier threads and 4 ms kernel workers, means of " + SEEDS + " seeds");
        findings.row(
                "kernel, threads, check", "idle prev left", "socket left", "of wakeups %", "busy, idle %", "work ms");
        Paired ignored = compare(findings, "5.10", 80);
        compare(findings, "5.10", CPUS);
        findings.title("On runnable load, before 5.5, an idle CPU has no load: the check finds nothing to do");
        List<Outcome> before = experiment("4.16", 80, true).runs(SEEDS_OF_CHECKS, BEFORE);
        List<Outcome> after = experiment("4.16", 80, true).runs(SEEDS_OF_CHECKS, AFTER);
        row(findings, "4.16, 80, without", before);
        row(findings, "4.16, 80, with", after);
        findings.claim(
                Findings.mean(before, IdlePreviousCpu::ignored) == 0
                        && Findings.mean(after, IdlePreviousCpu::ignored) == 0,
                "4.16 leaves no idle previous CPU for another socket, with and without");
        otherCosts(findings);
        control(findings);
        return findings.verdict(
                String.format(
                        Locale.ROOT,
                        "idle previous CPU ignored for another socket: %.1f -> %.1f a run of 80 threads, %d seeds",
                        ignored.before(),
                        ignored.after(),
                        SEEDS),
                "caches, memory bandwidth, turbo, load balancing, so that threads which share a CPU stay together;"
                        + " task groups, whose share of weight nice 19 stands for");
    }

    /** Some in every run before, none in any after. */
    private static boolean vanishes(List<Outcome> before, List<Outcome> after) {
        return before.stream().allMatch(r -> r.awayFromIdlePrev() > 0)
                && after.stream().allMatch(r -> r.awayFromIdlePrev() == 0);
    }

    private static void row(Findings findings, String name, List<Outcome> runs) {
        findings.row(
                name,
                Findings.mean(runs, IdlePreviousCpu::ignored),
                Findings.mean(runs, Outcome::away),
                Findings.mean(runs, r -> r.percent(r.away())),
                Findings.mean(runs, r -> r.percent(r.placement().ontoBusyThoughIdle())),
                Findings.mean(runs, IdlePreviousCpu::work));
    }

    private static Paired compare(Findings findings, String kernel, int threads) {
        Experiment experiment = experiment(kernel, threads, true);
        List<Outcome> before = experiment.runs(SEEDS, BEFORE);
        List<Outcome> after = experiment.runs(SEEDS, AFTER);
        row(findings, kernel + ", " + threads + ", without", before);
        row(findings, kernel + ", " + threads + ", with", after);
        Paired ignored = Findings.paired(before, after, IdlePreviousCpu::ignored);
        Paired work = Findings.paired(before, after, IdlePreviousCpu::work);
        Paired away = Findings.paired(before, after, r -> r.percent(r.away()));
        findings.claim(
                vanishes(before, after),
                "idle previous CPUs are left for another socket in every seed without, in none with");
        findings.note("wakeups that leave their socket, percent: " + away.text());
        findings.note("work done, ms: " + work.text());
        return ignored;
    }

    private static void otherCosts(Findings findings) {
        findings.title("With other costs, 5.10, 80 threads: idle previous CPUs left for another socket");
        experiment("5.10", 80, true).otherCosts().forEach((name, other) -> {
            List<Outcome> before = other.runs(SEEDS_OF_CHECKS, BEFORE);
            List<Outcome> after = other.runs(SEEDS_OF_CHECKS, AFTER);
            Paired ignored = Findings.paired(before, after, IdlePreviousCpu::ignored);
            findings.claim(
                    vanishes(before, after),
                    String.format(Locale.ROOT, "%s: %.1f -> %.1f", name, ignored.before(), ignored.after()));
        });
    }

    private static void control(Findings findings) {
        findings.title("Control: no kernel workers");
        Experiment quiet = experiment("5.10", 80, false);
        List<Outcome> before = quiet.runs(SEEDS_OF_CHECKS, BEFORE);
        List<Outcome> after = quiet.runs(SEEDS_OF_CHECKS, AFTER);
        boolean same = true;
        for (int i = 0; i < before.size(); i++) {
            same &= before.get(i).result().tasks().equals(after.get(i).result().tasks());
        }
        findings.claim(same, "every figure of every thread is the same with and without");
        findings.claim(Findings.mean(before, Outcome::away) == 0, "no wakeup leaves its socket");
    }
}
