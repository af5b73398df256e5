package org.schedlab.topology.archive;

/** What somebody wants of an archive. Called by one thread, in the order of the archive. */
public interface ArchiveSink {

    /** An entry that is a file or a directory; directories end with a slash. Its path stays inside the archive. */
    void entry(String path);

    /** Whether the content of a file is wanted. */
    boolean wants(String path);

    /** Whether only the first {@link ArchiveWalk#MAX_FILE_BYTES} of a larger file are wanted; else such a file is refused. */
    default boolean mayBeCut(String path) {
        return false;
    }

    /** A wanted file: one character for each byte, cut at the first NUL. */
    void file(String path, String content);
}
