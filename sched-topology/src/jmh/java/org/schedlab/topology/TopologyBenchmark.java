package org.schedlab.topology;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.schedlab.topology.domain.SchedDomains;
import org.schedlab.topology.read.TopologyReaders;

/** Reading the largest stored files, and building the domains of 1,024 CPUs. Needs the system property {@code schedlab.shared}. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class TopologyBenchmark {

    private String gzip;
    private String bzip2;
    private Topology large;

    /** Finds the files and makes the machine. */
    @Setup
    public void prepare() {
        Path stored = Path.of(System.getProperty("schedlab.shared"), "data", "topology");
        gzip = stored.resolve("lscpu/x86_64-epyc_7451.tar.gz").toString();
        bzip2 = stored.resolve("hwloc-linux/256ppc-8n8s4t.tar.bz2").toString();
        large = Topology.regular("2s 4n 8l 8c 2t split");
    }

    /** The largest stored file by its own size, 353 KB. */
    @Benchmark
    public Topology readLargestGzip() {
        return TopologyReaders.read(gzip);
    }

    /** The largest stored file by what it holds, 15 MB of archive. */
    @Benchmark
    public Topology readLargestBzip2() {
        return TopologyReaders.read(bzip2);
    }

    /** 1,024 CPUs, 8 nodes, 64 last level caches. */
    @Benchmark
    public SchedDomains domainsOf1024Cpus() {
        return SchedDomains.build(large, "6.12");
    }
}
