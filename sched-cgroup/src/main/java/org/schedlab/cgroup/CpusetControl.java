package org.schedlab.cgroup;

import org.jspecify.annotations.Nullable;
import org.schedlab.topology.CpuMask;

/**
 * The cpuset settings of a group as they were written. Immutable.
 *
 * @param cpus CPUs asked for, or null when nothing was: then those of the parent
 * @param partition what the group wants to be
 */
public record CpusetControl(@Nullable CpuMask cpus, Partition partition) {

    /** Nothing asked for. */
    public static final CpusetControl DEFAULT = new CpusetControl(null, Partition.MEMBER);

    public CpusetControl {
        cpus = cpus == null ? null : new CpuMask(cpus);
    }
}
