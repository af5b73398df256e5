package org.schedlab.topology.read;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.schedlab.topology.Topology;
import org.schedlab.topology.input.InvalidInputException;

/**
 * Snapshots of {@code /sys/devices/system} as a directory or in a tar archive, plain or packed with gzip, bzip2 or xz, as
 * {@code hwloc-gather-topology}, util-linux and others make them; also the live {@code /sys}. For scheduling this is the source of truth:
 * groups are the sibling masks and shared cache masks of the kernel.
 */
public final class SysfsReader implements TopologyReader {

    private static final byte[] XZ_MAGIC = {(byte) 0xfd, '7', 'z', 'X', 'Z', 0};
    private static final int TAR_MAGIC_AT = 257;
    /** Enough for a dictionary of 32 MiB; larger ones are lowered to that ({@link XzHead}). */
    private static final int XZ_MEMORY_KIB = 34 << 10;

    @Override
    public String format() {
        return "sysfs tree";
    }

    @Override
    public int confidence(TopologySource source) {
        if (source.isText()) {
            return 0;
        }
        if (source.isDirectory()) {
            return 50;
        }
        byte[] head = source.head();
        if (isTar(head)) {
            return 90;
        }
        String name = source.name().toLowerCase(Locale.ROOT);
        boolean namedTar =
                name.contains(".tar") || name.endsWith(".tgz") || name.endsWith(".tbz2") || name.endsWith(".txz");
        return isBzip2(head) || startsWith(head, XZ_MAGIC) || namedTar ? 60 : 0;
    }

    private static boolean isTar(byte[] head) {
        return head.length > TAR_MAGIC_AT + 5
                && new String(head, TAR_MAGIC_AT, 5, StandardCharsets.ISO_8859_1).equals("ustar");
    }

    private static boolean isBzip2(byte[] head) {
        return head.length > 3 && head[0] == 'B' && head[1] == 'Z' && head[2] == 'h';
    }

    private static boolean startsWith(byte[] head, byte[] magic) {
        for (int i = 0; i < magic.length; i++) {
            if (i >= head.length || head[i] != magic[i]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Topology read(TopologySource source) {
        try {
            if (source.isDirectory()) {
                DirectoryFiles files = DirectoryFiles.in(source);
                if (files == null) {
                    throw new InvalidInputException(
                            source.name(),
                            0,
                            "the directory has no sys/devices/system/cpu",
                            "name the directory that holds sys.");
                }
                return new SysfsMachine(source.name(), files).read();
            }
            byte[] head = source.head();
            try (InputStream in = unpacked(source.open(), head)) {
                return new SysfsMachine(source.name(), ArchiveFiles.read(source.name(), in)).read();
            }
        } catch (IOException e) {
            throw source.unreadable(e);
        }
    }

    private static InputStream unpacked(InputStream in, byte[] head) throws IOException {
        if (isBzip2(head)) {
            return new BufferedInputStream(new Bzip2Stream(in), 1 << 15);
        }
        if (startsWith(head, XZ_MAGIC)) {
            return new BufferedInputStream(
                    XZCompressorInputStream.builder()
                            .setInputStream(XzHead.withSmallDictionary(in))
                            .setMemoryLimitKiB(XZ_MEMORY_KIB)
                            .get(),
                    1 << 15);
        }
        return in;
    }
}
