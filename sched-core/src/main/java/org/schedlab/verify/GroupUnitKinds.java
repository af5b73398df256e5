package org.schedlab.verify;

import java.io.IOException;
import java.util.List;
import org.schedlab.arith.Shares;
import org.schedlab.arith.Weights;
import org.schedlab.pelt.CfsLoad;
import org.schedlab.pelt.GroupLoad;
import org.schedlab.pelt.HalfLife;
import org.schedlab.pelt.LoadTransfer;
import org.schedlab.pelt.NewTask;
import org.schedlab.pelt.Pelt;
import org.schedlab.pelt.PeltRelease;
import org.schedlab.pelt.SchedAvg;
import tools.jackson.databind.JsonNode;

/** Kinds of the group folder that record single calls: shares, weight products, publication, transfers of load, new tasks. */
final class GroupUnitKinds {
    /** Fields of a recorded {@code avg} array: the leading ones of {@link SchedAvg#FIELDS}. */
    private static final int AVG_FIELDS = 8;

    private GroupUnitKinds() {}

    static List<GoldenKind> all() {
        return List.of(
                new CsvKind("group_shares_612.csv", GroupUnitKinds::shares),
                new CsvKind("group_shares_73.csv", GroupUnitKinds::sharesByMode),
                new CsvKind("prop_weight_73.csv", GroupUnitKinds::propagatedWeight),
                new CsvKind("update_tg_load_avg_612.csv", GroupUnitKinds::publish),
                new CsvKind("post_init_util_612.csv", GroupUnitKinds::newTask),
                new JsonlKind("propagate_units_612.jsonl", GroupUnitKinds::transfers));
    }

    private static void shares(CsvRows rows, RowCheck check) throws IOException {
        int[] in = rows.columns("tg_shares", "cfs_load_weight", "cfs_load_avg", "tg_load_avg", "tg_load_avg_contrib");
        int result = rows.column("result");
        while (rows.next()) {
            check.row(rows.line());
            check.signed(
                    "result",
                    rows.num(result),
                    Shares.group415(
                            rows.num(in[0]), rows.num(in[1]), rows.num(in[2]), rows.num(in[3]), rows.num(in[4])));
        }
    }

    private static void sharesByMode(CsvRows rows, RowCheck check) throws IOException {
        int[] in = rows.columns(
                "tg_shares",
                "cfs_load_weight",
                "cfs_load_avg",
                "tg_load_avg",
                "tg_load_avg_contrib",
                "tg_runnable_avg",
                "tg_cpus");
        String[] names = {"mode0_up", "mode1_smp", "mode2_concur", "mode3_max", "mode4_tasks"};
        int[] out = rows.columns(names);
        Shares.GroupMode[] modes = Shares.GroupMode.values();
        while (rows.next()) {
            check.row(rows.line());
            for (int mode = 0; mode < names.length; mode++) {
                long got = Shares.group73(
                        modes[mode],
                        rows.num(in[0]),
                        rows.num(in[1]),
                        rows.num(in[2]),
                        rows.num(in[3]),
                        rows.num(in[4]),
                        rows.num(in[5]),
                        rows.num(in[6]));
                check.signed(names[mode], rows.num(out[mode]), got);
            }
        }
    }

    private static void propagatedWeight(CsvRows rows, RowCheck check) throws IOException {
        int[] in = rows.columns("weight_in", "se_load_weight", "has_parent", "cfs_load_weight");
        int result = rows.column("result");
        while (rows.next()) {
            check.row(rows.line());
            long queueWeight = rows.flag(in[2]) ? rows.num(in[3]) : Weights.NICE_0_LOAD;
            check.unsigned(
                    "result", rows.num(result), Shares.propagateWeight(rows.num(in[0]), rows.num(in[1]), queueWeight));
        }
    }

    private static void publish(CsvRows rows, RowCheck check) throws IOException {
        int[] in = rows.columns("now", "last_update_in", "load_avg", "contrib_in", "tg_load_avg_in");
        int[] out = rows.columns("last_update_out", "contrib_out", "tg_load_avg_out");
        int contrib = CfsLoad.FIELDS.indexOf("tg_load_avg_contrib");
        int lastUpdate = CfsLoad.FIELDS.indexOf("last_update_tg_load_avg");
        int loadAvg = SchedAvg.FIELDS.indexOf("load_avg");
        while (rows.next()) {
            check.row(rows.line());
            CfsLoad queue = new CfsLoad();
            GroupLoad group = new GroupLoad();
            queue.avg().set(loadAvg, rows.num(in[2]));
            queue.set(contrib, rows.num(in[3]));
            queue.set(lastUpdate, rows.num(in[1]));
            group.restore(rows.num(in[4]), 0);
            group.update68(queue, rows.num(in[0]), true);
            check.unsigned("last_update_out", rows.num(out[0]), queue.get(lastUpdate));
            check.unsigned("contrib_out", rows.num(out[1]), queue.get(contrib));
            check.unsigned("tg_load_avg_out", rows.num(out[2]), group.loadAvg());
        }
    }

    private static void newTask(CsvRows rows, RowCheck check) throws IOException {
        int[] in = rows.columns("cpu_scale", "cfs_util_avg", "cfs_load_avg", "se_weight_fullres");
        int result = rows.column("util_avg_out");
        while (rows.next()) {
            check.row(rows.line());
            check.unsigned(
                    "util_avg_out",
                    rows.num(result),
                    NewTask.utilAvg(
                            PeltRelease.V6_12, rows.num(in[1]), rows.num(in[2]), rows.num(in[3]), rows.num(in[0]), 0));
        }
    }

    private static void transfers(JsonlRows rows, RowCheck check) throws IOException {
        Pelt pelt = new Pelt(HalfLife.MS_32);
        LoadTransfer transfer = new LoadTransfer(PeltRelease.V6_12, pelt);
        int propagate = CfsLoad.FIELDS.indexOf("propagate");
        int propSum = CfsLoad.FIELDS.indexOf("prop_runnable_sum");
        while (rows.next()) {
            check.row(rows.line());
            CfsLoad queue = new CfsLoad();
            CfsLoad own = new CfsLoad();
            SchedAvg se = new SchedAvg();
            load(queue.avg(), rows, "cfs");
            load(own.avg(), rows, "g");
            load(se, rows, "se");
            own.set(propSum, rows.num("g_prop_sum"));
            apply(rows, transfer, pelt, queue, se, own);
            JsonNode out = rows.get("out");
            compare(check, rows, out, "cfs", queue.avg());
            compare(check, rows, out, "se", se);
            check.signed("g_prop_sum", rows.num(rows.member(out, "g_prop_sum"), "g_prop_sum"), own.get(propSum));
            check.signed(
                    "cfs_propagate",
                    rows.num(rows.member(out, "cfs_propagate"), "cfs_propagate"),
                    queue.get(propagate));
            check.signed(
                    "cfs_prop_sum", rows.num(rows.member(out, "cfs_prop_sum"), "cfs_prop_sum"), queue.get(propSum));
        }
    }

    private static void apply(
            JsonlRows rows, LoadTransfer transfer, Pelt pelt, CfsLoad queue, SchedAvg se, CfsLoad own) {
        long weight = rows.num("se_weight");
        String operation = rows.text("op");
        int bracket = operation.indexOf('(');
        switch (bracket < 0 ? operation : operation.substring(0, bracket)) {
            case "update_tg_cfs_util" -> transfer.propagateUtil(queue, se, own);
            case "update_tg_cfs_runnable" -> transfer.propagateRunnable(queue, se, own);
            case "update_tg_cfs_load" -> transfer.propagateLoad(queue, se, own, weight, rows.num("g_load"));
            case "attach_entity_load_avg" -> transfer.attach(queue, se, weight);
            case "detach_entity_load_avg" -> transfer.detach(queue, se, weight);
            case "update_cfs_rq_load_avg" -> {
                long[] removed = rows.nums(rows.get("removed"), "removed", 4);
                for (int field = 0; field < removed.length; field++) {
                    queue.set(field, removed[field]);
                }
                transfer.applyRemoved(queue);
                pelt.updateCfsRq(queue.avg().lastUpdateTimeNs(), queue.avg(), 0, 0, false);
            }
            default -> throw rows.problem("operation (" + operation + ") is not known");
        }
    }

    private static void load(SchedAvg avg, JsonlRows rows, String name) {
        long[] values = rows.nums(rows.get(name), name, AVG_FIELDS);
        for (int field = 0; field < AVG_FIELDS; field++) {
            avg.set(field, values[field]);
        }
    }

    private static void compare(RowCheck check, JsonlRows rows, JsonNode out, String name, SchedAvg avg) {
        long[] values = rows.nums(rows.member(out, name), name, AVG_FIELDS);
        for (int field = 0; field < AVG_FIELDS; field++) {
            check.unsigned(name, SchedAvg.FIELDS.get(field), values[field], avg.get(field));
        }
    }
}
