package org.schedlab.policies.placement;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.schedlab.engine.PlacementGuard;
import org.schedlab.mechanism.LoadTracking;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.Plugins;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.PolicyKind;
import org.schedlab.topology.CpuMask;

/**
 * What the plugin door costs a bundled placement: found by the loader, made by its factory and guarded at each answer, against the same policy
 * constructed and called directly. One decision on a machine of 32 CPUs of which every other is idle. Bar: 3 %.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class DoorBenchmark {

    private static final int ROUNDS = 41;
    private static final int STEPS = 200_000;
    private static final ThreadMXBean THREAD = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Param({"6.12"})
    private String kernel = "6.12";

    private Host host;
    private Sleeper task;
    private PlacementPolicy direct;
    private PlacementGuard door;
    private int prev;

    /** Two machines in the same state. */
    @Setup
    public void prepare() {
        host = new Host("2s 8c 2t", kernel);
        for (int cpu = 0; cpu < 32; cpu += 2) {
            host.setIdle(cpu, false);
        }
        task = new Sleeper(1);
        task.allowed = new CpuMask(host.topology.online());
        direct = new FairPlacement(host);
        Catalogue catalogue = new Catalogue(
                Plugins.onClassPath().throwIfErrors().plugins(), Mechanism.SWITCHES, LoadTracking.TUNABLES);
        door = new PlacementGuard(
                (PlacementPolicy) catalogue
                        .choose(PolicyKind.PLACEMENT, "core:select-task-rq-fair")
                        .create(host),
                host.online());
    }

    private void next() {
        prev = (prev + 7) & 31;
        host.prevCpu = prev;
        host.thisCpu = (prev + 3) & 31;
        host.nowNs += 10_000;
    }

    /** Constructed and called. */
    @Benchmark
    public int direct() {
        next();
        return direct.selectCpu(task, host);
    }

    /** Through the door. */
    @Benchmark
    public int door() {
        next();
        return door.select(task, host);
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

    /** Both in turn in one JVM, thread CPU time: for machines that others use too. */
    public static void main(String[] args) {
        DoorBenchmark bench = new DoorBenchmark();
        bench.prepare();
        double[] direct = new double[ROUNDS];
        double[] door = new double[ROUNDS];
        double[] ratio = new double[ROUNDS];
        for (int round = -10; round < ROUNDS; round++) {
            double a = nsPerStep(bench::direct);
            double b = nsPerStep(bench::door);
            if (round >= 0) {
                direct[round] = a;
                door[round] = b;
                ratio[round] = b / a;
            }
        }
        Arrays.sort(direct);
        Arrays.sort(door);
        Arrays.sort(ratio);
        System.out.printf(
                Locale.ROOT,
                "direct min %.1f median %.1f ns; door min %.1f median %.1f ns; door/direct of minima %.3f, median %.3f%n",
                direct[0],
                direct[ROUNDS / 2],
                door[0],
                door[ROUNDS / 2],
                door[0] / direct[0],
                ratio[ROUNDS / 2]);
    }
}
