package org.schedlab.topology.archive;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Decompresses bzip2, one stream or several in a row. Snapshots of sysfs are mostly the zeros between tar's headers and files of ten bytes:
 * runs are written and checked in bulk here, which is what decides the time that they take (see docs/adr/0021). At most 7 MB whatever the
 * input says; every checksum is checked. Blocks made random, as before bzip2 0.9.5, are refused. Confined to one thread.
 */
final class Bzip2Stream extends InputStream {

    private static final long BLOCK_MAGIC = 0x3141_5926_5359L;
    private static final long END_MAGIC = 0x1772_4538_5090L;
    private static final int LEVEL_BYTES = 100_000;
    /** A run of this many equal bytes is followed by a count of further ones. */
    private static final int RUN = 4;

    private final Bzip2Bits bits;
    private int[] next = new int[0];
    private byte[] text = new byte[0];
    private int blockBytes;
    private int combinedCrc;
    private boolean ended;

    private int position;
    private int textBytes;
    private int blockCrc;
    private int last = -1;
    private int runLength;
    private int repeatsLeft;
    private final Bzip2Crc crc = new Bzip2Crc();

    /** Reads the header. */
    Bzip2Stream(InputStream in) throws IOException {
        bits = new Bzip2Bits(in);
        if (!startStream()) {
            throw new IOException("bzip2: the header is broken");
        }
        nextBlock();
    }

    private boolean startStream() throws IOException {
        if (!bits.nextBytesAre('B', 'Z', 'h')) {
            return false;
        }
        int level = bits.take(8) - '0';
        if (level < 1 || level > 9) {
            throw new IOException("bzip2: the block size is not 1 to 9");
        }
        if (next.length < level * LEVEL_BYTES) {
            next = new int[level * LEVEL_BYTES];
            text = new byte[level * LEVEL_BYTES];
        }
        blockBytes = level * LEVEL_BYTES;
        combinedCrc = 0;
        return true;
    }

    private void nextBlock() throws IOException {
        while (true) {
            long magic = ((long) bits.take(24) << 24) | bits.take(24);
            int expected = (bits.take(16) << 16) | bits.take(16);
            if (magic == BLOCK_MAGIC) {
                blockCrc = expected;
                startBlock();
                return;
            }
            if (magic != END_MAGIC) {
                throw new IOException("bzip2: a block does not begin as one");
            }
            if (expected != combinedCrc) {
                throw new IOException("bzip2: the checksum of the stream does not match");
            }
            bits.alignToByte();
            if (!startStream()) {
                ended = true;
                return;
            }
        }
    }

    private void startBlock() throws IOException {
        Bzip2Block block = new Bzip2Block(bits, next, blockBytes);
        Bzip2Text.unsort(next, block, text);
        textBytes = block.length();
        position = 0;
        crc.reset();
        last = -1;
        runLength = 0;
        repeatsLeft = 0;
    }

    private void endBlock() throws IOException {
        if (crc.value() != blockCrc) {
            throw new IOException("bzip2: the checksum of a block does not match");
        }
        combinedCrc = Integer.rotateLeft(combinedCrc, 1) ^ blockCrc;
        nextBlock();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte @Nullable [] into, int from, int length) throws IOException {
        if (into == null || length == 0) {
            return 0;
        }
        int at = from;
        int end = from + length;
        while (at < end && !ended) {
            int written = write(into, at, end);
            crc.add(into, at, written);
            at += written;
            if (position == textBytes && repeatsLeft == 0) {
                endBlock();
            }
        }
        return at == from ? -1 : at - from;
    }

    /** Undoes runs until the block or the space ends; returns the bytes written. */
    private int write(byte[] into, int from, int end) {
        int at = from;
        while (true) {
            if (repeatsLeft > 0) {
                int count = Math.min(repeatsLeft, end - at);
                Arrays.fill(into, at, at + count, (byte) last);
                at += count;
                repeatsLeft -= count;
            }
            if (at == end || position == textBytes) {
                return at - from;
            }
            int symbol = text[position++] & 0xff;
            if (runLength == RUN) {
                repeatsLeft = symbol;
                runLength = 0;
                continue;
            }
            runLength = symbol == last ? runLength + 1 : 1;
            last = symbol;
            into[at++] = (byte) symbol;
        }
    }

    @Override
    public void close() throws IOException {
        bits.close();
    }
}
