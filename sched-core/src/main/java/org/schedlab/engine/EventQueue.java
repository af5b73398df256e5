package org.schedlab.engine;

import java.util.Arrays;

/**
 * The timers of a run: a fixed slot for each thing that can be pending, each armed or not. The earliest armed slot comes first; ties are
 * decided by the slot's {@link EventClass}, then by a sequence number. An indexed 4-ary heap: arming, moving and cancelling cost O(log n) and
 * allocate nothing, but {@link #grow}. One thread.
 *
 * <p>The sequence number is drawn when a slot is armed, so that of two timers of one class the one armed first fires first. Only the ticks
 * differ: they bear their slot's number as sequence, since the ticks of all CPUs fall on one instant and must keep one order however often a
 * CPU stopped its own.
 */
final class EventQueue {

    /** No slot is armed. */
    static final int NONE = -1;

    /** Time of a slot that is not armed. */
    static final long NEVER = Long.MAX_VALUE;

    private static final int CLASS_SHIFT = 56;
    private static final int UNARMED = -1;

    private int[] heap;
    private int[] position;
    private long[] time;
    private long[] tie;
    private byte[] eventClass;
    private int size;
    private long sequence;

    EventQueue(int slots) {
        heap = new int[slots];
        position = new int[slots];
        time = new long[slots];
        tie = new long[slots];
        eventClass = new byte[slots];
        Arrays.fill(position, UNARMED);
        Arrays.fill(time, NEVER);
    }

    /** How many slots there are. */
    int slots() {
        return position.length;
    }

    /** Adds slots at the end, not armed; allocates. */
    void grow(int slots) {
        int before = position.length;
        heap = Arrays.copyOf(heap, slots);
        position = Arrays.copyOf(position, slots);
        time = Arrays.copyOf(time, slots);
        tie = Arrays.copyOf(tie, slots);
        eventClass = Arrays.copyOf(eventClass, slots);
        Arrays.fill(position, before, slots, UNARMED);
        Arrays.fill(time, before, slots, NEVER);
    }

    /** Says what a slot is for; before it is armed. */
    void define(int slot, int eventClassOfSlot) {
        eventClass[slot] = (byte) eventClassOfSlot;
    }

    /** Arms a slot, or moves it. */
    void arm(int slot, long ns) {
        int order = eventClass[slot];
        time[slot] = ns;
        tie[slot] = ((long) order << CLASS_SHIFT) | (order == EventClass.TICK ? slot : sequence++);
        int at = position[slot];
        if (at == UNARMED) {
            at = size++;
            siftUp(at, slot);
        } else if (!siftUp(at, slot)) {
            siftDown(at, slot);
        }
    }

    void cancel(int slot) {
        int at = position[slot];
        if (at == UNARMED) {
            return;
        }
        position[slot] = UNARMED;
        time[slot] = NEVER;
        size--;
        if (at < size) {
            int moved = heap[size];
            if (!siftUp(at, moved)) {
                siftDown(at, moved);
            }
        }
    }

    /** The first slot, or {@link #NONE}. It stays armed. */
    int first() {
        return size == 0 ? NONE : heap[0];
    }

    /** When a slot fires, or {@link #NEVER}. */
    long timeOf(int slot) {
        return time[slot];
    }

    /** How many slots are armed. */
    int armed() {
        return size;
    }

    private boolean before(int a, int b) {
        return time[a] < time[b] || (time[a] == time[b] && tie[a] < tie[b]);
    }

    private boolean siftUp(int from, int slot) {
        int at = from;
        while (at > 0) {
            int parent = (at - 1) >>> 2;
            int other = heap[parent];
            if (!before(slot, other)) {
                break;
            }
            put(at, other);
            at = parent;
        }
        put(at, slot);
        return at != from;
    }

    private void siftDown(int from, int slot) {
        int at = from;
        while (true) {
            int child = (at << 2) + 1;
            if (child >= size) {
                break;
            }
            int end = Math.min(child + 4, size);
            int best = child;
            for (int i = child + 1; i < end; i++) {
                if (before(heap[i], heap[best])) {
                    best = i;
                }
            }
            if (!before(heap[best], slot)) {
                break;
            }
            put(at, heap[best]);
            at = best;
        }
        put(at, slot);
    }

    private void put(int at, int slot) {
        heap[at] = slot;
        position[slot] = at;
    }
}
