package org.schedlab.topology.read;

import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.archive.ArchiveWalk;

/** The few files of a {@code /sys} and {@code /proc} snapshot that tell the machine, wherever the snapshot lies. Confined to one read. */
interface SysfsFiles {

    String CPU = "sys/devices/system/cpu/";
    String NODE = "sys/devices/system/node/";

    /** Most bytes of one file. */
    int MAX_FILE_BYTES = ArchiveWalk.MAX_FILE_BYTES;

    /** Files worth keeping, by their path below the root of the snapshot. */
    Pattern WANTED = Pattern.compile("sys/devices/system/cpu/(online|possible|present"
            + "|cpu\\d{1,6}/(online|cpu_capacity"
            + "|topology/(core_id|physical_package_id|(thread_siblings|core_cpus|core_siblings|package_cpus|die_cpus|cluster_cpus)(_list)?)"
            + "|cache/index\\d{1,2}/(level|type|shared_cpu_map|shared_cpu_list)))"
            + "|sys/devices/system/node/node\\d{1,6}/(cpumap|cpulist|distance)"
            + "|proc/(mounts|self/(cpuset|cgroup|status))");

    /** Content of a file below the root, or null when there is none. */
    @Nullable
    String read(String path);

    /** Numbers that follow a word in the names of a directory, such as {@code cpu} in {@link #CPU}. */
    Set<Integer> numbers(String directory, String prefix);

    /** The source and the path for a message. */
    String place(String path);
}
