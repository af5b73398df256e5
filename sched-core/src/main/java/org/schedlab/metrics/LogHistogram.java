package org.schedlab.metrics;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Counts times in ns with a fixed relative precision. Values are gathered in a small buffer and, when that is full, counted in buckets, {@code 2^bits} per power of two, made when a value first falls into their power of two: in steady state recording allocates
 * nothing and touches little memory. A percentile of as many values as the buffer holds is exact; of more it names the middle of a bucket, off by at
 * most {@code 2^-(bits+1)} of the value; values below {@code 2^bits} ns stay exact. Recording costs O(1) amortised. One thread.
 */
public final class LogHistogram {

    private static final int[] @Nullable [] NO_ROWS = {};

    private final int bits;
    private final long[] buffer;
    private int[] @Nullable [] rows = NO_ROWS;
    private int buffered;
    private long counted;
    private long sum;
    private long max;

    /**
     * @param bits buckets per power of two, as a power of two: 4 to 12
     * @param exact values that the buffer holds, at least 1
     */
    public LogHistogram(int bits, int exact) {
        if (bits < 4 || bits > 12) {
            throw new IllegalArgumentException("bits (" + bits + ") is outside 4..12");
        }
        this.bits = bits;
        this.buffer = new long[exact];
    }

    /** Counts one value; negative ones are an error of the caller. */
    public void record(long ns) {
        if (ns < 0) {
            throw new IllegalArgumentException("a time (" + ns + " ns) must not be negative");
        }
        if (buffered == buffer.length) {
            flush();
        }
        buffer[buffered++] = ns;
    }

    /** Counts all that {@code other} has counted; its precision must be the same. Allocates. */
    public void add(LogHistogram other) {
        if (other.bits != bits) {
            throw new IllegalArgumentException(
                    "histograms of " + bits + " and " + other.bits + " bits cannot be added");
        }
        for (int i = 0; i < other.buffered; i++) {
            record(other.buffer[i]);
        }
        for (int row = 0; row < other.rows.length; row++) {
            int[] from = other.rows[row];
            if (from != null) {
                int[] to = row(row);
                for (int i = 0; i < from.length; i++) {
                    to[i] += from[i];
                }
            }
        }
        counted += other.counted;
        sum += other.sum;
        max = Math.max(max, other.max);
    }

    /** How many values there are. */
    public long n() {
        return counted + buffered;
    }

    /** Their sum. */
    public long sumNs() {
        long total = sum;
        for (int i = 0; i < buffered; i++) {
            total += buffer[i];
        }
        return total;
    }

    /** The greatest, 0 without values. */
    public long maxNs() {
        long greatest = max;
        for (int i = 0; i < buffered; i++) {
            greatest = Math.max(greatest, buffer[i]);
        }
        return greatest;
    }

    /** The value that at least {@code permille} thousandths of all values do not exceed; 0 without values. Allocates. */
    public long percentileNs(int permille) {
        long n = n();
        if (n == 0) {
            return 0;
        }
        long rank = Math.max(1, (n * permille + 999) / 1000);
        if (counted == 0) {
            long[] sorted = Arrays.copyOf(buffer, buffered);
            Arrays.sort(sorted);
            return sorted[(int) rank - 1];
        }
        flush();
        return Math.min(max, valueOfRank(rank));
    }

    /** All figures of the values so far. Allocates. */
    public Distribution distribution() {
        long n = n();
        if (n == 0) {
            return Distribution.NONE;
        }
        return new Distribution(
                n,
                (double) sumNs() / n,
                percentileNs(500),
                percentileNs(900),
                percentileNs(990),
                percentileNs(999),
                maxNs());
    }

    private void flush() {
        for (int i = 0; i < buffered; i++) {
            long ns = buffer[i];
            count(ns);
            sum += ns;
            max = Math.max(max, ns);
        }
        counted += buffered;
        buffered = 0;
    }

    private void count(long ns) {
        int shift = Math.max(0, Long.SIZE - 1 - Long.numberOfLeadingZeros(ns | 1) - bits);
        boolean small = ns < 1L << bits;
        int[] row = row(small ? 0 : shift + 1);
        row[small ? (int) ns : (int) (ns >>> shift) - (1 << bits)]++;
    }

    private int[] row(int index) {
        if (rows == NO_ROWS) {
            rows = new int[Long.SIZE - bits + 1][];
        }
        int[] row = rows[index];
        if (row == null) {
            row = new int[1 << bits];
            rows[index] = row;
        }
        return row;
    }

    private long valueOfRank(long rank) {
        long seen = 0;
        for (int index = 0; index < rows.length; index++) {
            int[] row = rows[index];
            if (row == null) {
                continue;
            }
            for (int i = 0; i < row.length; i++) {
                seen += row[i];
                if (seen >= rank) {
                    return middle(index, i);
                }
            }
        }
        throw new IllegalStateException("rank (" + rank + ") is beyond the " + seen + " values counted");
    }

    private long middle(int row, int index) {
        if (row == 0) {
            return index;
        }
        int shift = row - 1;
        return (((long) index + (1L << bits)) << shift) + ((1L << shift) >>> 1);
    }
}
