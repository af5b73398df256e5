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
import org.schedlab.topology.CpuMask;

/**
 * One wakeup's choice of a CPU on a machine whose 112 CPUs share one cache: all idle, or all busy with a budget that lets the search go over all of
 * them, or so and with a mark of idle cores that each call finds out of date. Wakers and previous CPUs change from call to call.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class PlacementBenchmark {

    private static final int TASKS = 64;
    private static final Only IDLE_CORES = new Only("has_idle_cores", 1);

    @Param({"4.0", "4.16", "5.10", "6.1", "6.12", "7.3"})
    private String kernel = "";

    @Param({"idle", "saturated", "stale"})
    private String state = "";

    private FairPlacement policy;
    private Host host;
    private final Sleeper[] tasks = new Sleeper[TASKS];
    private int call;
    private boolean stale;

    /** Made by {@link #prepare}. */
    @SuppressWarnings("NullAway.Init")
    public PlacementBenchmark() {}

    /** Builds the machine. */
    @Setup
    public void prepare() {
        host = new Host("1s 56c 2t", kernel);
        policy = new FairPlacement(host);
        boolean idle = state.equals("idle");
        stale = state.equals("stale");
        for (int cpu = 0; cpu < host.cpus.length; cpu++) {
            host.setIdle(cpu, idle);
            host.cpus[cpu].util = idle ? 0 : 1_000;
            host.cpus[cpu].avgIdleNs = 1_000_000;
        }
        policy.idleScanBudget(0, host.cpus.length);
        for (int i = 0; i < TASKS; i++) {
            tasks[i] = new Sleeper(i + 1);
            tasks[i].allowed = new CpuMask(host.online());
        }
    }

    /** One decision. */
    @Benchmark
    public int wakeup() {
        int n = ++call;
        host.nowNs += 10_000;
        host.thisCpu = n % 112;
        host.prevCpu = n * 29 % 112;
        host.sync = (n & 3) == 0;
        if (stale) {
            policy.loadCpu(host.thisCpu, IDLE_CORES);
        }
        return policy.selectCpu(tasks[n % TASKS], host);
    }

    private static Interleaved.Batch batch(String kernel, String state) {
        PlacementBenchmark bench = new PlacementBenchmark();
        bench.kernel = kernel;
        bench.state = state;
        bench.prepare();
        return steps -> {
            long sum = 0;
            for (int i = 0; i < steps; i++) {
                sum += bench.wakeup();
            }
            return sum;
        };
    }

    /** All kernels and states in turn with U. Arguments: kernels. */
    public static void main(String[] kernels) {
        Interleaved all = Interleaved.inU();
        for (String kernel : kernels) {
            all.add(kernel + " idle", batch(kernel, "idle"));
            all.add(kernel + " saturated", batch(kernel, "saturated"));
            all.add(kernel + " stale", batch(kernel, "stale"));
        }
        all.run();
    }
}
