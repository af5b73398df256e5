package org.schedlab.policies.placement;

import java.util.concurrent.TimeUnit;
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
import org.schedlab.bench.Interleaved;
import org.schedlab.engine.PlacementGuard;
import org.schedlab.mechanism.LoadTracking;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.Plugins;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.PolicyKind;
import org.schedlab.topology.CpuMask;

/**
 * What the plugin door costs a bundled placement: found by the loader, made by its factory and checked at each answer, against the same policy
 * constructed and called directly. One decision on a machine of 32 CPUs of which every other is idle. Bar: 3 %.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class DoorBenchmark {

    @Param({"4.0", "6.12"})
    private String kernel = "6.12";

    private Host host;
    private Sleeper task;
    private PlacementPolicy direct;
    private PlacementPolicy door;
    private CpuMask usable;
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
        door = (PlacementPolicy) catalogue
                .choose(PolicyKind.PLACEMENT, "core:select-task-rq-fair")
                .create(host);
        usable = new CpuMask(host.online());
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
        int cpu = door.selectCpu(task, host);
        PlacementGuard.check(cpu, usable, task);
        return cpu;
    }

    private static DoorBenchmark prepared(String kernel) {
        DoorBenchmark bench = new DoorBenchmark();
        bench.kernel = kernel;
        bench.prepare();
        return bench;
    }

    private long direct(int steps) {
        long sum = 0;
        for (int i = 0; i < steps; i++) {
            sum += direct();
        }
        return sum;
    }

    private long directAgain(int steps) {
        long sum = 0;
        for (int i = 0; i < steps; i++) {
            sum += direct();
        }
        return sum;
    }

    private long door(int steps) {
        long sum = 0;
        for (int i = 0; i < steps; i++) {
            sum += door();
        }
        return sum;
    }

    /** In turn in one JVM, with a second direct one to show the noise: for machines that others use too. Arguments: kernels. */
    public static void main(String[] kernels) {
        for (String name : kernels) {
            System.out.println("placement " + name);
            Interleaved.against("direct", prepared(name)::direct)
                    .add("direct again", prepared(name)::directAgain)
                    .add("door", prepared(name)::door)
                    .run();
        }
    }
}
