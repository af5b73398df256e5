package org.schedlab.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Load tracking of an entity with its queue: within a period, across periods, and moved off and on. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PeltBenchmark {
    private final PeltSteps steps = new PeltSteps();

    /** No border crossed but one in 1024. */
    @Benchmark
    public long withinPeriod() {
        return steps.withinPeriod();
    }

    /** 1 to 16 borders crossed. */
    @Benchmark
    public long acrossPeriods() {
        return steps.acrossPeriods();
    }

    /** Detach and attach. */
    @Benchmark
    public long attachDetach() {
        return steps.attachDetach();
    }
}
