package org.schedlab.verify;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.lang3.Strings;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.input.InvalidInputException;

/**
 * Walks a directory of golden files and replays each with the kind that its name says: {@code eevdf_612_ops.jsonl.gz}, or with something added behind a
 * {@code _}, {@code -} or dot, {@code eevdf_612_ops_b.jsonl}; of several kinds the one with the longest name.
 *
 * <p>A file that no kind knows is reported as unknown, one that cannot be read to its end as unreadable with place and cause; neither stops the
 * walk. Memory is bounded by the longest line and the state of one sequence. Confined to one thread.
 */
public final class GoldenVerifier {
    private static final Pattern VECTOR = Pattern.compile(".*\\.(csv|jsonl)(\\.gz)?");

    private final List<GoldenKind> kinds;

    /** Creates a verifier; of two kinds with the same name the first counts. */
    public GoldenVerifier(List<? extends GoldenKind> kinds) {
        this.kinds = List.copyOf(kinds);
    }

    /** Verifies all files below a directory, in path order. */
    public VerifyReport verify(Path directory) {
        return verify(directory, result -> {});
    }

    /**
     * Verifies all files below a directory, in path order, handing on each result as it is known.
     *
     * @throws InvalidInputException if the directory cannot be listed
     */
    public VerifyReport verify(Path directory, Consumer<FileResult> progress) {
        List<FileResult> results = new ArrayList<>();
        for (Path file : list(directory)) {
            FileResult result = verifyFile(directory, file);
            results.add(result);
            progress.accept(result);
        }
        return new VerifyReport(results);
    }

    private static List<Path> list(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new InvalidInputException(
                    directory.toString(), 0, "is not a directory", "give the folder that holds pelt, weights, …");
        }
        try (Stream<Path> paths = Files.walk(directory)) {
            return paths.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException | UncheckedIOException e) {
            throw new InvalidInputException(directory.toString(), 0, "cannot be listed (" + e.getMessage() + ")", null);
        }
    }

    private FileResult verifyFile(Path directory, Path file) {
        String shown = directory.relativize(file).toString().replace('\\', '/');
        String name = file.getFileName().toString();
        GoldenKind kind = kindOf(name);
        if (kind == null) {
            FileResult.Status status =
                    VECTOR.matcher(name).matches() ? FileResult.Status.UNKNOWN : FileResult.Status.OTHER;
            return new FileResult(shown, status, 0, 0, null, null, "");
        }
        RowCheck check = new RowCheck();
        String problem = null;
        try {
            kind.replay(file, check);
            check.end();
            if (check.rows() == 0) {
                problem = shown + ": holds no rows";
            }
        } catch (IOException e) {
            problem = shown + ": " + (e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage())
                    + System.lineSeparator() + "Maybe the file is cut short or damaged; copy it again.";
        } catch (InvalidInputException e) {
            problem = e.getMessage();
        } catch (RuntimeException e) {
            // A row that no kernel can have written leads anywhere; the other files go on.
            problem = shown + ": after " + check.rows() + " rows the state is impossible ("
                    + e.getClass().getSimpleName() + ": "
                    + e.getMessage() + ")" + System.lineSeparator()
                    + "Maybe a row is missing, doubled or damaged; copy the file again.";
        }
        RowCheck.Difference first = check.firstDifference();
        FileResult.Status status = first != null
                ? FileResult.Status.DIFFERENT
                : problem != null ? FileResult.Status.UNREADABLE : FileResult.Status.EQUAL;
        return new FileResult(shown, status, check.rows(), check.equalRows(), first, problem, kind.without());
    }

    private @Nullable GoldenKind kindOf(String fileName) {
        GoldenKind best = null;
        for (GoldenKind kind : kinds) {
            if (isOf(kind.name(), fileName)
                    && (best == null || kind.name().length() > best.name().length())) {
                best = kind;
            }
        }
        return best;
    }

    private static boolean isOf(String kind, String fileName) {
        String name = Strings.CS.removeEnd(fileName, ".gz");
        int dot = kind.lastIndexOf('.');
        String stem = kind.substring(0, dot);
        String type = kind.substring(dot);
        if (!name.startsWith(stem) || !name.endsWith(type) || name.length() < kind.length()) {
            return false;
        }
        String added = name.substring(dot, name.length() - type.length());
        return added.isEmpty() || "_-.".indexOf(added.charAt(0)) >= 0;
    }
}
