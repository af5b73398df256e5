package org.schedlab.topology.archive;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.topology.input.Printable;

/**
 * Walks through a tar or zip archive. Nothing is unpacked: a sink keeps what it wants, at most {@link #MAX_KEPT_BYTES} in all and
 * {@link #MAX_FILE_BYTES} of one file, and at most {@link #MAX_ARCHIVE_BYTES} are read. Names that climb out, links that lead out, sparse files
 * among the wanted ones and oversized headers are refused. One walk, one thread.
 */
public final class ArchiveWalk {

    /** Most bytes of an archive after decompression. */
    static final int MAX_ARCHIVE_BYTES = 96 << 20;

    /** Most bytes kept, with a flat charge for each file. */
    static final int MAX_KEPT_BYTES = 24 << 20;

    /** Most bytes of one file. */
    public static final int MAX_FILE_BYTES = 1 << 16;

    private static final int CHARGE_PER_FILE = 200;
    private static final int SHOWN_CHARS = 60;

    private final String name;
    private final ArchiveSink sink;
    private long keptBytes;

    private ArchiveWalk(String name, ArchiveSink sink) {
        this.name = name;
        this.sink = sink;
    }

    /**
     * Walks through a tar archive whose packing has been undone.
     *
     * @param name what messages call the archive
     * @throws InvalidInputException when it is broken or hostile
     */
    public static void tar(String name, InputStream decompressed, ArchiveSink sink) throws IOException {
        ArchiveWalk walk = new ArchiveWalk(name, sink);
        TarGuard guard = new TarGuard(name, decompressed);
        try (TarArchiveInputStream tar = new TarArchiveInputStream(guard)) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                if (!entry.isCheckSumOK()) {
                    throw walk.damaged("the checksum of a header does not match");
                }
                walk.take(tar, entry);
            }
            if (!guard.sawEnd()) {
                throw walk.damaged("the archive has no end");
            }
            // To the end of the packing, whose own checksum stands there.
            guard.skip(Long.MAX_VALUE);
        } catch (IllegalArgumentException e) {
            throw broken(name, e);
        }
    }

    /** Walks through a zip archive; parameters as in {@link #tar}. */
    public static void zip(String name, InputStream in, ArchiveSink sink) throws IOException {
        ArchiveWalk walk = new ArchiveWalk(name, sink);
        try (ZipInputStream zip = new ZipInputStream(new BoundedStream(name, in), StandardCharsets.ISO_8859_1)) {
            InputStream content = new BoundedStream(name, zip);
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                walk.take(content, entry);
                content.skip(Long.MAX_VALUE);
            }
        } catch (IllegalArgumentException e) {
            throw broken(name, e);
        }
    }

    private static InvalidInputException broken(String name, IllegalArgumentException e) {
        return new InvalidInputException(name, 0, "the archive is broken (" + e.getMessage() + ")", null);
    }

    private InvalidInputException damaged(String what) {
        return new InvalidInputException(name, 0, what, "it is cut short or damaged; copy it again.");
    }

    private void take(TarArchiveInputStream tar, TarArchiveEntry entry) throws IOException {
        String path = inside(entry.getName());
        if (entry.isSymbolicLink() || entry.isLink()) {
            checkLink(path, entry);
            return;
        }
        sink.entry(path);
        if (!entry.isFile() || !sink.wants(path)) {
            return;
        }
        boolean large = entry.getSize() > MAX_FILE_BYTES;
        if (entry.isSparse() || (large && !sink.mayBeCut(path))) {
            throw tooLarge(path, entry.getSize() + " bytes");
        }
        byte[] bytes = new byte[(int) Math.min(entry.getSize(), MAX_FILE_BYTES)];
        if (tar.readNBytes(bytes, 0, bytes.length) < bytes.length) {
            throw new IOException("the archive ends inside " + path);
        }
        keep(path, bytes);
    }

    private void take(InputStream content, ZipEntry entry) throws IOException {
        String path = inside(entry.getName());
        sink.entry(path);
        if (entry.isDirectory() || !sink.wants(path)) {
            return;
        }
        byte[] bytes = content.readNBytes(MAX_FILE_BYTES + 1);
        if (bytes.length > MAX_FILE_BYTES && !sink.mayBeCut(path)) {
            throw tooLarge(path, "more");
        }
        keep(path, bytes);
    }

    private void keep(String path, byte[] bytes) {
        keptBytes += path.length() + bytes.length + CHARGE_PER_FILE;
        if (keptBytes > MAX_KEPT_BYTES) {
            throw new InvalidInputException(
                    name, 0, "the archive holds more than " + (MAX_KEPT_BYTES >> 20) + " MiB of files to read", null);
        }
        sink.file(path, text(bytes));
    }

    /** Text of a file, without the NUL bytes that some snapshot tools append. */
    public static String text(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int end = text.indexOf('\0');
        return end < 0 ? text : text.substring(0, end);
    }

    private InvalidInputException tooLarge(String path, String size) {
        return new InvalidInputException(name + "!" + path, 0, "the file is larger than 64 KiB (" + size + ")", null);
    }

    private String inside(String entry) {
        if (!entry.contains("/.") && !entry.startsWith(".") && !entry.startsWith("/") && !entry.contains("//")) {
            return entry;
        }
        checkStaysInside(entry, "entry");
        List<String> parts = new ArrayList<>(List.of(entry.split("/+")));
        parts.removeIf("."::equals);
        if (parts.contains("..")) {
            throw leadsOut(entry, "entry");
        }
        return String.join("/", parts) + (entry.endsWith("/") ? "/" : "");
    }

    private void checkStaysInside(String path, String what) {
        if (!path.startsWith("/") && !path.contains("..")) {
            return;
        }
        int depth = 0;
        for (String part : path.split("/", -1)) {
            if (part.equals("..")) {
                depth--;
            } else if (!part.isEmpty() && !part.equals(".")) {
                depth++;
            }
            if (depth < 0) {
                break;
            }
        }
        if (depth < 0 || path.startsWith("/")) {
            throw leadsOut(path, what);
        }
    }

    private InvalidInputException leadsOut(String path, String what) {
        return new InvalidInputException(
                name,
                0,
                what + " (" + Printable.brief(path, SHOWN_CHARS) + ") leads out of the archive",
                "the archive is hostile; make it anew.");
    }

    private void checkLink(String path, TarArchiveEntry entry) {
        String target = entry.getLinkName();
        boolean relative = entry.isSymbolicLink() && !target.startsWith("/");
        int slash = path.lastIndexOf('/');
        checkStaysInside(
                relative && slash >= 0 ? path.substring(0, slash + 1) + target : target,
                "link " + Printable.brief(path, SHOWN_CHARS) + " to");
    }
}
