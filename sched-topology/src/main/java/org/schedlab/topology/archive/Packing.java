package org.schedlab.topology.archive;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/** Knows archives and their packing by their first bytes, and undoes gzip, bzip2 and xz. Stateless. */
public final class Packing {

    private static final byte[] XZ_MAGIC = {(byte) 0xfd, '7', 'z', 'X', 'Z', 0};
    private static final byte[] GZIP_MAGIC = {0x1f, (byte) 0x8b};
    private static final byte[] BZIP2_MAGIC = {'B', 'Z', 'h'};
    private static final byte[] ZIP_MAGIC = {'P', 'K', 3, 4};
    private static final int TAR_MAGIC_AT = 257;
    private static final int BUFFER = 1 << 15;

    /** Enough for a dictionary of 32 MiB; larger ones are lowered to that ({@link XzHead}). */
    private static final int XZ_MEMORY_KIB = 34 << 10;

    private Packing() {}

    /** Whether the first bytes, packing undone, are those of a tar archive. */
    public static boolean isTar(byte[] head) {
        return head.length > TAR_MAGIC_AT + 5
                && new String(head, TAR_MAGIC_AT, 5, StandardCharsets.ISO_8859_1).equals("ustar");
    }

    /** Whether the first bytes are those of a zip archive. */
    public static boolean isZip(byte[] head) {
        return startsWith(head, ZIP_MAGIC);
    }

    /** Whether the content is packed with bzip2 or xz, or a name such as {@code x.tgz} says that it is an archive. */
    public static boolean looksPacked(byte[] head, String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return startsWith(head, BZIP2_MAGIC)
                || startsWith(head, XZ_MAGIC)
                || lower.contains(".tar")
                || lower.endsWith(".tgz")
                || lower.endsWith(".tbz2")
                || lower.endsWith(".txz");
    }

    /** The content with its packing undone, by the first bytes of {@code in}. */
    public static InputStream undo(InputStream in) throws IOException {
        BufferedInputStream raw = new BufferedInputStream(in, BUFFER);
        raw.mark(XZ_MAGIC.length);
        byte[] head = raw.readNBytes(XZ_MAGIC.length);
        raw.reset();
        if (startsWith(head, GZIP_MAGIC)) {
            return new BufferedInputStream(new GZIPInputStream(raw, BUFFER), BUFFER);
        }
        if (startsWith(head, BZIP2_MAGIC)) {
            return new BufferedInputStream(new Bzip2Stream(raw), BUFFER);
        }
        if (startsWith(head, XZ_MAGIC)) {
            return new BufferedInputStream(
                    XZCompressorInputStream.builder()
                            .setInputStream(XzHead.withSmallDictionary(raw))
                            .setMemoryLimitKiB(XZ_MEMORY_KIB)
                            .get(),
                    BUFFER);
        }
        return raw;
    }

    private static boolean startsWith(byte[] head, byte[] magic) {
        for (int i = 0; i < magic.length; i++) {
            if (i >= head.length || head[i] != magic[i]) {
                return false;
            }
        }
        return true;
    }
}
