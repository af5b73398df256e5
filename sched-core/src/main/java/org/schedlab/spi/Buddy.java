package org.schedlab.spi;

/** The three buddies that a queue may remember. */
public enum Buddy {
    /** To be preferred: woken last, or the group of a task that has just gone to sleep. */
    NEXT,
    /** To be preferred when its preemptor leaves (CFS). */
    LAST,
    /** To be passed over: it yielded (CFS). */
    SKIP;

    /** Bits of all buddies. */
    public static final int ALL = 7;

    /** The bit of this buddy in a set of buddies. */
    public int bit() {
        return 1 << ordinal();
    }
}
