package org.schedlab.topology.archive;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** The bits of a bzip2 stream, most significant first. Confined to one thread. */
final class Bzip2Bits implements Closeable {

    private final InputStream in;
    private long buffer;
    private int available;

    Bzip2Bits(InputStream in) {
        this.in = in;
    }

    /** The next 0 to 24 bits as a number. */
    int take(int count) throws IOException {
        while (available < count) {
            int value = in.read();
            if (value < 0) {
                throw new EOFException("bzip2: the data ends too early");
            }
            buffer = (buffer << 8) | value;
            available += 8;
        }
        available -= count;
        return (int) (buffer >>> available) & ((1 << count) - 1);
    }

    boolean takeFlag() throws IOException {
        return take(1) != 0;
    }

    void alignToByte() {
        available -= available % 8;
    }

    /** Whether the next bytes are these; what differs, or the end, is consumed. Only at the border of a byte. */
    boolean nextBytesAre(char... expected) throws IOException {
        for (char character : expected) {
            int value = available == 0 ? in.read() : take(8);
            if (value != character) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
