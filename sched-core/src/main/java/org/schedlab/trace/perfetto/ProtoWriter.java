package org.schedlab.trace.perfetto;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes messages in the wire format of Protocol Buffers into a buffer that is used again and again. Lengths of nested messages take a fixed
 * four bytes, which every decoder accepts, so that nothing has to be moved when a message ends. Allocates only when the buffer grows. One
 * thread.
 */
final class ProtoWriter {

    private static final int VARINT = 0;
    private static final int BYTES = 2;
    private static final int LENGTH_BYTES = 4;
    private static final int MAX_DEPTH = 8;

    private byte[] buffer = new byte[1024];
    private int size;
    private final int[] starts = new int[MAX_DEPTH];
    private int depth;

    int size() {
        return size;
    }

    /** An integer of any kind but the zigzag ones; negative numbers take ten bytes, as int32 and int64 demand. */
    void number(int field, long value) {
        reserve(15);
        varint(((long) field << 3) | VARINT);
        varint(value);
    }

    /** A text that was encoded by {@link #utf8}. */
    void text(int field, byte[] utf8) {
        reserve(10 + utf8.length);
        varint(((long) field << 3) | BYTES);
        varint(utf8.length);
        System.arraycopy(utf8, 0, buffer, size, utf8.length);
        size += utf8.length;
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Begins a nested message. */
    void begin(int field) {
        reserve(5 + LENGTH_BYTES);
        varint(((long) field << 3) | BYTES);
        size += LENGTH_BYTES;
        starts[depth++] = size;
    }

    /** Ends the message that was begun last. */
    void end() {
        int start = starts[--depth];
        int length = size - start;
        for (int i = 0; i < LENGTH_BYTES; i++) {
            int more = i < LENGTH_BYTES - 1 ? 0x80 : 0;
            buffer[start - LENGTH_BYTES + i] = (byte) (((length >>> (7 * i)) & 0x7f) | more);
        }
    }

    /** Ends all open messages, hands everything to {@code out} and begins anew. */
    void flushTo(OutputStream out) throws IOException {
        while (depth > 0) {
            end();
        }
        out.write(buffer, 0, size);
        size = 0;
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            buffer[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        buffer[size++] = (byte) rest;
    }

    private void reserve(int bytes) {
        if (size + bytes > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, size + bytes));
        }
    }
}
