package org.schedlab.topology.archive;

/** The checksum of bzip2: CRC-32 with the most significant bit first, four bytes at a time. Confined to one thread. */
final class Bzip2Crc {

    private static final int POLYNOMIAL = 0x04c1_1db7;
    /** Row n: what a byte does that n further bytes follow. */
    private static final int[][] TABLE = table();

    private int crc = -1;

    private static int[][] table() {
        int[][] table = new int[4][256];
        for (int value = 0; value < 256; value++) {
            int remainder = value << 24;
            for (int bit = 0; bit < 8; bit++) {
                remainder = (remainder << 1) ^ (remainder < 0 ? POLYNOMIAL : 0);
            }
            table[0][value] = remainder;
        }
        for (int row = 1; row < 4; row++) {
            for (int value = 0; value < 256; value++) {
                int before = table[row - 1][value];
                table[row][value] = (before << 8) ^ table[0][before >>> 24];
            }
        }
        return table;
    }

    void reset() {
        crc = -1;
    }

    void add(byte[] bytes, int from, int count) {
        int value = crc;
        int at = from;
        int end = from + count;
        for (; at + 4 <= end; at += 4) {
            int mixed = value
                    ^ ((bytes[at] << 24)
                            | ((bytes[at + 1] & 0xff) << 16)
                            | ((bytes[at + 2] & 0xff) << 8)
                            | (bytes[at + 3] & 0xff));
            value = TABLE[3][mixed >>> 24]
                    ^ TABLE[2][(mixed >>> 16) & 0xff]
                    ^ TABLE[1][(mixed >>> 8) & 0xff]
                    ^ TABLE[0][mixed & 0xff];
        }
        for (; at < end; at++) {
            value = (value << 8) ^ TABLE[0][(value >>> 24) ^ (bytes[at] & 0xff)];
        }
        crc = value;
    }

    int value() {
        return ~crc;
    }
}
