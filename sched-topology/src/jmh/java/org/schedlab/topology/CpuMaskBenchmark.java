package org.schedlab.topology;

import java.util.Random;
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

/** Mask operations of the wakeup path on sparse masks: find the next CPU, intersect, scan with wrap-around. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class CpuMaskBenchmark {

    private static final int SET_CPUS = 8;

    /** CPUs of the machine. */
    @Param({"64", "1024"})
    public int cpus;

    private CpuMask sparse;
    private CpuMask full;
    private CpuMask scratch;
    private int start;

    /** Eight CPUs at random, the same for every run. */
    @Setup
    public void fill() {
        Random random = new Random(1);
        sparse = new CpuMask(cpus);
        while (sparse.count() < SET_CPUS) {
            sparse.set(random.nextInt(cpus));
        }
        full = CpuMask.firstCpus(cpus);
        scratch = new CpuMask(cpus);
    }

    /** The next CPU from a moving place. */
    @Benchmark
    public int next() {
        start = (start + 37) % cpus;
        return sparse.next(start);
    }

    /** Intersection into a scratch mask. */
    @Benchmark
    public boolean and() {
        return scratch.setToAnd(sparse, full);
    }

    /** A whole scan with wrap-around over the eight CPUs. */
    @Benchmark
    public int wrapScan() {
        start = (start + 37) % cpus;
        int sum = 0;
        for (int cpu = sparse.firstWrap(start); cpu != CpuMask.NO_CPU; cpu = sparse.nextWrap(start, cpu)) {
            sum += cpu;
        }
        return sum;
    }
}
