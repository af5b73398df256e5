package org.schedlab.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EventQueueTest {

    @Test
    void ordersByTimeThenClassThenSequence() {
        EventQueue queue = new EventQueue(6);
        int[] classes = {
            EventClass.RESCHED, EventClass.WAKE, EventClass.WAKE, EventClass.TICK, EventClass.TICK, EventClass.IRQ_END
        };
        for (int slot = 0; slot < classes.length; slot++) {
            queue.define(slot, classes[slot]);
        }
        queue.arm(0, 5);
        queue.arm(2, 10);
        queue.arm(1, 10);
        queue.arm(4, 10);
        queue.arm(3, 10);
        queue.arm(5, 10);

        assertThat(drain(queue)).containsExactly(0, 5, 3, 4, 2, 1);
    }

    @Test
    void ofOneClassTheOneArmedLastComesLastAlsoWhenMoved() {
        EventQueue queue = new EventQueue(2);
        queue.define(0, EventClass.WAKE);
        queue.define(1, EventClass.WAKE);
        queue.arm(0, 10);
        queue.arm(1, 10);
        queue.arm(0, 10);

        assertThat(drain(queue)).containsExactly(1, 0);
    }

    @Test
    void cancelledSlotsDoNotFireAndMayBeCancelledAgain() {
        EventQueue queue = new EventQueue(2);
        queue.arm(0, 1);
        queue.arm(1, 2);
        queue.cancel(0);
        queue.cancel(0);

        assertThat(queue.timeOf(0)).isEqualTo(EventQueue.NEVER);
        assertThat(drain(queue)).containsExactly(1);
    }

    @Test
    void agreesWithASortedListUnderRandomUse() {
        long seed = 20261130;
        Random random = new Random(seed);
        EventQueue queue = new EventQueue(64);
        for (int slot = 0; slot < 64; slot++) {
            queue.define(slot, slot % 8);
        }
        long[][] oracle = new long[64][];
        long sequence = 0;
        for (int step = 0; step < 50_000; step++) {
            int slot = random.nextInt(64);
            if (random.nextInt(4) == 0) {
                queue.cancel(slot);
                oracle[slot] = null;
            } else {
                long at = random.nextInt(40);
                queue.arm(slot, at);
                long tie = slot % 8 == EventClass.TICK ? slot : sequence++;
                oracle[slot] = new long[] {at, slot % 8, tie, slot};
            }
            assertThat(queue.first()).as("seed %d, step %d", seed, step).isEqualTo(earliest(oracle));
        }
    }

    private static int earliest(long[][] oracle) {
        List<long[]> armed = new ArrayList<>();
        for (long[] entry : oracle) {
            if (entry != null) {
                armed.add(entry);
            }
        }
        return armed.stream()
                .min(Comparator.<long[]>comparingLong(e -> e[0])
                        .thenComparingLong(e -> e[1])
                        .thenComparingLong(e -> e[2]))
                .map(e -> (int) e[3])
                .orElse(EventQueue.NONE);
    }

    private static List<Integer> drain(EventQueue queue) {
        List<Integer> order = new ArrayList<>();
        while (queue.first() != EventQueue.NONE) {
            order.add(queue.first());
            queue.cancel(queue.first());
        }
        return order;
    }
}
