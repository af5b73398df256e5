package org.schedlab.policies;

import java.util.concurrent.TimeUnit;
import java.util.function.IntToLongFunction;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.schedlab.bench.Interleaved;

/**
 * What the plugin door costs where the host asks: a whole simulation with a kernel's own pick and placement policies, found by the loader and checked at
 * each answer, against the same policies made directly and called without a check. One operation is one event of the simulation. Bar: 3 %.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 10, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 20, time = 100, timeUnit = TimeUnit.MILLISECONDS)
@Fork(5)
public class DoorInRunBenchmark {

    private static final int EVENTS = 10_000;

    @Param({"4.0", "6.1", "6.12", "7.3"})
    private String kernel = "";

    private IntToLongFunction direct;
    private IntToLongFunction door;

    /** Two equal runs. */
    @Setup
    public void prepare() {
        direct = Unguarded.start(kernel, false);
        door = Unguarded.start(kernel, true);
    }

    /** Made directly, called without a check. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public long direct() {
        return direct.applyAsLong(EVENTS);
    }

    /** Through the door. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public long door() {
        return door.applyAsLong(EVENTS);
    }

    /** In turn in one JVM, with a second direct one to show the noise: for machines that others use too. Arguments: kernels. */
    public static void main(String[] kernels) {
        for (String kernel : kernels) {
            System.out.println("whole run " + kernel);
            Interleaved.against("direct", Unguarded.start(kernel, false)::applyAsLong)
                    .add("direct again", Unguarded.start(kernel, false)::applyAsLong)
                    .add("door", Unguarded.start(kernel, true)::applyAsLong)
                    .add("door again", Unguarded.start(kernel, true)::applyAsLong)
                    .run();
        }
    }
}
