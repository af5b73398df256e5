package org.schedlab.policies;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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
import org.schedlab.mechanism.LoadTracking;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.mechanism.MechanismConfig;
import org.schedlab.mechanism.Task;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PolicyContext;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.spi.PolicyKind;
import org.schedlab.spi.RandomStream;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.spi.Settings;
import org.schedlab.topology.Topology;

/**
 * The steps of a pick policy on one CPU with n tasks of all nice levels, through the mechanism without load tracking: the tick with pick, put and set
 * when it asks for it, and a task that leaves and comes back.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class PickBenchmark {

    private static final int ROUNDS = 25;
    private static final int STEPS = 20_000;

    @Param({"2", "8", "64", "1000", "10000"})
    private int tasks;

    @Param({"6.1", "6.8", "6.12", "7.3"})
    private String kernel = "";

    private Mechanism mechanism;
    private Task moving;
    private long nowNs = 1_000_000_000;

    private record Context(Topology topology, Settings settings) implements PolicyContext {
        @Override
        public RandomStream random(String purpose) {
            return new RandomStream(0, purpose);
        }
    }

    /** Queues all tasks. */
    @Setup
    @SuppressWarnings("unchecked") // the catalogue pairs each factory with its own configuration
    public void queue() {
        Catalogue catalogue = new Catalogue(List.of(new CorePlugin()), Mechanism.SWITCHES, LoadTracking.TUNABLES);
        Topology topology = Topology.regular("1c");
        ResolvedSettings settings = new ResolvedSettings.Builder(catalogue, 1)
                .profile(catalogue.profile(kernel))
                .build();
        String id = catalogue.profile(kernel).policies().get(PolicyKind.PICK);
        PolicyFactory<Record, ?> factory = (PolicyFactory<Record, ?>) catalogue.policy(PolicyKind.PICK, id);
        PickPolicy<?, ?> policy =
                (PickPolicy<?, ?>) factory.create(factory.defaults(), new Context(topology, settings));
        mechanism = new Mechanism(new MechanismConfig(topology, settings, policy, false, false));
        RandomStream random = new RandomStream(1, "nice");
        mechanism.clock(0, nowNs);
        for (int i = 0; i < tasks; i++) {
            Task task = mechanism.newTask(
                    "t" + i, SchedulingPolicy.NORMAL, random.nextInt(40) - 20, 0, topology.online(), 0);
            mechanism.fork(task, mechanism.cpu(0).current(), 0);
            nowNs += 1_000;
            mechanism.clock(0, nowNs);
        }
        mechanism.switchTo(0, mechanism.pickNext(0));
        moving = mechanism.tasks().get(0);
    }

    /** 1 ms passes, the current is charged, and the next is picked and switched to. */
    @Benchmark
    public Task pickPutSet() {
        nowNs += 1_000_000;
        mechanism.clock(0, nowNs);
        Task next = mechanism.pickNext(0);
        mechanism.switchTo(0, next);
        return next;
    }

    /** A waiting task leaves the queue and comes back. */
    @Benchmark
    public Task dequeueEnqueue() {
        Task task = moving;
        if (task == mechanism.cpu(0).current()) {
            task = mechanism.tasks().get(task.id() == 0 ? 1 : 0);
            moving = task;
        }
        mechanism.detach(task);
        mechanism.attach(task, 0);
        return task;
    }

    /**
     * Thread CPU time and bytes per step, all sizes in turn, for machines that others use too: least and median of 25 rounds. Arguments: kernels.
     */
    public static void main(String[] kernels) {
        int[] sizes = {2, 8, 64, 1000, 10_000};
        ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (String name : kernels) {
            PickBenchmark[] all = new PickBenchmark[sizes.length];
            for (int i = 0; i < sizes.length; i++) {
                all[i] = new PickBenchmark();
                all[i].tasks = sizes[i];
                all[i].kernel = name;
                all[i].queue();
            }
            for (boolean picks : new boolean[] {true, false}) {
                double[][] ns = new double[sizes.length][ROUNDS];
                long bytes = 0;
                for (int round = -ROUNDS; round < ROUNDS; round++) {
                    for (int i = 0; i < sizes.length; i++) {
                        long allocated = thread.getThreadAllocatedBytes(
                                Thread.currentThread().getId());
                        long start = thread.getCurrentThreadCpuTime();
                        for (int step = 0; step < STEPS; step++) {
                            Task unused = picks ? all[i].pickPutSet() : all[i].dequeueEnqueue();
                        }
                        if (round >= 0) {
                            ns[i][round] = (double) (thread.getCurrentThreadCpuTime() - start) / STEPS;
                            bytes += thread.getThreadAllocatedBytes(
                                            Thread.currentThread().getId())
                                    - allocated;
                        }
                    }
                }
                for (int i = 0; i < sizes.length; i++) {
                    Arrays.sort(ns[i]);
                    System.out.printf(
                            Locale.ROOT,
                            "%s %s n=%d: %.0f ns least, %.0f ns median, %.3f B%n",
                            name,
                            picks ? "charge+pick+put+set" : "dequeue+enqueue",
                            sizes[i],
                            ns[i][0],
                            ns[i][ROUNDS / 2],
                            (double) bytes / ((long) ROUNDS * STEPS * sizes.length));
                }
            }
        }
    }
}
