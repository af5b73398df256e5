package org.schedlab.metrics;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Counts times in ns with a fixed relative precision. The first {@value #EXACT} values are kept as they are; after that they are counted in
 * buckets, {@code 2^bits} per power of two, made when a value first falls into their power of two: in steady state recording allocates
 * nothing. A percentile then names the middle of its bucket, off by at most {@code 2^-(bits+1)} of the value; values below {@code 2^bits} ns
 * stay exact. Recording costs O(1). One thread.
 */
public final class LogHistogram {

    /** Values kept one by one before buckets are made. */
    public static final int EXACT = 128;

    private final int bits;
    private final long[] first = new long[EXACT];
    private final int[] @Nullable [] rows;
    private boolean spilled;
    private long n;
    private long sum;
    private long max;

    /**
     * @param bits buckets per power of two, as a power of two: 4 to 12
     */
    public LogHistogram(int bits) {
        if (bits < 4 || bits > 12) {
            throw new IllegalArgumentException("bits (" + bits + ") is outside 4..12");
        }
        this.bits = bits;
        this.rows = new int[Long.SIZE - bits][];
    }

    /** Counts one value; negative ones are an error of the caller. */
    public void record(long ns) {
        if (ns < 0) {
            throw new IllegalArgumentException("a time (" + ns + " ns) must not be negative");
        }
        if (!spilled) {
            if (n < EXACT) {
                first[(int) n] = ns;
            } else {
                spill();
            }
        }
        if (spilled) {
            count(ns);
        }
        n++;
        sum += ns;
        max = Math.max(max, ns);
    }

    /** Counts all that {@code other} has counted; its precision must be the same. Allocates. */
    public void add(LogHistogram other) {
        if (other.bits != bits) {
            throw new IllegalArgumentException(
                    "histograms of " + bits + " and " + other.bits + " bits cannot be added");
        }
        if (!other.spilled) {
            for (int i = 0; i < other.n; i++) {
                record(other.first[i]);
            }
            return;
        }
        if (!spilled) {
            spill();
        }
        for (int row = 0; row < rows.length; row++) {
            int[] from = other.rows[row];
            if (from != null) {
                int[] to = row(row);
                for (int i = 0; i < from.length; i++) {
                    to[i] += from[i];
                }
            }
        }
        n += other.n;
        sum += other.sum;
        max = Math.max(max, other.max);
    }

    public long n() {
        return n;
    }

    public long sumNs() {
        return sum;
    }

    public long maxNs() {
        return max;
    }

    /** The value that at least {@code permille} thousandths of all values do not exceed; 0 without values. Allocates. */
    public long percentileNs(int permille) {
        if (n == 0) {
            return 0;
        }
        long rank = Math.max(1, (n * permille + 999) / 1000);
        if (!spilled) {
            long[] sorted = Arrays.copyOf(first, (int) n);
            Arrays.sort(sorted);
            return sorted[(int) rank - 1];
        }
        return Math.min(max, valueOfRank(rank));
    }

    /** All figures of the values so far. Allocates. */
    public Distribution distribution() {
        if (n == 0) {
            return Distribution.NONE;
        }
        return new Distribution(
                n, (double) sum / n, percentileNs(500), percentileNs(900), percentileNs(990), percentileNs(999), max);
    }

    private void spill() {
        for (int i = 0; i < n; i++) {
            count(first[i]);
        }
        spilled = true;
    }

    private void count(long ns) {
        int shift = Math.max(0, Long.SIZE - 1 - Long.numberOfLeadingZeros(ns | 1) - bits);
        boolean small = ns < 1L << bits;
        int[] row = row(small ? 0 : shift + 1);
        row[small ? (int) ns : (int) (ns >>> shift) - (1 << bits)]++;
    }

    private int[] row(int index) {
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
