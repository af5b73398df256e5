package org.schedlab.spi;

/**
 * A deterministic stream of random numbers with a name: the same seed and name give the same numbers on every machine. SplitMix64, so that
 * streams of different names are independent. One thread.
 */
public final class RandomStream {

    private long state;

    /**
     * @param seed the run's seed
     * @param name what the numbers are for
     */
    public RandomStream(long seed, String name) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * 0x100000001b3L;
        }
        this.state = mix(seed + 0x9e3779b97f4a7c15L) ^ mix(hash);
    }

    public long nextLong() {
        state += 0x9e3779b97f4a7c15L;
        return mix(state);
    }

    /** Uniform in 0 to {@code bound - 1}; {@code bound} is positive. */
    public long nextLong(long bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound (" + bound + ") must be positive");
        }
        long value = nextLong() >>> 1;
        long rest = value % bound;
        while (value - rest + (bound - 1) < 0) {
            value = nextLong() >>> 1;
            rest = value % bound;
        }
        return rest;
    }

    public int nextInt(int bound) {
        return (int) nextLong(bound);
    }

    private static long mix(long z) {
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }
}
