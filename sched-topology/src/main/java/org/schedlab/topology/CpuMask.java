package org.schedlab.topology;

import java.util.Arrays;

/**
 * A set of CPU numbers as bits in a {@code long[]}, with the scans the scheduler needs: next set bit, and the wrap-around scan that starts
 * anywhere. The kernel's {@code struct cpumask}.
 *
 * <p>The capacity is fixed when the mask is made; CPU numbers run from 0 to {@code capacity() - 1}. No method allocates unless it says so.
 * Scans cost one step per 64 CPUs. Mutable; confined to one thread.
 *
 * <pre>{@code
 * for (int cpu = mask.next(0); cpu != NO_CPU; cpu = mask.next(cpu + 1))
 * }</pre>
 */
public final class CpuMask {

    /** No such CPU. */
    public static final int NO_CPU = -1;

    private final int capacity;
    private final long[] words;

    /**
     * An empty mask.
     *
     * @param capacity one past the highest CPU number that fits, at least 1
     */
    public CpuMask(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity (" + capacity + ") must be at least 1");
        }
        this.capacity = capacity;
        this.words = new long[(capacity + 63) >>> 6];
    }

    /** A copy of {@code other}; allocates. */
    public CpuMask(CpuMask other) {
        this.capacity = other.capacity;
        this.words = other.words.clone();
    }

    /** A mask of CPUs 0 to {@code count - 1}; allocates. */
    public static CpuMask firstCpus(int count) {
        CpuMask mask = new CpuMask(count);
        mask.setAll();
        return mask;
    }

    /** A mask with the given CPUs; allocates. */
    public static CpuMask of(int capacity, int... cpus) {
        CpuMask mask = new CpuMask(capacity);
        for (int cpu : cpus) {
            mask.set(cpu);
        }
        return mask;
    }

    /** One past the highest CPU number that fits. */
    public int capacity() {
        return capacity;
    }

    public boolean contains(int cpu) {
        // A negative number becomes a large index, and no bit past the capacity is ever set: one comparison does.
        int word = cpu >>> 6;
        return word < words.length && (words[word] & 1L << cpu) != 0;
    }

    public void set(int cpu) {
        check(cpu);
        words[cpu >>> 6] |= 1L << cpu;
    }

    public void clear(int cpu) {
        check(cpu);
        words[cpu >>> 6] &= ~(1L << cpu);
    }

    public void setAll() {
        Arrays.fill(words, -1L);
        int rest = capacity & 63;
        if (rest != 0) {
            words[words.length - 1] = (1L << rest) - 1;
        }
    }

    public void clearAll() {
        Arrays.fill(words, 0L);
    }

    /** Makes this mask equal to {@code other}, which has the same capacity. */
    public void copyFrom(CpuMask other) {
        same(other);
        System.arraycopy(other.words, 0, words, 0, words.length);
    }

    /** Keeps only the CPUs that are also in {@code other}. */
    public void and(CpuMask other) {
        same(other);
        for (int i = 0; i < words.length; i++) {
            words[i] &= other.words[i];
        }
    }

    /** Makes this mask the intersection of {@code a} and {@code b}; returns whether any CPU is left. */
    public boolean setToAnd(CpuMask a, CpuMask b) {
        same(a);
        same(b);
        long any = 0;
        for (int i = 0; i < words.length; i++) {
            words[i] = a.words[i] & b.words[i];
            any |= words[i];
        }
        return any != 0;
    }

    public void or(CpuMask other) {
        same(other);
        for (int i = 0; i < words.length; i++) {
            words[i] |= other.words[i];
        }
    }

    /** Removes the CPUs of {@code other}. */
    public void andNot(CpuMask other) {
        same(other);
        for (int i = 0; i < words.length; i++) {
            words[i] &= ~other.words[i];
        }
    }

    public boolean isEmpty() {
        for (long word : words) {
            if (word != 0) {
                return false;
            }
        }
        return true;
    }

    /** How many CPUs are in the mask. */
    public int count() {
        int n = 0;
        for (long word : words) {
            n += Long.bitCount(word);
        }
        return n;
    }

    public boolean intersects(CpuMask other) {
        same(other);
        for (int i = 0; i < words.length; i++) {
            if ((words[i] & other.words[i]) != 0) {
                return true;
            }
        }
        return false;
    }

    public boolean isSubsetOf(CpuMask other) {
        same(other);
        for (int i = 0; i < words.length; i++) {
            if ((words[i] & ~other.words[i]) != 0) {
                return false;
            }
        }
        return true;
    }

    /** The lowest CPU, or {@link #NO_CPU}. */
    public int first() {
        return next(0);
    }

    /** The lowest CPU that is at least {@code from}, or {@link #NO_CPU}. {@code from} may be past the end. */
    public int next(int from) {
        if (from >= capacity) {
            return NO_CPU;
        }
        int i = from >>> 6;
        long word = words[i] & -1L << from;
        while (word == 0) {
            if (++i == words.length) {
                return NO_CPU;
            }
            word = words[i];
        }
        return (i << 6) + Long.numberOfTrailingZeros(word);
    }

    /** The lowest CPU that is at least {@code from} and in both masks, or {@link #NO_CPU}. */
    public int nextAnd(CpuMask other, int from) {
        same(other);
        if (from >= capacity) {
            return NO_CPU;
        }
        int i = from >>> 6;
        long word = words[i] & other.words[i] & -1L << from;
        while (word == 0) {
            if (++i == words.length) {
                return NO_CPU;
            }
            word = words[i] & other.words[i];
        }
        return (i << 6) + Long.numberOfTrailingZeros(word);
    }

    /**
     * The first CPU of a scan that starts at {@code start}, runs to the end and goes on from 0 ({@code for_each_cpu_wrap}), or
     * {@link #NO_CPU} when the mask is empty.
     */
    public int firstWrap(int start) {
        int cpu = next(start);
        return cpu != NO_CPU ? cpu : next(0);
    }

    /**
     * The CPU after {@code cpu} in the scan that began at {@code start}, or {@link #NO_CPU} when the scan is complete.
     *
     * @param start where the scan began, possibly one past the last CPU
     * @param cpu the CPU that the scan met last
     */
    public int nextWrap(int start, int cpu) {
        if (cpu >= start) {
            int next = next(cpu + 1);
            if (next != NO_CPU) {
                return next;
            }
            int wrapped = next(0);
            return wrapped != NO_CPU && wrapped < start ? wrapped : NO_CPU;
        }
        int next = next(cpu + 1);
        return next != NO_CPU && next < start ? next : NO_CPU;
    }

    /** The first CPU that is also in {@code other}, in a scan that starts at {@code start} and wraps, or {@link #NO_CPU}. */
    public int firstWrapAnd(CpuMask other, int start) {
        int cpu = nextAnd(other, start);
        return cpu != NO_CPU ? cpu : nextAnd(other, 0);
    }

    /** The CPU in both masks after {@code cpu} in the scan that began at {@code start}, or {@link #NO_CPU} when the scan is complete. */
    public int nextWrapAnd(CpuMask other, int start, int cpu) {
        int next = nextAnd(other, cpu + 1);
        if (cpu >= start) {
            if (next != NO_CPU) {
                return next;
            }
            next = nextAnd(other, 0);
        }
        return next != NO_CPU && next < start ? next : NO_CPU;
    }

    /** How many CPUs are in the mask and at least {@code from}, less than {@code to}. */
    public int count(int from, int to) {
        int end = Math.min(to, capacity);
        if (from >= end) {
            return 0;
        }
        int first = from >>> 6;
        int last = (end - 1) >>> 6;
        long low = -1L << from;
        long high = -1L >>> (-end & 63);
        if (first == last) {
            return Long.bitCount(words[first] & low & high);
        }
        int n = Long.bitCount(words[first] & low) + Long.bitCount(words[last] & high);
        for (int i = first + 1; i < last; i++) {
            n += Long.bitCount(words[i]);
        }
        return n;
    }

    /** How many CPUs a scan that starts at {@code start} and wraps meets up to {@code last}, which counts too if it is in the mask. */
    public int countWrap(int start, int last) {
        return last >= start ? count(start, last + 1) : count(start, capacity) + count(0, last + 1);
    }

    /** The CPU that a scan from {@code start}, wrapping, meets as its {@code n}-th (from 1), or {@link #NO_CPU} when there are fewer. */
    public int nthWrap(int start, int n) {
        int behind = count(start, capacity);
        if (n <= behind) {
            return nth(start, n);
        }
        return n - behind <= count(0, start) ? nth(0, n - behind) : NO_CPU;
    }

    /** The {@code n}-th CPU from {@code from} on; there are that many. */
    private int nth(int from, int n) {
        int left = n;
        int i = from >>> 6;
        long word = words[i] & -1L << from;
        for (int here = Long.bitCount(word); left > here; here = Long.bitCount(word)) {
            left -= here;
            word = words[++i];
        }
        while (--left > 0) {
            word &= word - 1;
        }
        return (i << 6) + Long.numberOfTrailingZeros(word);
    }

    private void check(int cpu) {
        if (cpu < 0 || cpu >= capacity) {
            throw new IndexOutOfBoundsException("cpu (" + cpu + ") is outside 0.." + (capacity - 1));
        }
    }

    private void same(CpuMask other) {
        if (other.words.length != words.length) {
            throw new IllegalArgumentException(
                    "masks of different capacity (" + capacity + ", " + other.capacity + ") cannot be combined");
        }
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof CpuMask other && Arrays.equals(words, other.words);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(words);
    }

    /** Kernel list form, {@code 0-3,8}; empty for an empty mask. Allocates. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int from = next(0); from != NO_CPU; ) {
            int to = from;
            while (contains(to + 1)) {
                to++;
            }
            if (text.length() > 0) {
                text.append(',');
            }
            text.append(from);
            if (to > from) {
                text.append('-').append(to);
            }
            from = next(to + 1);
        }
        return text.toString();
    }
}
