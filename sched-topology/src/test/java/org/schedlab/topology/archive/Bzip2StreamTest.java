package org.schedlab.topology.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;

class Bzip2StreamTest {

    private static byte[] packed(byte[] content, int level) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (BZip2CompressorOutputStream out = new BZip2CompressorOutputStream(bytes, level)) {
            out.write(content);
        }
        return bytes.toByteArray();
    }

    private static byte[] unpacked(byte[] packed) throws IOException {
        try (InputStream in = new Bzip2Stream(new ByteArrayInputStream(packed))) {
            return in.readAllBytes();
        }
    }

    /** Bytes in runs of random lengths, around the lengths at which runs get a count, over an alphabet of random size. */
    private static byte[] content(SplittableRandom random, int length) {
        byte[] content = new byte[length];
        int alphabet = 1 << random.nextInt(9);
        int longest = 1 << random.nextInt(11);
        for (int at = 0; at < length; ) {
            int run = Math.min(random.nextInt(longest) + 1, length - at);
            Arrays.fill(content, at, at + run, (byte) random.nextInt(alphabet));
            at += run;
        }
        return content;
    }

    @Test
    void unpacksWhatAnotherProgramPacked() throws IOException {
        long seed = Long.getLong("schedlab.seed", 21);
        System.out.println("seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 60; round++) {
            byte[] content = content(random, random.nextInt(1 << random.nextInt(1, 19)));
            byte[] packed = packed(content, random.nextInt(1, 10));
            assertThat(unpacked(packed)).as("round %d", round).isEqualTo(content);
        }
    }

    @Test
    void unpacksTextsThatRepeat() throws IOException {
        SplittableRandom random = new SplittableRandom(23);
        for (int period : new int[] {1, 2, 3, 7, 1_000, 8_192, 10_000, 20_001}) {
            byte[] pattern = new byte[period];
            random.nextBytes(pattern);
            for (int length : new int[] {period, 3 * period, 60_000 / period * period, 90_000}) {
                byte[] content = new byte[length];
                for (int at = 0; at < length; at++) {
                    content[at] = pattern[at % period];
                }
                assertThat(unpacked(packed(content, 1)))
                        .as("period %d, length %d", period, length)
                        .isEqualTo(content);
            }
        }
    }

    @Test
    void readsInPiecesOfAnySize() throws IOException {
        byte[] content = content(new SplittableRandom(4), 300_000);
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        try (InputStream in = new Bzip2Stream(new ByteArrayInputStream(packed(content, 1)))) {
            byte[] piece = new byte[700];
            for (int size = 1; ; size = size % 699 + 1) {
                int n = in.read(piece, 0, size);
                if (n < 0) {
                    break;
                }
                read.write(piece, 0, n);
            }
            assertThat(in.read()).isEqualTo(-1);
        }
        assertThat(read.toByteArray()).isEqualTo(content);
    }

    @Test
    void severalStreamsInARowAreOne() throws IOException {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.write(packed(new byte[] {1, 2, 3}, 1));
        both.write(packed(new byte[0], 9));
        both.write(packed(new byte[] {4}, 9));
        assertThat(unpacked(both.toByteArray())).containsExactly(1, 2, 3, 4);
    }

    @Test
    void damageIsAnIoExceptionOrShowsInTheOtherProgramToo() throws IOException {
        long seed = Long.getLong("schedlab.seed", 22);
        System.out.println("seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        byte[] good = packed(content(random, 40_000), 1);
        int refused = 0;
        for (int round = 0; round < 3_000; round++) {
            byte[] bad = good.clone();
            bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
            try {
                byte[] mine = unpacked(bad);
                assertThat(mine)
                        .isEqualTo(new BZip2CompressorInputStream(new ByteArrayInputStream(bad)).readAllBytes());
            } catch (IOException e) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(2_900);
    }

    @Test
    void cutDataEndsTooEarly() throws IOException {
        byte[] good = packed(content(new SplittableRandom(5), 4_000), 9);
        for (int length = 4; length < good.length; length += 7) {
            byte[] cut = Arrays.copyOf(good, length);
            assertThatThrownBy(() -> unpacked(cut)).isInstanceOf(EOFException.class);
        }
    }
}
