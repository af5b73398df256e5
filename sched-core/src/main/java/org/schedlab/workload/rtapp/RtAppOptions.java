package org.schedlab.workload.rtapp;

import org.jspecify.annotations.Nullable;
import org.schedlab.topology.CpuMask;

/**
 * What a workload may use. Immutable.
 *
 * @param maxThreads threads at the start, over all tasks; more are refused
 * @param cpus CPUs of the machine, or null to accept any number
 */
public record RtAppOptions(int maxThreads, @Nullable CpuMask cpus) {

    /** Threads that a workload may begin with: each takes about 4 KiB. */
    public static final int MAX_THREADS = 100_000;

    public RtAppOptions {
        cpus = cpus == null ? null : new CpuMask(cpus);
    }

    /** For a machine with these CPUs. */
    public static RtAppOptions forMachine(@Nullable CpuMask cpus) {
        return new RtAppOptions(MAX_THREADS, cpus);
    }
}
