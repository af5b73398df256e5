package org.schedlab.cgroup.read;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.schedlab.topology.archive.ArchiveSink;
import org.schedlab.topology.archive.ArchiveWalk;
import org.schedlab.topology.archive.Packing;
import org.schedlab.topology.input.InvalidInputException;

/** Gathers the cgroup files of a snapshot, by their path in it; bounded in number and size. Confined to one read. */
final class SnapshotFiles implements ArchiveSink {

    /** Most bytes of a list of tasks that are read: a longer one is not counted. */
    static final int CUT_AT = ArchiveWalk.MAX_FILE_BYTES;

    private static final int HEAD_BYTES = 512;
    private static final int MAX_DEPTH = 64;
    private static final int MAX_PATH_CHARS = 4096;
    private static final int MAX_FILES = 200_000;
    private static final long MAX_DIRECTORY_BYTES = 24 << 20;

    private final String name;
    private final SortedMap<String, String> files = new TreeMap<>();
    private final SortedSet<String> directories = new TreeSet<>();
    /** The directory or archive itself as the first part of all paths, so that its own files belong to a group with a name. */
    private final String prefix;

    private final boolean directory;
    private long keptBytes;

    private SnapshotFiles(String name, String prefix, boolean directory) {
        this.name = name;
        this.prefix = prefix + "/";
        this.directory = directory;
    }

    /** The files of a directory or of a tar or zip archive. */
    static SnapshotFiles read(String name, Path path) {
        boolean directory = Files.isDirectory(path);
        try {
            Path real = directory ? path.toRealPath() : path;
            SnapshotFiles files = new SnapshotFiles(name, prefix(real, directory), directory);
            if (directory) {
                files.directory(real, "");
            } else {
                files.archive(path);
            }
            return files;
        } catch (IOException e) {
            String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            InvalidInputException problem = new InvalidInputException(
                    name,
                    0,
                    "cannot be read (" + why + ")",
                    "the file is missing, cut short or not what its name says.");
            problem.initCause(e);
            throw problem;
        }
    }

    private static String prefix(Path path, boolean directory) {
        Path last = path.getFileName();
        String file = last == null ? "root" : last.toString();
        int dot = file.indexOf('.');
        String base = directory || dot <= 0 ? file : file.substring(0, dot);
        // The name of an archive says nothing about where the hierarchy is mounted in it.
        return !directory && base.equals(Mount.DIRECTORY) ? "archive" : base;
    }

    private void archive(Path path) throws IOException {
        try (BufferedInputStream in = new BufferedInputStream(Packing.undo(Files.newInputStream(path)))) {
            in.mark(HEAD_BYTES);
            byte[] head = in.readNBytes(HEAD_BYTES);
            in.reset();
            if (Packing.isZip(head)) {
                ArchiveWalk.zip(name, in, this);
            } else if (Packing.isTar(head)) {
                ArchiveWalk.tar(name, in, this);
            } else {
                throw new InvalidInputException(
                        name,
                        0,
                        "this is neither a directory nor a tar or zip archive",
                        "/sys/fs/cgroup, or tar czf tree.tgz -C / sys/fs/cgroup, was meant.");
            }
        }
    }

    private void directory(Path directory, String below) throws IOException {
        List<Path> children = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            for (Path child : stream) {
                children.add(child);
                checkCount(children.size());
            }
        }
        children.sort(null);
        for (Path child : children) {
            String path = below + child.getFileName();
            if (Files.isSymbolicLink(child)) {
                continue;
            }
            if (Files.isDirectory(child)) {
                entry(path + "/");
                directory(child, path + "/");
            } else if (wants(path) && Files.isRegularFile(child)) {
                entry(path);
                content(child, path);
            }
        }
    }

    private void content(Path file, String path) throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(CUT_AT + 1);
        } catch (IOException e) {
            // Some control files of the live file system cannot be read, such as those that are only written to.
            return;
        }
        if (bytes.length > CUT_AT && !mayBeCut(path)) {
            throw new InvalidInputException(place(prefix + path), 0, "the file is larger than 64 KiB", null);
        }
        keptBytes += bytes.length + path.length();
        if (keptBytes > MAX_DIRECTORY_BYTES) {
            throw new InvalidInputException(name, 0, "the directory holds more than 24 MiB of files to read", null);
        }
        file(path, ArchiveWalk.text(bytes));
    }

    @Override
    public void entry(String entry) {
        if (!entry.endsWith("/") && !wants(entry)) {
            return;
        }
        String path = prefix + entry;
        if (path.length() > MAX_PATH_CHARS || path.chars().filter(c -> c == '/').count() > MAX_DEPTH) {
            throw new InvalidInputException(
                    place(path),
                    0,
                    "a group is nested deeper than " + MAX_DEPTH + " or its path is longer than " + MAX_PATH_CHARS
                            + " characters",
                    null);
        }
        int slash = path.lastIndexOf('/');
        while (slash > 0 && directories.add(path.substring(0, slash + 1))) {
            slash = path.lastIndexOf('/', slash - 1);
        }
        checkCount(directories.size() + files.size());
    }

    private void checkCount(int count) {
        if (count > MAX_FILES) {
            throw new InvalidInputException(name, 0, "there are more than " + MAX_FILES + " groups and files", null);
        }
    }

    @Override
    public boolean wants(String path) {
        String file = path.substring(path.lastIndexOf('/') + 1);
        return file.startsWith("cpu.")
                || file.startsWith("cpuset.")
                || file.startsWith("cpuacct.")
                || file.startsWith("cgroup.")
                || file.equals("tasks")
                || file.equals("release_agent");
    }

    @Override
    public boolean mayBeCut(String path) {
        return path.endsWith(".procs") || path.endsWith(".threads") || path.endsWith("/tasks") || path.equals("tasks");
    }

    @Override
    public void file(String path, String content) {
        files.put(prefix + path, content);
    }

    /** Contents by path; the first part of each stands for the snapshot itself. */
    SortedMap<String, String> files() {
        return files;
    }

    /** All directories, with a slash at the end. */
    SortedSet<String> directories() {
        return directories;
    }

    String name() {
        return name;
    }

    /** Where a file lies, for people. */
    String place(String path) {
        return name + (directory ? "/" : "!") + path.substring(prefix.length());
    }
}
