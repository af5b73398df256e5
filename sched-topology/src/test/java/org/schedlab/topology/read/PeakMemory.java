package org.schedlab.topology.read;

import java.lang.management.ManagementFactory;

/** Bytes that the current thread allocated since construction: an upper bound for what it held at any time. */
final class PeakMemory {

    private final com.sun.management.ThreadMXBean threads =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final long before = threads.getCurrentThreadAllocatedBytes();

    long stop() {
        return threads.getCurrentThreadAllocatedBytes() - before;
    }
}
