package org.schedlab.topology.archive;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.schedlab.topology.input.InvalidInputException;

/**
 * Watches a decompressed tar stream as it is read: stops after {@link ArchiveWalk#MAX_ARCHIVE_BYTES} and refuses extension headers (long
 * names, pax records) of more than 64 KiB, which a tar reader would gather in memory.
 */
final class TarGuard extends FilterInputStream {

    private static final int BLOCK = 512;
    private static final int SIZE_AT = 124;
    private static final int SIZE_LENGTH = 12;
    private static final int TYPE_AT = 156;
    private static final int MAX_EXTENSION_BYTES = 1 << 16;
    private static final String EXTENSION_TYPES = "LKxgX";

    private final String name;
    private final byte[] header = new byte[BLOCK];
    private final byte[] skipped = new byte[1 << 14];
    private int inHeader;
    private long skipBlocksBytes;
    private long total;

    TarGuard(String name, InputStream in) {
        super(in);
        this.name = name;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int at, int length) throws IOException {
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
            watch(into, at, n);
        }
        return n;
    }

    @Override
    public long skip(long bytes) throws IOException {
        int n = bytes <= 0 ? 0 : read(skipped, 0, (int) Math.min(bytes, skipped.length));
        return Math.max(n, 0);
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    private void watch(byte[] bytes, int from, int count) {
        int at = from;
        int left = count;
        while (left > 0) {
            if (skipBlocksBytes > 0) {
                int step = (int) Math.min(left, skipBlocksBytes);
                skipBlocksBytes -= step;
                at += step;
                left -= step;
                continue;
            }
            int step = Math.min(left, BLOCK - inHeader);
            System.arraycopy(bytes, at, header, inHeader, step);
            inHeader += step;
            at += step;
            left -= step;
            if (inHeader == BLOCK) {
                inHeader = 0;
                header();
            }
        }
    }

    private void header() {
        long size = size();
        if (EXTENSION_TYPES.indexOf(header[TYPE_AT]) >= 0 && size > MAX_EXTENSION_BYTES) {
            throw new InvalidInputException(
                    name, 0, "the archive has a header of " + size + " bytes", "it is hostile; make it anew.");
        }
        skipBlocksBytes = (size + BLOCK - 1) / BLOCK * BLOCK;
    }

    /** Size in the header: octal digits, or a base-256 number. */
    private long size() {
        if (header[SIZE_AT] < 0) {
            long size = 0;
            for (int i = SIZE_AT + 4; i < SIZE_AT + SIZE_LENGTH; i++) {
                size = (size << 8) | (header[i] & 0xff);
            }
            return size < 0 || size > Long.MAX_VALUE / 2 ? Long.MAX_VALUE / 2 : size;
        }
        long size = 0;
        for (int i = SIZE_AT; i < SIZE_AT + SIZE_LENGTH; i++) {
            int digit = header[i] - '0';
            size = digit >= 0 && digit < 8 ? size * 8 + digit : size;
        }
        return size;
    }
}
