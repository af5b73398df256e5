package org.schedlab.cgroup;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The control files that are understood, in an order in which a stored group can be written back: period before quota, quota before burst.
 */
public enum ControlFile {
    CPU_WEIGHT("cpu.weight", CgroupVersion.V2),
    CPU_WEIGHT_NICE("cpu.weight.nice", CgroupVersion.V2),
    CPU_SHARES("cpu.shares", CgroupVersion.V1),
    CPU_IDLE("cpu.idle", null),
    CPU_MAX("cpu.max", CgroupVersion.V2),
    CPU_MAX_BURST("cpu.max.burst", CgroupVersion.V2),
    CPU_CFS_PERIOD_US("cpu.cfs_period_us", CgroupVersion.V1),
    CPU_CFS_QUOTA_US("cpu.cfs_quota_us", CgroupVersion.V1),
    CPU_CFS_BURST_US("cpu.cfs_burst_us", CgroupVersion.V1),
    CPUSET_CPUS("cpuset.cpus", null),
    CPUSET_CPUS_PARTITION("cpuset.cpus.partition", CgroupVersion.V2);

    private final String fileName;
    private final @Nullable CgroupVersion only;

    ControlFile(String fileName, @Nullable CgroupVersion only) {
        this.fileName = fileName;
        this.only = only;
    }

    /** As it is called in the file system. */
    public String fileName() {
        return fileName;
    }

    /** The version that has this file, or null when both have it. */
    public @Nullable CgroupVersion only() {
        return only;
    }

    /** Whether a hierarchy of this version has the file. */
    public boolean in(CgroupVersion version) {
        return only == null || only == version;
    }

    /** Whether it changes quota, period or burst. */
    boolean setsBandwidth() {
        return switch (this) {
            case CPU_MAX, CPU_MAX_BURST, CPU_CFS_PERIOD_US, CPU_CFS_QUOTA_US, CPU_CFS_BURST_US -> true;
            case CPU_WEIGHT, CPU_WEIGHT_NICE, CPU_SHARES, CPU_IDLE, CPUSET_CPUS, CPUSET_CPUS_PARTITION -> false;
        };
    }

    /** The file of a name, or null. */
    public static @Nullable ControlFile of(String name) {
        for (ControlFile file : values()) {
            if (file.fileName.equals(name)) {
                return file;
            }
        }
        return null;
    }

    /** The names of all files of a version. */
    public static List<String> names(CgroupVersion version) {
        List<String> names = new ArrayList<>();
        for (ControlFile file : values()) {
            if (file.in(version)) {
                names.add(file.fileName);
            }
        }
        return names;
    }
}
