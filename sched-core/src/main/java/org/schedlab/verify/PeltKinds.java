package org.schedlab.verify;

import java.io.IOException;
import java.util.List;
import org.schedlab.arith.Weights;
import org.schedlab.pelt.HalfLife;
import org.schedlab.pelt.Pelt;
import org.schedlab.pelt.PeltClock;
import org.schedlab.pelt.PeltRelease;
import org.schedlab.pelt.ScaledPelt;
import org.schedlab.pelt.SchedAvg;

/** Kinds of the pelt folder: decay, segments, accumulation, sequences of every signal, clocks. */
final class PeltKinds {
    private static final HalfLife HALF_LIFE = HalfLife.MS_32;
    private static final Pelt PELT = new Pelt(HALF_LIFE);

    private static final String[] STATE = {
        "last_update_time",
        "period_contrib",
        "load_sum",
        "runnable_sum",
        "util_sum",
        "load_avg",
        "runnable_avg",
        "util_avg"
    };
    private static final String[] SCALED_STATE = {
        "last_update_time",
        "period_contrib",
        "load_sum",
        "runnable_load_sum",
        "util_sum",
        "load_avg",
        "runnable_load_avg",
        "util_avg"
    };

    private PeltKinds() {}

    static List<GoldenKind> all() {
        return List.of(
                new CsvKind("pelt_yn_inv.csv", PeltKinds::table),
                new CsvKind("pelt_decay_load.csv", PeltKinds::decayLoad),
                new CsvKind("pelt_accumulate_segments.csv", PeltKinds::segments),
                new CsvKind("pelt_accumulate_sum.csv", PeltKinds::accumulateSum),
                new CsvKind("pelt_facts.csv", PeltKinds::facts),
                new CsvKind("pelt_clock.csv", PeltKinds::clock),
                new CsvKind("pelt_seq.csv", PeltKinds::sequences),
                new CsvKind("pelt_seq_412.csv", (rows, check) -> scaledSequences(PeltRelease.V4_12, rows, check)),
                new CsvKind("pelt_seq_416.csv", (rows, check) -> scaledSequences(PeltRelease.V4_16, rows, check)));
    }

    private static void table(CsvRows rows, RowCheck check) throws IOException {
        int n = rows.column("n");
        int inverse = rows.column("runnable_avg_yN_inv");
        while (rows.next()) {
            check.row(rows.line());
            int index = rows.intNum(n);
            boolean inside = index >= 0 && index < HALF_LIFE.periods();
            check.unsigned("runnable_avg_yN_inv", rows.num(inverse), inside ? HALF_LIFE.inverse(index) : 0);
        }
    }

    private static void decayLoad(CsvRows rows, RowCheck check) throws IOException {
        int value = rows.column("val");
        int n = rows.column("n");
        int result = rows.column("result");
        while (rows.next()) {
            check.row(rows.line());
            check.unsigned("result", rows.num(result), HALF_LIFE.decayLoad(rows.num(value), rows.num(n)));
        }
    }

    private static void segments(CsvRows rows, RowCheck check) throws IOException {
        int periods = rows.column("periods");
        int first = rows.column("d1");
        int last = rows.column("d3");
        int result = rows.column("result");
        while (rows.next()) {
            check.row(rows.line());
            check.unsigned(
                    "result", rows.num(result), HALF_LIFE.segments(rows.num(periods), rows.num(first), rows.num(last)));
        }
    }

    private static void accumulateSum(CsvRows rows, RowCheck check) throws IOException {
        int[] in = rows.columns(
                "delta_us_units",
                "load",
                "runnable",
                "running",
                "pc_in",
                "load_sum_in",
                "runnable_sum_in",
                "util_sum_in");
        int[] out = rows.columns("periods", "pc_out", "load_sum", "runnable_sum", "util_sum");
        SchedAvg sa = new SchedAvg();
        while (rows.next()) {
            check.row(rows.line());
            for (int field = 1; field <= 4; field++) {
                sa.set(field, rows.num(in[3 + field]));
            }
            long load = rows.num(in[1]);
            long periods = PELT.accumulateSum(
                    rows.num(in[0]), sa, load, load == 0 ? 0 : rows.num(in[2]), load != 0 && rows.flag(in[3]));
            check.unsigned("periods", rows.num(out[0]), periods);
            check.unsigned("pc_out", rows.num(out[1]), sa.periodContrib());
            check.unsigned("load_sum", rows.num(out[2]), sa.loadSum());
            check.unsigned("runnable_sum", rows.num(out[3]), sa.runnableSum());
            check.unsigned("util_sum", rows.num(out[4]), sa.utilSum());
        }
    }

    private static void facts(CsvRows rows, RowCheck check) throws IOException {
        int fact = rows.column("fact");
        int period = rows.column("n_ms_1024us");
        int value = rows.column("value");
        SchedAvg sa = new SchedAvg();
        String phase = "";
        long now = 0;
        long done = 0;
        while (rows.next()) {
            check.row(rows.line());
            String name = rows.text(fact);
            int split = Math.max(0, name.lastIndexOf('_', name.lastIndexOf('_') - 1));
            String rowPhase = name.substring(0, split);
            if (!rowPhase.equals(phase)) {
                phase = rowPhase;
                done = 0;
            }
            boolean running = phase.equals("always_running");
            for (; done < rows.num(period); done++) {
                now += HalfLife.PERIOD_UNITS << Pelt.UNIT_SHIFT;
                PELT.updateSe(now, sa, Weights.NICE_0_LOAD, running, running ? 1 : 0, running);
            }
            int field = SchedAvg.FIELDS.indexOf(name.substring(split + 1));
            check.unsigned(name, rows.num(value), field < 0 ? 0 : sa.get(field));
        }
    }

    private static void clock(CsvRows rows, RowCheck check) throws IOException {
        int[] in = rows.columns(
                "seq",
                "step",
                "delta_clock_task",
                "freq_scale",
                "cpu_scale",
                "curr_is_idle",
                "cfs_util_sum",
                "rt_util_sum",
                "dl_util_sum",
                "op");
        int[] out = rows.columns("clock_task", "clock_pelt", "lost_idle_time", "rq_clock_pelt");
        PeltClock clock = new PeltClock(HALF_LIFE);
        while (rows.next()) {
            check.row(rows.line());
            long delta = rows.num(in[2]);
            if (rows.num(in[1]) == 0) {
                // Sequences start with both clocks equal; where is known only from the first result.
                clock = new PeltClock(HALF_LIFE);
                clock.set(1, rows.num(out[0]) - delta);
                clock.set(2, rows.num(out[0]) - delta);
            }
            clock.advanceTask(delta, rows.flag(in[5]), rows.num(in[4]), rows.num(in[3]));
            if (rows.flag(in[9])) {
                clock.goIdle(rows.num(in[6]), rows.num(in[7]), rows.num(in[8]));
            }
            check.unsigned("clock_task", rows.num(out[0]), clock.clockTaskNs());
            check.unsigned("clock_pelt", rows.num(out[1]), clock.clockPeltNs());
            check.unsigned("lost_idle_time", rows.num(out[2]), clock.lostIdleTimeNs());
            check.unsigned("rq_clock_pelt", rows.num(out[3]), clock.rqClockPeltNs());
        }
    }

    private static void sequences(CsvRows rows, RowCheck check) throws IOException {
        int kind = rows.column("kind");
        int[] in = rows.columns("step", "now", "weight_fullres", "on_rq", "runnable", "running");
        int ret = rows.column("ret");
        int[] state = rows.columns(STATE);
        SchedAvg sa = new SchedAvg();
        while (rows.next()) {
            check.row(rows.line());
            int returned = 0;
            if (rows.num(in[0]) < 0) {
                load(sa, rows, state);
            } else {
                returned = step(rows.text(kind), rows, in, sa);
            }
            check.signed("ret", rows.num(ret), returned);
            compare(check, rows, state, STATE, sa);
        }
    }

    private static int step(String kind, CsvRows rows, int[] in, SchedAvg sa) {
        long now = rows.num(in[1]);
        long weight = rows.num(in[2]);
        long onRq = rows.num(in[3]);
        long runnable = rows.num(in[4]);
        boolean running = rows.flag(in[5]);
        boolean crossed;
        switch (kind) {
            case "task_se", "group_se" -> crossed = PELT.updateSe(now, sa, weight, onRq != 0, runnable, running);
            case "blocked_se" -> crossed = PELT.updateBlockedSe(now, sa, weight);
            case "cfs_rq" -> crossed = PELT.updateCfsRq(now, sa, weight, runnable, running);
            case "rt", "dl" -> crossed = PELT.updateClass(now, sa, running);
            case "hw" -> crossed = PELT.updateHw(now, sa, weight);
            case "irq" -> {
                return PELT.updateIrq(now, sa, weight, onRq, runnable);
            }
            default -> throw rows.problem("signal (" + kind + ") is not known");
        }
        return crossed ? 1 : 0;
    }

    private static void scaledSequences(PeltRelease release, CsvRows rows, RowCheck check) throws IOException {
        int kind = rows.column("kind");
        int[] in = rows.columns(
                "step",
                "now",
                "weight_fullres",
                "runnable_weight_fullres",
                "on_rq",
                "running",
                "freq_scale",
                "cpu_scale");
        int ret = rows.column("ret");
        int[] state = rows.columns(SCALED_STATE);
        ScaledPelt pelt = new ScaledPelt(release, HALF_LIFE);
        SchedAvg sa = new SchedAvg();
        while (rows.next()) {
            check.row(rows.line());
            boolean crossed = false;
            if (rows.num(in[0]) < 0) {
                load(sa, rows, state);
            } else {
                crossed = scaledStep(pelt, rows.text(kind), rows, in, sa);
            }
            check.signed("ret", rows.num(ret), crossed ? 1 : 0);
            compare(check, rows, state, SCALED_STATE, sa);
        }
    }

    private static boolean scaledStep(ScaledPelt pelt, String kind, CsvRows rows, int[] in, SchedAvg sa) {
        long now = rows.num(in[1]);
        long weight = rows.num(in[2]);
        boolean onRq = rows.flag(in[4]);
        boolean running = rows.flag(in[5]);
        long freq = rows.num(in[6]);
        long cpu = rows.num(in[7]);
        return switch (kind) {
            case "task_se" -> pelt.updateSe(now, sa, weight, onRq, running, freq, cpu);
            case "blocked_se" -> pelt.updateSe(now, sa, weight, false, false, freq, cpu);
            case "cfs_rq" -> pelt.updateCfsRq(now, sa, weight, rows.num(in[3]), running, freq, cpu);
            default -> throw rows.problem("signal (" + kind + ") is not known");
        };
    }

    private static void load(SchedAvg sa, CsvRows rows, int[] state) {
        for (int field = 0; field < state.length; field++) {
            sa.set(field, rows.num(state[field]));
        }
    }

    private static void compare(RowCheck check, CsvRows rows, int[] state, String[] names, SchedAvg sa) {
        for (int field = 0; field < state.length; field++) {
            check.unsigned(names[field], rows.num(state[field]), sa.get(field));
        }
    }
}
