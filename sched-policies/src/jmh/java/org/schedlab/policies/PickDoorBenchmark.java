package org.schedlab.policies;

import java.util.List;
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
import org.schedlab.mechanism.CpuRunQueue;
import org.schedlab.mechanism.LoadTracking;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.mechanism.MechanismConfig;
import org.schedlab.mechanism.PickGuard;
import org.schedlab.mechanism.SchedEntity;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.Plugins;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PolicyContext;
import org.schedlab.spi.PolicyKind;
import org.schedlab.spi.RandomStream;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.spi.Settings;
import org.schedlab.topology.Topology;

/**
 * What the plugin door costs a bundled pick policy: found by the loader, made by its factory and checked at each answer, against the same policy
 * constructed and called without a check; the cast to the host's own class, which every caller needs, is in both. One decision is what a discipline does when the current has run 1 ms: charge, pick, put, set. Bar: 3 %.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class PickDoorBenchmark {

    private static final long RAN_NS = 1_000_000;

    @Param({"6.1", "6.12"})
    private String kernel = "";

    @Param({"2", "8"})
    private int tasks = 2;

    private Queued direct;
    private Queued door;

    private record Context(Topology topology, Settings settings) implements PolicyContext {
        @Override
        public RandomStream random(String purpose) {
            return new RandomStream(0, purpose);
        }
    }

    /** A discipline with a queue of the host's own entities, one of which runs. */
    private static final class Queued {
        private final PickPolicy<Object, Object> policy;
        private final CpuRunQueue rq;
        private final Object queue;
        private EntityView current;

        @SuppressWarnings("unchecked") // the benchmark hands a discipline only what that discipline made
        Queued(Catalogue catalogue, String kernel, int tasks) {
            Topology topology = Topology.regular("1c");
            ResolvedSettings settings = new ResolvedSettings.Builder(catalogue, 1)
                    .profile(catalogue.profile(kernel))
                    .build();
            String id = catalogue.profile(kernel).policies().get(PolicyKind.PICK);
            policy = (PickPolicy<Object, Object>)
                    catalogue.choose(PolicyKind.PICK, id).create(new Context(topology, settings));
            Mechanism mechanism = new Mechanism(new MechanismConfig(topology, settings, policy, false, false));
            mechanism.clock(0, 1_000_000_000);
            for (int i = 0; i < tasks; i++) {
                mechanism.fork(
                        mechanism.newTask("t" + i, SchedulingPolicy.NORMAL, i % 3, 0, topology.online(), 0), null, 0);
            }
            mechanism.switchTo(0, mechanism.pickNext(0));
            rq = mechanism.cpu(0);
            queue = rq.root().state();
            current = rq.current();
        }

        EntityView asked() {
            policy.charge(queue, current.state(), RAN_NS);
            return policy.pick(queue, current.state(), 0);
        }

        int switchTo(SchedEntity next) {
            if (next != current) {
                policy.putPrev(queue, current.state());
                policy.setNext(queue, next.state(), true);
                current = next;
            }
            return next.id();
        }
    }

    /** Two queues in the same state. */
    @Setup
    public void prepare() {
        direct = new Queued(
                new Catalogue(List.of(new CorePlugin()), Mechanism.SWITCHES, LoadTracking.TUNABLES), kernel, tasks);
        Catalogue found = new Catalogue(
                Plugins.onClassPath().throwIfErrors().plugins(), Mechanism.SWITCHES, LoadTracking.TUNABLES);
        door = new Queued(found, kernel, tasks);
    }

    /** Constructed and called. */
    @Benchmark
    public int direct() {
        return direct.switchTo((SchedEntity) direct.asked());
    }

    /** Through the door. */
    @Benchmark
    public int door() {
        SchedEntity next = PickGuard.check(door.asked(), door.rq.root());
        return door.switchTo(next);
    }

    private static PickDoorBenchmark prepared(String kernel, int tasks) {
        PickDoorBenchmark bench = new PickDoorBenchmark();
        bench.kernel = kernel;
        bench.tasks = tasks;
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
            for (int n : new int[] {2, 8}) {
                System.out.println("pick " + name + " of " + n);
                Interleaved.against("direct", prepared(name, n)::direct)
                        .add("direct again", prepared(name, n)::directAgain)
                        .add("door", prepared(name, n)::door)
                        .run();
            }
        }
    }
}
