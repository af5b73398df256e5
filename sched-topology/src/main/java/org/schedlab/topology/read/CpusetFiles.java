package org.schedlab.topology.read;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Finds which CPUs the process that took a snapshot was allowed to use: its cpuset (v1) or cgroup v2. Confined to one read. */
final class CpusetFiles {

    private static final String[] ORDER = {
        "cpuset.cpus.effective", "cpuset.effective_cpus", "effective_cpus", "cpuset.cpus", "cpus"
    };

    private static final String AFFINITY = "Cpus_allowed_list:";

    private final SysfsFiles files;

    CpusetFiles(SysfsFiles files) {
        this.files = files;
    }

    /** The allowed CPUs, or null when neither cpuset nor process status tells. */
    @Nullable
    BitSet allowed() {
        BitSet cpuset = cpuset();
        BitSet affinity = affinity();
        if (cpuset == null || affinity == null) {
            return cpuset != null ? cpuset : affinity;
        }
        cpuset.and(affinity);
        return cpuset;
    }

    private @Nullable BitSet affinity() {
        String status = files.read("proc/self/status");
        if (status == null) {
            return null;
        }
        for (String line : status.lines().toList()) {
            if (line.startsWith(AFFINITY)) {
                return CpuLists.list(line.substring(AFFINITY.length()));
            }
        }
        return null;
    }

    private @Nullable BitSet cpuset() {
        String mounts = files.read("proc/mounts");
        String path = group();
        if (mounts == null || path == null) {
            return null;
        }
        for (String line : mounts.lines().toList()) {
            String[] words = line.split("\\s+");
            if (words.length < 4 || !words[1].startsWith("/")) {
                continue;
            }
            boolean v1 = words[2].equals("cpuset")
                    || (words[2].equals("cgroup") && ("," + words[3] + ",").contains(",cpuset,"));
            if (v1 || words[2].equals("cgroup2")) {
                BitSet cpus = cpus(words[1].substring(1), path);
                if (cpus != null) {
                    return cpus;
                }
            }
        }
        return null;
    }

    private @Nullable String group() {
        String cpuset = files.read("proc/self/cpuset");
        if (cpuset != null && cpuset.strip().startsWith("/")) {
            return cpuset.strip();
        }
        String cgroup = files.read("proc/self/cgroup");
        if (cgroup == null) {
            return null;
        }
        for (String line : cgroup.lines().toList()) {
            if (line.startsWith("0::/")) {
                return line.substring(3).strip();
            }
        }
        return null;
    }

    /** CPUs of the group, or of the nearest parent that has the file. */
    private @Nullable BitSet cpus(String mount, String group) {
        String path = group.equals("/") ? "" : group;
        while (true) {
            for (String file : ORDER) {
                String text = files.read(mount + path + "/" + file);
                if (text != null && !text.isBlank()) {
                    return CpuLists.list(text);
                }
            }
            int slash = path.lastIndexOf('/');
            if (slash < 0) {
                return null;
            }
            path = path.substring(0, slash);
        }
    }
}
