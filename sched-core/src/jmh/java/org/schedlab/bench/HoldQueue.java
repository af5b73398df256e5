package org.schedlab.bench;

import java.util.PriorityQueue;

/**
 * The calibration unit U: one hold step (take the earliest, add a delta, put it back) on a {@link PriorityQueue} of 256 reused event objects.
 * Costs in U repeat between machines and between quiet and busy minutes far better than nanoseconds. Mutable, confined to one thread; allocates
 * nothing per step.
 */
public final class HoldQueue {
    private static final int EVENTS = 256;

    private final PriorityQueue<Event> queue = new PriorityQueue<>(EVENTS);
    private long random = 0x9E37_79B9_7F4A_7C15L;

    /** Creates a filled queue. */
    public HoldQueue() {
        for (int i = 0; i < EVENTS; i++) {
            queue.add(new Event(next()));
        }
    }

    /** One hold step; returns the time of the event moved. */
    public long step() {
        Event event = queue.remove();
        event.timeNs += next();
        queue.add(event);
        return event.timeNs;
    }

    private long next() {
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        return random & 0xf_ffff;
    }

    private static final class Event implements Comparable<Event> {
        private long timeNs;

        Event(long timeNs) {
            this.timeNs = timeNs;
        }

        @Override
        public int compareTo(Event other) {
            return Long.compare(timeNs, other.timeNs);
        }
    }
}
