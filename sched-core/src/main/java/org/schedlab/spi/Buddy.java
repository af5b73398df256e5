package org.schedlab.spi;

/** The three buddies that a queue may remember. */
public enum Buddy {
    /** To be preferred: woken last, or the group of a task that has just gone to sleep. */
    NEXT(1),
    /** To be preferred when its preemptor leaves (CFS). */
    LAST(2),
    /** To be passed over: it yielded (CFS). */
    SKIP(4);

    /** Bits of all buddies. */
    public static final int ALL = 7;

    private final int bit;

    Buddy(int bit) {
        this.bit = bit;
    }

    /** The bit of this buddy in a set of buddies. */
    public int bit() {
        return bit;
    }
}
