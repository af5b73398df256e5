package org.schedlab.topology.archive;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Watches a tar stream as it is read: refuses extension headers (long names, pax records) of more than 64 KiB, which a tar reader would gather
 * in memory, and what would lead this watch away from the headers that the reader sees: pax records that give an entry another size, and the
 * old form of sparse files, whose headers go on in further blocks.
 */
final class TarGuard extends BoundedStream {

    private static final int BLOCK = 512;
    private static final int SIZE_AT = 124;
    private static final int SIZE_LENGTH = 12;
    private static final int TYPE_AT = 156;
    private static final int MAX_EXTENSION_BYTES = 1 << 16;
    private static final String EXTENSION_TYPES = "LKxgX";
    private static final char OLD_SPARSE_TYPE = 'S';
    private static final Pattern PAX_SIZE = Pattern.compile("\\d+ size=");
    private static final byte[] NOTHING = new byte[0];

    private final byte[] header = new byte[BLOCK];
    private int inHeader;
    private boolean sawEnd;
    private long paddedBytesLeft;

    /** The content of the extension header that is being read; empty in an entry. */
    private byte[] extension = NOTHING;

    private int inExtension;

    TarGuard(String name, InputStream in) {
        super(name, in);
    }

    @Override
    void seen(byte[] bytes, int from, int count) {
        int end = from + count;
        int step;
        for (int at = from; at < end; at += step) {
            if (paddedBytesLeft > 0) {
                step = (int) Math.min(end - at, paddedBytesLeft);
                paddedBytesLeft -= step;
                extension(bytes, at, step);
            } else {
                step = Math.min(end - at, BLOCK - inHeader);
                System.arraycopy(bytes, at, header, inHeader, step);
                inHeader += step;
                if (inHeader == BLOCK) {
                    inHeader = 0;
                    header();
                }
            }
        }
    }

    /** Whether a block of zeros stood where a header would: the end of the archive. */
    boolean sawEnd() {
        return sawEnd;
    }

    private void header() {
        if (sawEnd || isZero(header)) {
            sawEnd = true;
            return;
        }
        long size = size();
        boolean isExtension = EXTENSION_TYPES.indexOf(header[TYPE_AT]) >= 0;
        if (isExtension && size > MAX_EXTENSION_BYTES) {
            throw hostile("the archive has a header of " + size + " bytes");
        }
        if (header[TYPE_AT] == OLD_SPARSE_TYPE) {
            throw hostile("the archive holds a sparse file in the old form");
        }
        extension = isExtension ? new byte[(int) size] : NOTHING;
        inExtension = 0;
        paddedBytesLeft = (size + BLOCK - 1) / BLOCK * BLOCK;
    }

    private void extension(byte[] bytes, int at, int count) {
        int kept = Math.min(count, extension.length - inExtension);
        if (kept > 0) {
            System.arraycopy(bytes, at, extension, inExtension, kept);
            inExtension += kept;
            if (inExtension == extension.length
                    && PAX_SIZE.matcher(new String(extension, StandardCharsets.ISO_8859_1))
                            .find()) {
                throw hostile("the archive gives a file another size than its header");
            }
        }
    }

    private static boolean isZero(byte[] block) {
        for (byte b : block) {
            if (b != 0) {
                return false;
            }
        }
        return true;
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
