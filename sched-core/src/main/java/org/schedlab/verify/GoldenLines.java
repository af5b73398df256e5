package org.schedlab.verify;

import java.io.BufferedInputStream;
import java.io.Closeable;
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
 * Reads a text file line by line, through gzip if its name ends so, in bounded memory whatever the file holds. Confined to one thread.
 */
final class GoldenLines implements Closeable {
    /** Longest line accepted: state lines of the largest recorded machines have some ten thousand characters. */
    static final int MAX_LINE_BYTES = 4 << 20;

    private final Path file;
    private final InputStream in;
    private byte[] buffer = new byte[8192];
    private long line;

    private GoldenLines(Path file, InputStream in) {
        this.file = file;
        this.in = in;
    }

    static GoldenLines open(Path file) throws IOException {
        InputStream raw = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        try {
            boolean zipped = file.toString().endsWith(".gz");
            InputStream in = zipped ? new BufferedInputStream(new GZIPInputStream(raw, 1 << 16), 1 << 16) : raw;
            return new GoldenLines(file, in);
        } catch (IOException e) {
            raw.close();
            throw e;
        }
    }

    /** Returns the next line without its end, or null after the last. */
    @Nullable
    String next() throws IOException {
        int length = 0;
        int read = in.read();
        if (read < 0) {
            return null;
        }
        line++;
        for (; read >= 0 && read != '\n'; read = in.read()) {
            if (length == buffer.length) {
                if (length >= MAX_LINE_BYTES) {
                    throw problem(
                            "line is longer than (" + MAX_LINE_BYTES + ") bytes", "the file is not a golden vector");
                }
                buffer = Arrays.copyOf(buffer, length * 2);
            }
            buffer[length++] = (byte) read;
        }
        if (length > 0 && buffer[length - 1] == '\r') {
            length--;
        }
        return new String(buffer, 0, length, StandardCharsets.UTF_8);
    }

    /** Returns the number of the line last read, counted from 1. */
    long line() {
        return line;
    }

    InvalidInputException problem(String what, @Nullable String maybe) {
        return new InvalidInputException(file.toString(), (int) Math.min(line, Integer.MAX_VALUE), what, maybe);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
