package org.schedlab.topology.archive;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.schedlab.topology.input.InvalidInputException;

/**
 * Stops an archive that grows beyond all measure, packed or unpacked: after {@link ArchiveWalk#MAX_ARCHIVE_BYTES}. What is skipped is read,
 * since it must be counted and, packed, be undone anyway. Confined to one thread.
 */
class BoundedStream extends FilterInputStream {

    private static final int SKIP_BYTES = 1 << 14;

    private final String name;
    private final byte[] skipped = new byte[SKIP_BYTES];
    private long total;

    /** {@code name} is what messages call the archive. */
    BoundedStream(String name, InputStream in) {
        super(in);
        this.name = name;
    }

    /** What has been read, in order; each byte once. */
    void seen(byte[] bytes, int from, int count) {}

    @Override
    public final int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public final int read(byte[] into, int at, int length) throws IOException {
        int n = super.read(into, at, length);
        if (n > 0) {
            total += n;
            if (total > ArchiveWalk.MAX_ARCHIVE_BYTES) {
                throw new InvalidInputException(
                        name,
                        0,
                        "the archive is larger than " + (ArchiveWalk.MAX_ARCHIVE_BYTES >> 20)
                                + " MiB when decompressed",
                        "it is a decompression bomb; keep only the files that are needed, such as sys and proc.");
            }
            seen(into, at, n);
        }
        return n;
    }

    @Override
    public final long skip(long bytes) throws IOException {
        long gone = 0;
        while (gone < bytes) {
            int n = read(skipped, 0, (int) Math.min(bytes - gone, skipped.length));
            if (n < 0) {
                break;
            }
            gone += n;
        }
        return gone;
    }

    @Override
    public final boolean markSupported() {
        return false;
    }

    /** A refusal of the archive as a whole. */
    final InvalidInputException hostile(String what) {
        return new InvalidInputException(name, 0, what, "it is hostile; make it anew.");
    }
}
