package org.schedlab.topology.archive;

/**
 * Undoes the sorting of a block. Its places form a chain in which each step waits for memory. So the chain is cut at every
 * {@value #SPACING}th place, and many parts of it are walked at once, which hides most of the wait; what they find is kept in chunks that are
 * then put in order. Linear in the length whatever the links are. Confined to one thread.
 */
final class Bzip2Text {

    private static final int SHIFT = 13;
    private static final int SPACING = 1 << SHIFT;
    private static final int CHUNK = 1 << 12;
    private static final int LANES = 16;

    private final int[] next;
    private final int length;

    /** Places where the chain is cut; the chunk of the same number begins there. */
    private final int cuts;

    private final byte[] chunks;
    private final int[] filled;
    private final int[] follower;

    private Bzip2Text(int[] next, int length) {
        this.next = next;
        this.length = length;
        cuts = (length + SPACING - 1) >>> SHIFT;
        int most = cuts + length / CHUNK;
        chunks = new byte[most * CHUNK];
        filled = new int[most];
        follower = new int[most];
    }

    /**
     * Writes the text of a block before runs are undone.
     *
     * @param next the links as {@link Bzip2Block} leaves them
     * @param text receives {@link Bzip2Block#length} bytes
     */
    static void unsort(int[] next, Bzip2Block block, byte[] text) {
        new Bzip2Text(next, block.length()).unsort(next[block.origin()] >>> 8, text);
    }

    private void unsort(int start, byte[] text) {
        int place = start;
        int written = 0;
        while (!isCut(place)) {
            text[written++] = (byte) next[place];
            place = next[place] >>> 8;
            if (place == start) {
                repeat(text, written, written);
                return;
            }
        }
        walk();
        int end = join(place >>> SHIFT, text, written);
        repeat(text, end, end - written);
    }

    private static boolean isCut(int place) {
        return (place & (SPACING - 1)) == 0;
    }

    private void walk() {
        int[] place = new int[LANES];
        int[] at = new int[LANES];
        int lanes = 0;
        int begun = 0;
        int nextChunk = cuts;
        while (true) {
            for (; lanes < LANES && begun < cuts; lanes++) {
                place[lanes] = begun << SHIFT;
                at[lanes] = begun++ * CHUNK;
            }
            if (lanes == 0) {
                return;
            }
            int lane = walkToNextEnd(lanes, place, at);
            int chunk = (at[lane] - 1) / CHUNK;
            filled[chunk] = at[lane] - chunk * CHUNK;
            if (isCut(place[lane])) {
                follower[chunk] = place[lane] >>> SHIFT;
                lanes--;
                place[lane] = place[lanes];
                at[lane] = at[lanes];
            } else {
                follower[chunk] = nextChunk;
                at[lane] = nextChunk++ * CHUNK;
            }
        }
    }

    /** Takes a step in each lane in turn until one comes to a cut or to the end of its chunk; returns which. */
    private int walkToNextEnd(int lanes, int[] place, int[] at) {
        while (true) {
            for (int lane = 0; lane < lanes; lane++) {
                int entry = next[place[lane]];
                int to = at[lane];
                chunks[to++] = (byte) entry;
                at[lane] = to;
                place[lane] = entry >>> 8;
                if (isCut(entry >>> 8) || (to & (CHUNK - 1)) == 0) {
                    return lane;
                }
            }
        }
    }

    /** Puts chunks behind each other until the text is full or the chain closes; returns where it ends. */
    private int join(int first, byte[] text, int from) {
        int end = from;
        int chunk = first;
        do {
            int count = Math.min(filled[chunk], length - end);
            System.arraycopy(chunks, chunk * CHUNK, text, end, count);
            end += count;
            chunk = follower[chunk];
        } while (end < length && chunk != first);
        return end;
    }

    /** A text that is the same over and over again has a chain that closes early. */
    private void repeat(byte[] text, int from, int period) {
        for (int at = from; at < length; at++) {
            text[at] = text[at - period];
        }
    }
}
