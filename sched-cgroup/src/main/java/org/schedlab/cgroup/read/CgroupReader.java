package org.schedlab.cgroup.read;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.schedlab.cgroup.Cgroup;
import org.schedlab.cgroup.CgroupVersion;
import org.schedlab.cgroup.ControlFile;
import org.schedlab.cgroup.CpuStat;
import org.schedlab.cgroup.SettingsTree;
import org.schedlab.cgroup.SettingsTreeBuilder;
import org.schedlab.cgroup.WriteRefusedException;
import org.schedlab.topology.input.InputProblem;
import org.schedlab.topology.input.InvalidInputException;

/**
 * Reads the cgroup file system of a machine, live or stored, of version 2, version 1 or both side by side. Every value is written to an empty tree
 * as to the kernel, parents first; what the kernel would refuse is reported with its file and line, all faults together. Files that are not
 * understood are kept. O(files × log files).
 */
public final class CgroupReader {

    private static final int MAX_PROBLEMS = 20;
    private static final int MAX_NOTES = 20;

    private final SnapshotFiles snapshot;
    private final List<InputProblem> problems = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private int more;

    private CgroupReader(SnapshotFiles snapshot) {
        this.snapshot = snapshot;
    }

    /**
     * Reads a directory or a tar or zip archive, packed or not.
     *
     * @param name what messages call it
     * @throws InvalidInputException with the faults
     */
    public static CgroupSnapshot read(String name, Path path) {
        return new CgroupReader(SnapshotFiles.read(name, path)).read();
    }

    private CgroupSnapshot read() {
        List<SettingsTree> trees = new ArrayList<>();
        List<Mount> mounts = Mount.of(snapshot);
        SortedMap<String, SortedMap<String, String>> v1 = new TreeMap<>();
        for (Mount mount : mounts) {
            if (mount.version() == CgroupVersion.V2) {
                SortedMap<String, SortedMap<String, String>> groups = new TreeMap<>();
                gather(mount, mounts, groups);
                trees.add(tree(CgroupVersion.V2, groups));
            } else {
                gather(mount, mounts, v1);
            }
        }
        if (!v1.isEmpty()) {
            trees.add(tree(CgroupVersion.V1, v1));
        }
        if (!problems.isEmpty()) {
            if (more > 0) {
                problems.add(new InputProblem(snapshot.name(), 0, more + " more faults are not shown", null));
            }
            throw new InvalidInputException(problems);
        }
        return new CgroupSnapshot(snapshot.name(), trees, notes);
    }

    /** Collects the files of a hierarchy by group: group path, then file name to the path in the snapshot. */
    private void gather(Mount mount, List<Mount> mounts, SortedMap<String, SortedMap<String, String>> groups) {
        groups.computeIfAbsent(SettingsTreeBuilder.ROOT, g -> new TreeMap<>());
        for (String directory : snapshot.directories()) {
            String group = directory.startsWith(mount.root()) ? groupOf(mount, mounts, directory) : null;
            if (group != null) {
                groups.computeIfAbsent(group, g -> new TreeMap<>());
            }
        }
        for (String path : snapshot.files().keySet()) {
            String directory = path.substring(0, path.lastIndexOf('/') + 1);
            String group = directory.startsWith(mount.root()) ? groupOf(mount, mounts, directory) : null;
            if (group != null) {
                groups.computeIfAbsent(group, g -> new TreeMap<>())
                        .putIfAbsent(path.substring(directory.length()), path);
            }
        }
    }

    private static @Nullable String groupOf(Mount mount, List<Mount> mounts, String directory) {
        for (Mount other : mounts) {
            boolean inside = other.root().length() > mount.root().length() && directory.startsWith(other.root());
            if (inside) {
                return null;
            }
        }
        return SettingsTreeBuilder.path(directory.substring(mount.root().length()));
    }

    private SettingsTree tree(CgroupVersion version, SortedMap<String, SortedMap<String, String>> groups) {
        SettingsTreeBuilder builder = new SettingsTreeBuilder(version);
        Map<String, CpuStat> stats = new LinkedHashMap<>();
        Map<String, Integer> tasks = new LinkedHashMap<>();
        groups.forEach((group, files) -> {
            builder.createAll(group);
            write(builder, group, files);
            files.forEach((file, path) -> {
                if (file.equals("cpu.stat")) {
                    CpuStat stat = stat(path);
                    if (stat != null) {
                        stats.put(group, stat);
                    }
                } else if (isUnknown(file, version)) {
                    builder.keep(group, file, content(path).strip());
                }
            });
            tasks.put(group, tasks(files));
        });
        List<Cgroup> built = new ArrayList<>();
        for (Cgroup group : builder.build().groups()) {
            built.add(new Cgroup(
                    group.path(),
                    group.settings(),
                    stats.get(group.path()),
                    tasks.getOrDefault(group.path(), Cgroup.UNKNOWN)));
        }
        return new SettingsTree(version, built);
    }

    private void write(SettingsTreeBuilder builder, String group, SortedMap<String, String> files) {
        if (group.equals(SettingsTreeBuilder.ROOT)) {
            return;
        }
        boolean idle = files.containsKey(ControlFile.CPU_IDLE.fileName())
                && content(files.get(ControlFile.CPU_IDLE.fileName())).strip().equals("1");
        for (ControlFile file : ControlFile.values()) {
            String path = files.get(file.fileName());
            boolean derived = (idle && setsWeight(file))
                    || (file == ControlFile.CPU_WEIGHT_NICE && files.containsKey(ControlFile.CPU_WEIGHT.fileName()));
            // An empty copy is what remains of a file that could not be read.
            if (path == null
                    || derived
                    || !file.in(builder.version())
                    || content(path).isBlank()) {
                continue;
            }
            String text = content(path).strip();
            if (file == ControlFile.CPUSET_CPUS_PARTITION) {
                // An invalid partition reads "root invalid (reason)".
                text = text.split(" ", 2)[0];
            }
            try {
                builder.write(group, file.fileName(), text);
            } catch (WriteRefusedException e) {
                problem(path, 1, String.valueOf(e.getMessage()), e.maybe());
            }
        }
    }

    private static boolean setsWeight(ControlFile file) {
        return file == ControlFile.CPU_WEIGHT || file == ControlFile.CPU_WEIGHT_NICE || file == ControlFile.CPU_SHARES;
    }

    private static boolean isUnknown(String file, CgroupVersion version) {
        ControlFile known = ControlFile.of(file);
        boolean ofCpu = file.startsWith("cpu.") || file.startsWith("cpuset.") || file.startsWith("cpuacct.");
        return ofCpu && (known == null || !known.in(version));
    }

    private @Nullable CpuStat stat(String path) {
        if (content(path).isBlank()) {
            return null;
        }
        try {
            CpuStat stat = CpuStat.parse(content(path));
            if (stat.impossible() && notes.size() < MAX_NOTES) {
                notes.add(snapshot.place(path) + ": nr_throttled (" + stat.nrThrottled() + ") is more than nr_periods ("
                        + stat.nrPeriods() + "); no kernel counts so");
            }
            return stat;
        } catch (CpuStat.CpuStatException e) {
            problem(path, e.line(), String.valueOf(e.getMessage()), null);
            return null;
        }
    }

    /** Tasks of a group: threads if they are listed, else processes; unknown when the list was cut. */
    private int tasks(SortedMap<String, String> files) {
        for (String list : List.of("tasks", "cgroup.threads", "cgroup.procs")) {
            String path = files.get(list);
            if (path != null) {
                String text = content(path);
                boolean cut = text.length() >= SnapshotFiles.CUT_AT;
                return cut
                        ? Cgroup.UNKNOWN
                        : (int) text.lines().filter(line -> !line.isBlank()).count();
            }
        }
        return Cgroup.UNKNOWN;
    }

    private String content(@Nullable String path) {
        return path == null ? "" : snapshot.files().getOrDefault(path, "");
    }

    private void problem(String path, int line, String what, @Nullable String maybe) {
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(new InputProblem(snapshot.place(path), line, what, maybe));
        } else {
            more++;
        }
    }
}
