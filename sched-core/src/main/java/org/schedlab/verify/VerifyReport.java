package org.schedlab.verify;

import java.util.List;

/**
 * What came out of a directory of golden files.
 *
 * @param files one result per file, in path order
 */
public record VerifyReport(List<FileResult> files) {
    /** Exit status when every known file came out equal. */
    public static final int EXIT_EQUAL = 0;
    /** Exit status when any row differs. */
    public static final int EXIT_DIFFERENT = 1;
    /** Exit status when nothing differs but a file could not be read, or none was there to replay. */
    public static final int EXIT_UNREADABLE = 3;

    public VerifyReport {
        files = List.copyOf(files);
    }

    /** Returns how many files have a status. */
    public long count(FileResult.Status status) {
        return files.stream().filter(file -> file.status() == status).count();
    }

    /** Returns all rows replayed. */
    public long rows() {
        return files.stream().mapToLong(FileResult::rows).sum();
    }

    /** Returns all rows that came out equal. */
    public long equalRows() {
        return files.stream().mapToLong(FileResult::equalRows).sum();
    }

    /** Returns the status that a program exits with. A difference outweighs an unreadable file: it is the worse news. */
    public int exitCode() {
        if (count(FileResult.Status.DIFFERENT) > 0) {
            return EXIT_DIFFERENT;
        }
        return count(FileResult.Status.UNREADABLE) > 0 || count(FileResult.Status.EQUAL) == 0
                ? EXIT_UNREADABLE
                : EXIT_EQUAL;
    }
}
