package org.schedlab.topology.read;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.archive.ArchiveWalk;
import org.schedlab.topology.input.InvalidInputException;

/** A snapshot in a directory, or the live {@code /}. Links may not lead out of the directory. */
final class DirectoryFiles implements SysfsFiles {

    private static final int MAX_CHILDREN = 200;

    private final String name;
    private final Path root;
    private final Path realRoot;

    private DirectoryFiles(String name, Path root) throws IOException {
        this.name = name;
        this.root = root;
        this.realRoot = root.toRealPath();
    }

    /** The directory, or the only one directly below it that holds a snapshot; null when there is none. */
    static @Nullable DirectoryFiles in(TopologySource source) throws IOException {
        Path path = source.path();
        if (path == null) {
            return null;
        }
        if (holdsSnapshot(path)) {
            return new DirectoryFiles(source.name(), path);
        }
        Path parent = path.toAbsolutePath().normalize().getParent();
        if (path.endsWith("sys") && parent != null && holdsSnapshot(parent)) {
            return new DirectoryFiles(source.name(), parent);
        }
        List<Path> found = new ArrayList<>();
        for (Path child : children(path)) {
            if (!Files.isSymbolicLink(child) && holdsSnapshot(child)) {
                found.add(child);
            }
        }
        if (found.size() > 1) {
            throw new InvalidInputException(
                    source.name(),
                    0,
                    "the directory holds " + found.size() + " machines",
                    "name one of them, such as ("
                            + CpuLists.shortened(found.get(0).toString()) + ").");
        }
        return found.isEmpty() ? null : new DirectoryFiles(source.name(), found.get(0));
    }

    private static boolean holdsSnapshot(Path path) {
        return Files.isDirectory(path.resolve(CPU));
    }

    private static List<Path> children(Path path) throws IOException {
        List<Path> children = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(path)) {
            for (Path child : stream) {
                if (children.size() == MAX_CHILDREN) {
                    break;
                }
                children.add(child);
            }
        }
        children.sort(null);
        return children;
    }

    @Override
    public @Nullable String read(String path) {
        Path file = root.resolve(path);
        if (!Files.isRegularFile(file)) {
            return null;
        }
        try {
            if (!file.toRealPath().startsWith(realRoot)) {
                throw new InvalidInputException(
                        place(path), 0, "a link leads out of the directory (" + file.toRealPath() + ")", null);
            }
            try (InputStream in = Files.newInputStream(file)) {
                byte[] bytes = in.readNBytes(MAX_FILE_BYTES + 1);
                if (bytes.length > MAX_FILE_BYTES) {
                    throw new InvalidInputException(place(path), 0, "the file is larger than 64 KiB", null);
                }
                return ArchiveWalk.text(bytes);
            }
        } catch (IOException e) {
            // The kernel refuses to read some attributes of offline CPUs; they count as absent.
            return null;
        }
    }

    @Override
    public Set<Integer> numbers(String directory, String prefix) {
        Set<Integer> numbers = new TreeSet<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(root.resolve(directory), prefix + "*")) {
            for (Path child : stream) {
                String digits = child.getFileName().toString().substring(prefix.length());
                if (digits.matches("\\d{1,5}")) {
                    numbers.add(Integer.valueOf(digits));
                }
            }
        } catch (IOException e) {
            // Machines without memory nodes have no node directory.
            return numbers;
        }
        return numbers;
    }

    @Override
    public String place(String path) {
        return name + "!" + path;
    }
}
