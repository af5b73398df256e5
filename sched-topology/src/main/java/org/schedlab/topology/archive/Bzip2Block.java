package org.schedlab.topology.archive;

import java.io.IOException;
import java.util.Arrays;

/**
 * One block of bzip2 as it is read: Huffman codes, move-to-front and zero runs undone, and the links set by which the sorted text is walked.
 * Confined to one thread.
 */
final class Bzip2Block {

    private static final int MAX_CODE_LENGTH = 20;
    private static final int GROUP_SYMBOLS = 50;
    private static final int MAX_TABLES = 6;

    private final Bzip2Bits bits;
    private final byte[] front = new byte[256];
    private final int origin;
    private final int length;

    /**
     * Decodes a block.
     *
     * @param next receives, for each place of the sorted text, the place that follows in the upper 24 bits and its byte in the lower 8
     * @param limit most bytes of the block
     */
    Bzip2Block(Bzip2Bits bits, int[] next, int limit) throws IOException {
        this.bits = bits;
        if (bits.takeFlag()) {
            throw new IOException("bzip2: blocks made random, as before version 0.9.5, are not read");
        }
        origin = bits.take(24);
        int symbols = readFront();
        int tables = bits.take(3);
        if (tables < 2 || tables > MAX_TABLES) {
            throw broken("the number of code tables");
        }
        byte[] selectors = readSelectors(tables);
        Codes[] codes = new Codes[tables];
        for (int table = 0; table < tables; table++) {
            codes[table] = new Codes(readLengths(symbols + 2));
        }
        int[] counts = new int[256];
        length = readText(selectors, codes, symbols + 1, next, limit, counts);
        if (origin >= length) {
            throw broken("the origin of a block");
        }
        link(next, length, counts);
    }

    /** Bytes of the block before runs are undone. */
    int length() {
        return length;
    }

    /** Where the walk begins. */
    int origin() {
        return origin;
    }

    private static IOException broken(String what) {
        return new IOException("bzip2: " + what + " is out of range");
    }

    /** The bytes that occur, in the order of their values; returns how many. */
    private int readFront() throws IOException {
        int rows = bits.take(16);
        int count = 0;
        for (int row = 0; row < 16; row++) {
            int used = (rows & (1 << (15 - row))) == 0 ? 0 : bits.take(16);
            for (int column = 0; column < 16; column++) {
                if ((used & (1 << (15 - column))) != 0) {
                    front[count++] = (byte) (row * 16 + column);
                }
            }
        }
        if (count == 0) {
            throw broken("the set of bytes of a block");
        }
        return count;
    }

    private byte[] readSelectors(int tables) throws IOException {
        byte[] selectors = new byte[bits.take(15)];
        byte[] order = {0, 1, 2, 3, 4, 5};
        for (int i = 0; i < selectors.length; i++) {
            int place = 0;
            while (bits.takeFlag()) {
                if (++place >= tables) {
                    throw broken("a selector");
                }
            }
            selectors[i] = toFront(order, place);
        }
        return selectors;
    }

    private static byte toFront(byte[] order, int place) {
        byte value = order[place];
        System.arraycopy(order, 0, order, 1, place);
        order[0] = value;
        return value;
    }

    private byte[] readLengths(int count) throws IOException {
        byte[] lengths = new byte[count];
        int current = bits.take(5);
        for (int symbol = 0; symbol < count; symbol++) {
            while (bits.takeFlag()) {
                current += bits.takeFlag() ? -1 : 1;
                if (current < 1 || current > MAX_CODE_LENGTH) {
                    throw broken("the length of a code");
                }
            }
            if (current < 1 || current > MAX_CODE_LENGTH) {
                throw broken("the length of a code");
            }
            lengths[symbol] = (byte) current;
        }
        return lengths;
    }

    /** Symbols 0 and 1 are the digits of a run of the front byte, the last one ends the block, others name a place in the front. */
    private int readText(byte[] selectors, Codes[] codes, int endSymbol, int[] next, int limit, int[] counts)
            throws IOException {
        int at = 0;
        int run = 0;
        int digit = 1;
        for (int group = 0; group < selectors.length; group++) {
            Codes table = codes[selectors[group]];
            for (int i = 0; i < GROUP_SYMBOLS; i++) {
                int symbol = table.read(bits);
                if (symbol <= 1) {
                    run += digit << symbol;
                    digit <<= 1;
                    if (run > limit - at) {
                        throw broken("the size of a block");
                    }
                    continue;
                }
                if (run > 0) {
                    int value = front[0] & 0xff;
                    counts[value] += run;
                    Arrays.fill(next, at, at + run, value);
                    at += run;
                    run = 0;
                    digit = 1;
                }
                if (symbol == endSymbol) {
                    return at;
                }
                if (at == limit) {
                    throw broken("the size of a block");
                }
                int value = toFront(front, symbol - 1) & 0xff;
                counts[value]++;
                next[at++] = value;
            }
        }
        throw broken("the number of selectors");
    }

    /** The n-th occurrence of a byte in the sorted order of bytes is followed by the place of its n-th occurrence here. */
    private static void link(int[] next, int length, int[] counts) {
        int[] first = new int[256];
        for (int value = 1; value < 256; value++) {
            first[value] = first[value - 1] + counts[value - 1];
        }
        for (int i = 0; i < length; i++) {
            next[first[next[i] & 0xff]++] |= i << 8;
        }
    }

    /** A canonical Huffman code: of each length, codes are consecutive numbers in the order of their symbols. */
    private static final class Codes {

        private final int[] firstCode = new int[MAX_CODE_LENGTH + 1];
        private final int[] firstIndex = new int[MAX_CODE_LENGTH + 2];
        private final int[] symbols;

        Codes(byte[] lengths) {
            symbols = new int[lengths.length];
            int index = 0;
            int code = 0;
            for (int length = 1; length <= MAX_CODE_LENGTH; length++) {
                firstIndex[length] = index;
                firstCode[length] = code;
                for (int symbol = 0; symbol < lengths.length; symbol++) {
                    if (lengths[symbol] == length) {
                        symbols[index++] = symbol;
                        code++;
                    }
                }
                code <<= 1;
            }
            firstIndex[MAX_CODE_LENGTH + 1] = index;
        }

        int read(Bzip2Bits bits) throws IOException {
            int code = 0;
            for (int length = 1; length <= MAX_CODE_LENGTH; length++) {
                code = (code << 1) | bits.take(1);
                int offset = code - firstCode[length];
                if (offset >= 0 && offset < firstIndex[length + 1] - firstIndex[length]) {
                    return symbols[firstIndex[length] + offset];
                }
            }
            throw broken("a code");
        }
    }
}
