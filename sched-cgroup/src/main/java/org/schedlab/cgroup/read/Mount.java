package org.schedlab.cgroup.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.schedlab.cgroup.CgroupVersion;
import org.schedlab.topology.input.InvalidInputException;

/**
 * Finds in a snapshot where the hierarchies begin. A directory {@code cgroup} is taken for the place where they are mounted; directories in it
 * that are called after controllers of version 1 and look like it are hierarchies of their own, {@code unified} is one of version 2. Without such
 * a directory the deepest one that holds all groups is the root, or the first group if it has files that no root has.
 *
 * @param version which interface
 * @param root path of the root's directory with a slash at the end, or empty
 */
record Mount(CgroupVersion version, String root) {

    /** Where hierarchies are mounted. */
    static final String DIRECTORY = "cgroup";

    private static final Set<String> CONTROLLERS = Set.of(
            "cpu",
            "cpuacct",
            "cpuset",
            "blkio",
            "memory",
            "devices",
            "freezer",
            "net_cls",
            "net_prio",
            "perf_event",
            "hugetlb",
            "pids",
            "rdma",
            "misc",
            "systemd");

    private static final List<String> OF_ROOTS_V1 = List.of("cgroup.sane_behavior", "release_agent");
    private static final List<String> OF_V1 =
            List.of("cpu.shares", "cpu.cfs_quota_us", "cpuset.effective_cpus", "cgroup.clone_children", "tasks");
    private static final List<String> OF_GROUPS_V2 = List.of("cpu.max", "cpu.weight", "cgroup.type", "cgroup.events");

    /** The hierarchies of a snapshot, those of version 2 first. */
    static List<Mount> of(SnapshotFiles snapshot) {
        SortedMap<String, List<String>> byMount = new TreeMap<>();
        snapshot.files()
                .keySet()
                .forEach(path -> byMount.computeIfAbsent(mountOf(path), m -> new ArrayList<>())
                        .add(path));
        if (byMount.size() > 1) {
            byMount.remove("");
        }
        if (byMount.size() > 1) {
            throw new InvalidInputException(
                    snapshot.name(),
                    0,
                    "there are " + byMount.size() + " cgroup file systems (" + String.join(" ", byMount.keySet()) + ")",
                    "unpack it and name one of them.");
        }
        if (byMount.isEmpty()) {
            throw new InvalidInputException(
                    snapshot.name(), 0, "there are no control files (cpu.max, cpu.shares, …)", "name /sys/fs/cgroup.");
        }
        String mount = byMount.firstKey();
        String top = mount.isEmpty() ? common(byMount.getOrDefault(mount, List.of())) : mount;
        List<Mount> mounts = separate(snapshot, top);
        return mounts.isEmpty() ? List.of(single(snapshot, top)) : mounts;
    }

    /** Everything up to a directory {@code cgroup}, or nothing. */
    private static String mountOf(String path) {
        String wanted = "/" + DIRECTORY + "/";
        if (path.startsWith(DIRECTORY + "/")) {
            return DIRECTORY + "/";
        }
        int at = path.indexOf(wanted);
        return at < 0 ? "" : path.substring(0, at + wanted.length());
    }

    private static String common(List<String> paths) {
        String first = paths.get(0);
        String common = first.substring(0, first.lastIndexOf('/') + 1);
        for (String path : paths) {
            while (!path.startsWith(common)) {
                common = common.substring(0, common.lastIndexOf('/', common.length() - 2) + 1);
            }
        }
        return common;
    }

    /** Hierarchies that lie side by side in the mount: those of version 1, {@code unified}, and groups of version 2 among them. */
    private static List<Mount> separate(SnapshotFiles snapshot, String top) {
        SortedSet<String> v1 = new TreeSet<>();
        boolean unified = false;
        boolean others = false;
        for (String path : snapshot.files().keySet()) {
            if (!path.startsWith(top)) {
                continue;
            }
            int slash = path.indexOf('/', top.length());
            String first = slash < 0 ? "" : path.substring(top.length(), slash);
            boolean controllers = !first.isEmpty() && CONTROLLERS.containsAll(List.of(first.split(",")));
            if (controllers && looksV1(snapshot, top + first + "/")) {
                v1.add(first);
            } else if (first.equals("unified")) {
                unified = true;
            } else if (!first.isEmpty()) {
                others = true;
            }
        }
        List<Mount> mounts = new ArrayList<>();
        if (unified) {
            mounts.add(new Mount(CgroupVersion.V2, top + "unified/"));
        } else if (others && !v1.isEmpty()) {
            mounts.add(new Mount(CgroupVersion.V2, top));
        }
        for (String name : v1) {
            mounts.add(new Mount(CgroupVersion.V1, top + name + "/"));
        }
        return mounts;
    }

    private static boolean looksV1(SnapshotFiles snapshot, String directory) {
        return has(snapshot, directory, OF_V1) || has(snapshot, directory, OF_ROOTS_V1);
    }

    private static Mount single(SnapshotFiles snapshot, String top) {
        if (looksV1(snapshot, top)) {
            boolean isRoot = has(snapshot, top, OF_ROOTS_V1);
            return new Mount(CgroupVersion.V1, isRoot ? top : above(top));
        }
        return new Mount(CgroupVersion.V2, has(snapshot, top, OF_GROUPS_V2) ? above(top) : top);
    }

    /** The directory above; that of the snapshot itself is the empty path. */
    private static String above(String directory) {
        int slash = directory.lastIndexOf('/', directory.length() - 2);
        return directory.substring(0, slash + 1);
    }

    private static boolean has(SnapshotFiles snapshot, String directory, List<String> names) {
        return names.stream().anyMatch(name -> snapshot.files().containsKey(directory + name));
    }
}
