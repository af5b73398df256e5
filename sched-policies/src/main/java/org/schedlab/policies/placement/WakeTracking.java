package org.schedlab.policies.placement;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.schedlab.spi.Settings;
import org.schedlab.spi.StateReader;
import org.schedlab.spi.StateWriter;
import org.schedlab.spi.TaskView;

/**
 * What is remembered of tasks between wakeups: how often a task wakes another one than before ({@code wakee_flips}), and the CPU before its
 * previous one ({@code recent_used_cpu}). The idle task of each CPU wakes tasks too, from interrupts, and has its own flips. O(1); grows with the
 * number of tasks, allocates nothing else. Follows {@code record_wakee} and {@code wake_wide}. What a new task inherits is not modelled: it starts
 * with no flips.
 */
final class WakeTracking {

    private static final long NS_PER_S = 1_000_000_000L;
    private static final int NOBODY = -1;

    private final int cpus;
    private final long tickNs;
    private final long hz;
    private final boolean oldForm;
    private int[] flips;
    private long[] decayTs;
    private int[] lastWakee;
    private int[] recent;

    WakeTracking(int cpus, Settings settings, Generation generation) {
        this.cpus = cpus;
        this.tickNs = settings.tunable("tick_ns");
        this.hz = NS_PER_S / tickNs;
        this.oldForm = generation == Generation.V4_0;
        int slots = cpus + 64;
        flips = new int[slots];
        decayTs = new long[slots];
        lastWakee = filled(slots);
        recent = filled(slots);
    }

    private static int[] filled(int length) {
        int[] array = new int[length];
        Arrays.fill(array, NOBODY);
        return array;
    }

    private int slot(TaskView task) {
        int slot = cpus + task.id();
        if (slot >= flips.length) {
            grow(Math.max(slot + 1, 2 * flips.length));
        }
        return slot;
    }

    private int wakerSlot(@Nullable TaskView waker, int cpu) {
        return waker == null ? cpu : slot(waker);
    }

    private void grow(int length) {
        int old = flips.length;
        flips = Arrays.copyOf(flips, length);
        decayTs = Arrays.copyOf(decayTs, length);
        lastWakee = Arrays.copyOf(lastWakee, length);
        recent = Arrays.copyOf(recent, length);
        Arrays.fill(lastWakee, old, length, NOBODY);
        Arrays.fill(recent, old, length, NOBODY);
    }

    /** record_wakee: the waker, or the idle task of {@code cpu}, wakes {@code wakee}. */
    void recordWakee(@Nullable TaskView waker, int cpu, TaskView wakee, long nowNs) {
        int w = wakerSlot(waker, cpu);
        long jiffies = nowNs / tickNs;
        if (jiffies > decayTs[w] + hz) {
            flips[w] >>>= 1;
            decayTs[w] = jiffies;
        }
        if (lastWakee[w] != wakee.id()) {
            lastWakee[w] = wakee.id();
            flips[w]++;
        }
    }

    /** wake_wide: the two wake so many others that they should not be pulled together. */
    boolean wide(@Nullable TaskView waker, int cpu, TaskView wakee, int llcSize) {
        // Both slots come first: finding one may replace the array.
        int w = wakerSlot(waker, cpu);
        int p = slot(wakee);
        int master = flips[w];
        int slave = flips[p];
        if (oldForm) {
            return slave > llcSize && master > llcSize * slave;
        }
        if (master < slave) {
            int swap = master;
            master = slave;
            slave = swap;
        }
        return slave >= llcSize && master >= slave * llcSize;
    }

    /** recent_used_cpu, or -1. */
    int recent(TaskView task) {
        int slot = slot(task);
        return recent[slot];
    }

    void setRecent(TaskView task, int cpu) {
        int slot = slot(task);
        recent[slot] = cpu;
    }

    void save(TaskView task, StateWriter writer) {
        int s = slot(task);
        writer.put("wakee_flips", flips[s]);
        writer.put("wakee_flip_decay_ts", decayTs[s]);
        writer.put("last_wakee", lastWakee[s]);
        writer.put("recent_used_cpu", recent[s]);
    }

    void load(TaskView task, StateReader reader) {
        int s = slot(task);
        flips[s] = (int) reader.num("wakee_flips", flips[s]);
        decayTs[s] = reader.num("wakee_flip_decay_ts", decayTs[s]);
        lastWakee[s] = (int) reader.num("last_wakee", lastWakee[s]);
        recent[s] = (int) reader.num("recent_used_cpu", recent[s]);
    }
}
