package org.schedlab.policies.placement;

import org.schedlab.spi.CpuView;

/**
 * The idle time that a CPU may spend on searching, by SIS_PROP of 6.1 (rq->wake_avg_idle, 5.14 to 6.7): half its average idle time when it was last woken
 * from idle, halved again with every tick since, less what searches took. That it begins with the half is general knowledge of those releases; the
 * specification has the halving. O(1).
 */
final class WakeAvgIdle {

    private final long tickNs;
    private final long[] leftNs;
    private final long[] jiffy;
    private final long[] seenStampNs;

    WakeAvgIdle(int cpus, long tickNs) {
        this.tickNs = tickNs;
        leftNs = new long[cpus];
        jiffy = new long[cpus];
        seenStampNs = new long[cpus];
    }

    /** What is left now, in ns. */
    long leftNs(CpuView cpu) {
        int c = cpu.cpu();
        if (cpu.wakeStampNs() != seenStampNs[c]) {
            seenStampNs[c] = cpu.wakeStampNs();
            leftNs[c] = cpu.avgIdleNs() / 2;
            jiffy[c] = cpu.wakeStampNs() / tickNs;
        }
        long now = cpu.clock() / tickNs;
        if (now > jiffy[c]) {
            leftNs[c] >>= (int) Math.min(Long.SIZE - 1, now - jiffy[c]);
            jiffy[c] = now;
        }
        return leftNs[c];
    }

    /** A search took its time. */
    void spend(int cpu, long ns) {
        leftNs[cpu] -= Math.min(leftNs[cpu], ns);
    }
}
