package org.schedlab.topology.domain;

import org.schedlab.topology.CpuMask;

/** A domain before degenerate ones are dropped. Confined to the builder. */
final class RawDomain {

    final SchedDomain.Level level;
    final CpuMask span;
    final int weight;
    final SchedDomain.Tuning tuning;
    int flags;
    int imbNumaNr;
    SchedGroup[] ring = {};
    int firstGroup;

    RawDomain(SchedDomain.Level level, CpuMask span, int flags, SchedDomain.Tuning tuning) {
        this.level = level;
        this.span = span;
        this.weight = span.count();
        this.flags = flags;
        this.tuning = tuning;
    }

    boolean has(int flag) {
        return (flags & flag) != 0;
    }
}
