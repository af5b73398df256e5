package org.schedlab.topology.read;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.input.InvalidInputException;

/**
 * What a {@link TopologyReader} looks at: a short text the user wrote, a file or a directory. Gzip is undone for files. Not safe for use by
 * several threads.
 */
public final class TopologySource {

    /** Most bytes of text, after decompression, that a reader is given. */
    public static final int MAX_TEXT_BYTES = 4 << 20;

    /** Most bytes, after decompression, of a format that is read as a stream. */
    public static final int MAX_STREAM_BYTES = 8 << 20;

    private static final int HEAD_BYTES = 8192;
    private static final int GZIP_MAGIC = 0x1f8b;
    private static final byte[] UTF8_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    private final String name;
    private final @Nullable Path path;
    private byte @Nullable [] head;

    private TopologySource(String name, @Nullable Path path) {
        this.name = name;
        this.path = path;
    }

    /** A text that describes the machine itself. */
    public static TopologySource ofText(String text) {
        return new TopologySource(text, null);
    }

    /** A file or directory. */
    public static TopologySource ofPath(Path path) {
        return new TopologySource(path.toString(), path);
    }

    /** The user's own words: the text, or the path as written. */
    public String name() {
        return name;
    }

    /** The file or directory, or null for a text. */
    public @Nullable Path path() {
        return path;
    }

    public boolean isText() {
        return path == null;
    }

    public boolean isDirectory() {
        return path != null && Files.isDirectory(path);
    }

    public boolean isFile() {
        return path != null && !isDirectory();
    }

    /** The first bytes of the content after gzip, at most 8192; empty for directories. Read once. */
    public byte[] head() {
        if (head == null) {
            head = readHead();
        }
        return head.clone();
    }

    private byte[] readHead() {
        if (path == null) {
            return name.getBytes(StandardCharsets.UTF_8);
        }
        if (isDirectory()) {
            return new byte[0];
        }
        try (InputStream in = open()) {
            return in.readNBytes(HEAD_BYTES);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** {@link #head()} as text, with one character for each byte. */
    public String headText() {
        return new String(head(), StandardCharsets.ISO_8859_1);
    }

    /**
     * Refuses text in UTF-16, which no format has: with its mark, or recognised by the zero bytes of plain letters.
     *
     * @throws InvalidInputException when the file is such a text
     */
    void refuseUtf16() {
        byte[] start = head();
        if (start.length < 4) {
            return;
        }
        int mark = ((start[0] & 0xff) << 8) | (start[1] & 0xff);
        boolean little = start[0] > 0 && start[1] == 0 && start[2] > 0 && start[3] == 0;
        boolean big = start[0] == 0 && start[1] > 0 && start[2] == 0 && start[3] > 0;
        if (mark == 0xfffe || mark == 0xfeff || little || big) {
            throw new InvalidInputException(
                    name, 1, "the text is UTF-16 and not UTF-8", "iconv -f UTF-16 -t UTF-8 makes it readable.");
        }
    }

    /** Opens the content, gzip and the mark of UTF-8 at its start undone. */
    public InputStream open() throws IOException {
        InputStream in = unpacked();
        try {
            in.mark(UTF8_MARK.length);
            if (!Arrays.equals(in.readNBytes(UTF8_MARK.length), UTF8_MARK)) {
                in.reset();
            }
            return in;
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    private InputStream unpacked() throws IOException {
        Path file = path;
        if (file == null) {
            throw new IOException("a text is not a file");
        }
        InputStream raw = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        try {
            raw.mark(2);
            int magic = (raw.read() << 8) | raw.read();
            raw.reset();
            return magic == GZIP_MAGIC ? new BufferedInputStream(new GZIPInputStream(raw, 1 << 15), 1 << 15) : raw;
        } catch (IOException e) {
            raw.close();
            throw e;
        }
    }

    /** The whole content as UTF-8 text, refused beyond {@link #MAX_TEXT_BYTES}. */
    public String text() {
        if (path == null) {
            return name;
        }
        try (InputStream in = open()) {
            byte[] bytes = in.readNBytes(MAX_TEXT_BYTES + 1);
            if (bytes.length > MAX_TEXT_BYTES) {
                throw tooLarge(MAX_TEXT_BYTES);
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** The content as a stream, gzip undone, that stops with a refusal beyond {@link #MAX_STREAM_BYTES}. */
    public InputStream openBounded() throws IOException {
        return new FilterInputStream(open()) {
            private long total;

            @Override
            public int read() throws IOException {
                int value = super.read();
                count(value < 0 ? 0 : 1);
                return value;
            }

            @Override
            public int read(byte[] into, int at, int length) throws IOException {
                int n = super.read(into, at, length);
                count(Math.max(n, 0));
                return n;
            }

            private void count(int n) {
                total += n;
                if (total > MAX_STREAM_BYTES) {
                    throw tooLarge(MAX_STREAM_BYTES);
                }
            }
        };
    }

    private InvalidInputException tooLarge(int limit) {
        return new InvalidInputException(
                name, 0, "the file is larger than " + (limit >> 20) + " MiB when decompressed", null);
    }

    InvalidInputException unreadable(IOException cause) {
        String why = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        InvalidInputException problem = new InvalidInputException(
                name, 0, "cannot be read (" + why + ")", "the file is cut short or not what its name says.");
        problem.initCause(cause);
        return problem;
    }
}
