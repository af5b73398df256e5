package org.schedlab.cgroup;

/** Which interface a hierarchy has. */
public enum CgroupVersion {
    /** Separate hierarchies for each controller: cpu.shares, cpu.cfs_quota_us. */
    V1,
    /** The unified hierarchy: cpu.weight, cpu.max. */
    V2
}
