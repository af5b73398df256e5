package org.schedlab.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The calibration unit as a benchmark: run it in the same JVM run as what is to be expressed in U. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CalibrationUnitBenchmark {
    private final HoldQueue queue = new HoldQueue();

    /** One U. */
    @Benchmark
    public long unit() {
        return queue.step();
    }
}
