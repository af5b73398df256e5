package org.schedlab.workload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The locks, conditions, pools, pipes, queues, barriers and shared timers of one run, by kind and number, each with its waiters in the order
 * in which they came. Confined to the thread of the run.
 */
final class Resources {

    /** Kinds of resource; each has its own names. */
    enum Kind {
        SUSPEND(0, "suspend"),
        MUTEX(1, "mutex"),
        CONDITION(2, "condition"),
        BARRIER(3, "barrier"),
        POOL(4, "pool"),
        PIPE_READERS(5, "data in pipe"),
        PIPE_WRITERS(6, "room in pipe"),
        QUEUE(7, "service queue"),
        QUEUE_SERVER(8, "posts to queue"),
        TIMER(9, "timer");

        /** How many kinds there are. */
        static final int COUNT = 10;

        final int index;
        final String words;

        Kind(int index, String words) {
            this.index = index;
            this.words = words;
        }
    }

    /** Nobody: no waiter, no owner. */
    static final int NOBODY = -1;

    /** The numbers of names, given as they are first met. */
    static final class Names {
        private final Map<String, Integer> numbers = new TreeMap<>();
        private final List<String> names = new ArrayList<>();

        int number(String name) {
            Integer known = numbers.get(name);
            if (known != null) {
                return known;
            }
            numbers.put(name, names.size());
            names.add(name);
            return names.size() - 1;
        }

        String name(int number) {
            return names.get(number);
        }

        int count() {
            return names.size();
        }
    }

    private final int[][] heads = new int[Kind.COUNT][];
    private final int[][] tails = new int[Kind.COUNT][];
    private int[] nextWaiter = new int[0];

    /** Thread that holds a mutex, or {@link #NOBODY}. */
    final int[] owner;

    /** What a pool holds. */
    final long[] pool;

    /** Bytes in a pipe. */
    final int[] pipeBytes;

    /** Threads that have come to a barrier. */
    final int[] arrived;

    /** Threads that a barrier waits for. */
    final int[] parties;

    /** Last time of a shared timer, or {@link #UNSET}. */
    final long[] timer;

    /** A timer that was never used. */
    static final long UNSET = Long.MIN_VALUE;

    Resources(int[] countByKind, int[] barrierParties) {
        for (Kind kind : Kind.values()) {
            heads[kind.index] = filled(countByKind[kind.index]);
            tails[kind.index] = filled(countByKind[kind.index]);
        }
        owner = filled(countByKind[Kind.MUTEX.index]);
        pool = new long[countByKind[Kind.POOL.index]];
        pipeBytes = new int[countByKind[Kind.PIPE_READERS.index]];
        arrived = new int[barrierParties.length];
        parties = barrierParties.clone();
        timer = new long[countByKind[Kind.TIMER.index]];
        Arrays.fill(timer, UNSET);
    }

    private static int[] filled(int count) {
        int[] list = new int[count];
        Arrays.fill(list, NOBODY);
        return list;
    }

    /** Makes room for one more thread; allocates now and then. */
    void addThread(int thread) {
        if (thread >= nextWaiter.length) {
            nextWaiter = Arrays.copyOf(nextWaiter, Math.max(16, 2 * (thread + 1)));
        }
        nextWaiter[thread] = NOBODY;
    }

    /** Puts a thread at the end of the waiters. */
    void await(Kind kind, int number, int thread) {
        int[] tail = tails[kind.index];
        nextWaiter[thread] = NOBODY;
        if (tail[number] == NOBODY) {
            heads[kind.index][number] = thread;
        } else {
            nextWaiter[tail[number]] = thread;
        }
        tail[number] = thread;
    }

    /** Takes the longest waiter off the list, or {@link #NOBODY}. */
    int takeFirst(Kind kind, int number) {
        int[] head = heads[kind.index];
        int thread = head[number];
        if (thread != NOBODY) {
            head[number] = nextWaiter[thread];
            if (head[number] == NOBODY) {
                tails[kind.index][number] = NOBODY;
            }
        }
        return thread;
    }

    /** Whether nobody waits. */
    boolean nobodyWaits(Kind kind, int number) {
        return heads[kind.index][number] == NOBODY;
    }
}
