package org.schedlab.report;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A directory that gets whole files or none: each is written under a temporary name beside its place and renamed when all are complete
 * ({@link #commit}); without a commit, {@link #close} removes what was begun. Files that were there are replaced. One thread, but for
 * {@link #close}, which a shutdown hook may call.
 */
public final class OutputDirectory implements Closeable {

    private final Path directory;
    private final boolean made;
    private final Map<Path, Path> begun = new LinkedHashMap<>();
    private boolean committed;

    /**
     * Makes the directory where there is none.
     *
     * @throws IOException when it cannot be made or written
     */
    public OutputDirectory(Path directory) throws IOException {
        this.directory = directory;
        this.made = !Files.exists(directory);
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new NotDirectoryException(directory.toString());
        }
        Files.createDirectories(directory);
        // Asking for permission tells nothing about full or read-only disks: try.
        Path probe = temporary("probe");
        Files.write(probe, new byte[1], StandardOpenOption.CREATE_NEW);
        Files.delete(probe);
    }

    /** Begins a file; the caller closes the stream before the commit. */
    public synchronized OutputStream begin(String name) throws IOException {
        Path temporary = temporary(name);
        begun.put(directory.resolve(name), temporary);
        return new BufferedOutputStream(Files.newOutputStream(temporary), 1 << 16);
    }

    private Path temporary(String name) {
        return directory.resolve("." + name + "." + ProcessHandle.current().pid() + ".tmp");
    }

    /** Puts all files in their places; returns their names in the order in which they were begun. */
    public synchronized List<String> commit() throws IOException {
        List<String> names = begun.keySet().stream()
                .map(file -> file.getFileName().toString())
                .toList();
        for (Map.Entry<Path, Path> file : begun.entrySet()) {
            Files.move(
                    file.getValue(),
                    file.getKey(),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        }
        begun.clear();
        committed = true;
        return names;
    }

    /** Removes files that were not committed, and the directory if it was made here and is empty. */
    @Override
    public synchronized void close() throws IOException {
        for (Path temporary : begun.values()) {
            Files.deleteIfExists(temporary);
        }
        begun.clear();
        if (made && !committed && Files.exists(directory)) {
            try (var rest = Files.list(directory)) {
                if (rest.findAny().isEmpty()) {
                    Files.delete(directory);
                }
            }
        }
    }
}
