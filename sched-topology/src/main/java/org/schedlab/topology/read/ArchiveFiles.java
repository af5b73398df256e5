package org.schedlab.topology.read;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.archive.ArchiveSink;
import org.schedlab.topology.archive.ArchiveWalk;
import org.schedlab.topology.input.InvalidInputException;

/** A snapshot in a tar archive, its wanted files in memory; {@link ArchiveWalk} tells the bounds. */
final class ArchiveFiles implements SysfsFiles, ArchiveSink {

    private static final int MAX_DIGITS = 5;
    private static final String SYSTEM = "sys/devices/system/";
    private static final Pattern CPUSET =
            Pattern.compile("/(cpuset\\.cpus(\\.effective)?|cpuset\\.effective_cpus|cpus|effective_cpus)$");

    /** Last names of all that the two patterns accept: most entries are none of these and need no pattern. */
    private static final Set<String> WANTED_NAMES = Set.of(
            ("online possible present cpu_capacity core_id physical_package_id thread_siblings core_cpus core_siblings package_cpus die_cpus"
                            + " cluster_cpus thread_siblings_list core_cpus_list core_siblings_list package_cpus_list die_cpus_list"
                            + " cluster_cpus_list level type shared_cpu_map shared_cpu_list cpumap cpulist distance mounts cpuset cgroup"
                            + " status cpuset.cpus cpuset.cpus.effective cpuset.effective_cpus cpus effective_cpus")
                    .split(" "));

    private final String name;
    private final Map<String, String> kept = new HashMap<>();
    private final Map<String, Set<Integer>> numbered = new HashMap<>();
    private final TreeSet<String> roots = new TreeSet<>();
    private String root = "";
    private String lastDirectory = "";

    private ArchiveFiles(String name) {
        this.name = name;
    }

    /** Reads the wanted files of a decompressed archive. */
    static ArchiveFiles read(String name, InputStream decompressed) throws IOException {
        ArchiveFiles files = new ArchiveFiles(name);
        ArchiveWalk.tar(name, decompressed, files);
        files.chooseRoot();
        return files;
    }

    @Override
    public void entry(String path) {
        findRoot(path);
        if (path.endsWith("/")) {
            note(path.substring(0, path.length() - 1));
        }
    }

    @Override
    public void file(String path, String content) {
        noteParents(path);
        String before = kept.put(path, content);
        if (before != null && !before.equals(content)) {
            throw new InvalidInputException(
                    name + "!" + path,
                    0,
                    "the file is in the archive twice, with (" + CpuLists.shortened(before) + ") and with ("
                            + CpuLists.shortened(content) + ")",
                    "two snapshots were written to one archive.");
        }
    }

    /** Remembers the number of a cpu or node directory, which may hold none of the wanted files. */
    private void note(String directory) {
        int end = directory.length();
        while (end > 0 && Character.isDigit(directory.charAt(end - 1))) {
            end--;
        }
        int digits = directory.length() - end;
        if (digits > 0
                && digits <= MAX_DIGITS
                && (directory.startsWith("/cpu", end - 4) || directory.startsWith("/node", end - 5))) {
            numbered.computeIfAbsent(directory.substring(0, end), k -> new TreeSet<>())
                    .add(Integer.valueOf(directory.substring(end)));
        }
    }

    private void noteParents(String path) {
        int slash = path.lastIndexOf('/');
        if (slash < 0 || (path.startsWith(lastDirectory) && lastDirectory.length() == slash)) {
            return;
        }
        lastDirectory = path.substring(0, slash);
        for (int at = path.indexOf(SYSTEM); at >= 0; at = path.indexOf('/', at + 1)) {
            note(path.substring(0, at));
        }
    }

    private void findRoot(String path) {
        if (!roots.isEmpty()
                && path.startsWith(roots.first())
                && path.startsWith(CPU, roots.first().length())) {
            return;
        }
        int at = path.indexOf(CPU);
        if (at == 0 || (at > 0 && path.charAt(at - 1) == '/')) {
            roots.add(path.substring(0, at));
        }
    }

    @Override
    public boolean wants(String path) {
        if (!WANTED_NAMES.contains(path.substring(path.lastIndexOf('/') + 1))) {
            return false;
        }
        int at = Math.max(path.indexOf(SYSTEM), path.indexOf("proc/"));
        if (at > 0 && path.charAt(at - 1) != '/') {
            return false;
        }
        return at >= 0
                ? WANTED.matcher(path).region(at, path.length()).matches()
                : CPUSET.matcher(path).find();
    }

    private void chooseRoot() {
        if (roots.size() > 1) {
            String list = CpuLists.shortened(String.join(" ", roots));
            throw new InvalidInputException(
                    name,
                    0,
                    "the archive holds " + roots.size() + " machines (" + list + ")",
                    "unpack it and name one of them.");
        }
        if (roots.isEmpty()) {
            throw new InvalidInputException(
                    name, 0, "the archive has no sys/devices/system/cpu", "it is not a snapshot of sysfs.");
        }
        root = roots.first();
    }

    @Override
    public @Nullable String read(String path) {
        return kept.get(root + path);
    }

    @Override
    public Set<Integer> numbers(String directory, String prefix) {
        return numbered.getOrDefault(root + directory + prefix, Set.of());
    }

    @Override
    public String place(String path) {
        return name + "!" + path;
    }
}
