package org.schedlab.verify;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.KernelProfile;
import org.schedlab.spi.StateReader;
import org.schedlab.spi.SteppedPlacement;
import org.schedlab.topology.Topology;
import org.schedlab.topology.TopologyBuilder;
import org.schedlab.topology.TopologyLevel;
import org.schedlab.topology.domain.SchedDomains;

/**
 * Replays sequences of wakeups: how often each task wakes another one than before, and whether the two are too wide to be pulled together. When a
 * task's flips decayed last before a sequence is not recorded; it is taken from the first row in which the task is the waker.
 */
final class WakeWideReplay implements CsvKind.Replay {

    private static final long SECOND_NS = 1_000_000_000;

    /** More tasks than any sequence has. */
    private static final int TASKS = 64;

    private final Catalogue catalogue;
    private final String kernel;

    WakeWideReplay(Catalogue catalogue, String kernel) {
        this.catalogue = catalogue;
        this.kernel = kernel;
    }

    @Override
    public void run(CsvRows rows, RowCheck check) throws IOException {
        int[] in = rows.columns("seq", "jiffies", "waker", "wakee", "llc_size", "hz");
        int[] out = rows.columns("waker_flips_after", "waker_decay_ts_after", "wakee_flips", "wake_wide");
        SavedState saved = new SavedState();
        Sequence sequence = null;
        long open = -1;
        while (rows.next()) {
            check.row(rows.line());
            if (sequence == null || rows.num(in[0]) != open) {
                open = rows.num(in[0]);
                sequence = new Sequence(rows, rows.intNum(in[4]), tickNs(rows, in[5]));
            }
            RecordedDecision host = sequence.host;
            host.nowNs = rows.num(in[1]) * sequence.tickNs;
            host.waker = sequence.task(rows, in[2]);
            host.task = sequence.task(rows, in[3]);
            sequence.firstWaking(rows.num(out[1]));
            sequence.policy.step("record_wakee", host.task, host, 0);
            saved.clear();
            sequence.policy.saveTask(host.waker, saved);
            check.signed("waker_flips_after", rows.num(out[0]), named(rows, saved, "wakee_flips"));
            check.signed("waker_decay_ts_after", rows.num(out[1]), named(rows, saved, "wakee_flip_decay_ts"));
            saved.clear();
            sequence.policy.saveTask(host.task, saved);
            check.signed("wakee_flips", rows.num(out[2]), named(rows, saved, "wakee_flips"));
            check.signed("wake_wide", rows.num(out[3]), sequence.policy.step("wake_wide", host.task, host, 0));
        }
    }

    private static long tickNs(CsvRows rows, int column) {
        long hz = rows.num(column);
        if (hz < 1 || hz > SECOND_NS) {
            throw rows.problem("hz (" + hz + ") is not a number of ticks per second");
        }
        return SECOND_NS / hz;
    }

    private static long named(CsvRows rows, SavedState saved, String name) {
        Long value = saved.get(name);
        if (value == null) {
            throw rows.problem("the placement policy does not name (" + name + ")");
        }
        return value;
    }

    /** One machine with a single cache, and its tasks. */
    private final class Sequence {

        private final RecordedDecision host;
        private final SteppedPlacement policy;
        private final long tickNs;
        private final RecordedTask[] tasks = new RecordedTask[TASKS];
        private final boolean[] woke = new boolean[TASKS];

        Sequence(CsvRows rows, int llcSize, long tickNs) {
            this.tickNs = tickNs;
            TopologyBuilder builder = Topology.builder(llcSize);
            for (int cpu = 0; cpu < llcSize; cpu++) {
                builder.place(TopologyLevel.LLC, cpu, 0);
            }
            KernelProfile profile = catalogue.profile(kernel);
            ResolvedSettings settings = new ResolvedSettings.Builder(catalogue, llcSize)
                    .profile(profile)
                    .with("tick_ns", tickNs)
                    .build();
            host = new RecordedDecision(SchedDomains.build(builder.build(), profile.release()), settings);
            SteppedPlacement made = host.newPolicy(catalogue, profile);
            if (made == null) {
                throw rows.problem("the placement policy of (" + kernel + ") cannot be taken step by step");
            }
            policy = made;
            for (int id = 0; id < TASKS; id++) {
                tasks[id] = new RecordedTask(id, "t" + id);
            }
        }

        /** Sets the waker's decay time if it has not woken any task yet. */
        void firstWaking(long recordedTs) {
            if (!woke[host.waker.id()]) {
                woke[host.waker.id()] = true;
                policy.loadTask(host.waker, new DecayedAt(recordedTs));
            }
        }

        RecordedTask task(CsvRows rows, int column) {
            int id = rows.intNum(column);
            if (id < 0 || id >= TASKS) {
                throw rows.problem("task (" + id + ") is outside 0.." + (TASKS - 1));
            }
            return tasks[id];
        }
    }

    private record DecayedAt(long jiffies) implements StateReader {
        @Override
        public long num(String name, long current) {
            return name.equals("wakee_flip_decay_ts") ? jiffies : current;
        }

        @Override
        public @Nullable EntityView ref(String name) {
            return null;
        }
    }
}
