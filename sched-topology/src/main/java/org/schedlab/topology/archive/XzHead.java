package org.schedlab.topology.archive;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.zip.CRC32;

/**
 * Makes do with a smaller dictionary than an xz file asks for. A decompressor reserves what the header of a block says, 64 MiB for every file
 * of {@code xz -9}, however small; matches of a file reach no further back than its beginning. So the size is lowered to 32 MiB here, and a
 * file that does reach back further is refused as broken. Only the first block's header is changed: further blocks, as {@code xz -T} makes of
 * files larger than three dictionaries, meet the memory limit.
 */
final class XzHead {

    private static final int STREAM_HEADER_BYTES = 12;
    private static final int LZMA2 = 0x21;
    /** 32 MiB in the encoding of dictionary sizes, two steps for each doubling. */
    private static final int LARGEST_DICTIONARY = 26;

    private XzHead() {}

    /** The same stream with the smaller dictionary; a header of another form is passed on as it is. */
    static InputStream withSmallDictionary(InputStream in) throws IOException {
        byte[] head = in.readNBytes(STREAM_HEADER_BYTES + 1);
        if (head.length <= STREAM_HEADER_BYTES) {
            return new ByteArrayInputStream(head);
        }
        int size = ((head[STREAM_HEADER_BYTES] & 0xff) + 1) * 4;
        byte[] block = new byte[size];
        block[0] = head[STREAM_HEADER_BYTES];
        int got = 1 + in.readNBytes(block, 1, size - 1);
        if (got == size) {
            lower(block);
        }
        return new SequenceInputStream(
                new ByteArrayInputStream(head, 0, STREAM_HEADER_BYTES),
                new SequenceInputStream(new ByteArrayInputStream(block, 0, got), in));
    }

    private static void lower(byte[] block) {
        int end = block.length - Integer.BYTES;
        // One filter and no sizes, which is what xz writes to a pipe or with one thread.
        boolean plain = end >= 5 && block[1] == 0 && block[2] == LZMA2 && block[3] == 1;
        if (block[0] == 0 || !plain || block[4] <= LARGEST_DICTIONARY || crc(block, end) != stored(block, end)) {
            return;
        }
        block[4] = LARGEST_DICTIONARY;
        int crc = crc(block, end);
        for (int i = 0; i < Integer.BYTES; i++) {
            block[end + i] = (byte) (crc >>> (8 * i));
        }
    }

    private static int crc(byte[] block, int end) {
        CRC32 crc = new CRC32();
        crc.update(block, 0, end);
        return (int) crc.getValue();
    }

    private static int stored(byte[] block, int end) {
        int value = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            value |= (block[end + i] & 0xff) << (8 * i);
        }
        return value;
    }
}
