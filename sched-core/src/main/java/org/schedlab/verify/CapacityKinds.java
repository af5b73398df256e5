package org.schedlab.verify;

import java.io.IOException;
import java.util.List;
import org.schedlab.arith.Capacity;
import org.schedlab.arith.CapacityInversion;
import org.schedlab.arith.CpuUtil;
import tools.jackson.databind.JsonNode;

/** Kinds of the capacity folder: what other classes leave, what fits, CPU utilisation, scan budgets, capacity inversion. */
final class CapacityKinds {
    /** Imbalance percentage that the recorded reduced-capacity column was made with. */
    private static final long RECORDED_IMBALANCE_PCT = 117;

    private CapacityKinds() {}

    static List<GoldenKind> all() {
        return List.of(
                new CsvKind("scale_rt_capacity_40.csv", (rows, check) -> rtAvg(rows, check, Capacity::scaleRt40)),
                new CsvKind("scale_rt_capacity_416.csv", (rows, check) -> rtAvg(rows, check, Capacity::scaleRt412)),
                new CsvKind("scale_rt_capacity_61.csv", (rows, check) -> rtPelt(rows, check, false)),
                new CsvKind("scale_rt_capacity_612.csv", (rows, check) -> rtPelt(rows, check, true)),
                new CsvKind("util_fits_cpu_61.csv", (rows, check) -> utilFits(rows, check, false)),
                new CsvKind("util_fits_cpu_612.csv", (rows, check) -> utilFits(rows, check, true)),
                new CsvKind("capacity_margins.csv", CapacityKinds::margins),
                new CsvKind("cpu_util_612.csv", CapacityKinds::cpuUtil),
                new CsvKind("nr_idle_scan_612.csv", CapacityKinds::nrIdleScan),
                new CsvKind("wake_cap_416.csv", CapacityKinds::wakeCap),
                new JsonlKind("capacity_inversion_510.jsonl", CapacityKinds::inversion));
    }

    private interface RtAvgForm {
        long scale(long rqClockNs, long ageStampNs, long rtAvg, long periodNs);
    }

    private static void rtAvg(CsvRows rows, RowCheck check, RtAvgForm form) throws IOException {
        int[] in = rows.columns("rq_clock", "age_stamp", "rt_avg", "sched_avg_period");
        int result = rows.column("result");
        while (rows.next()) {
            check.row(rows.line());
            check.unsigned(
                    "result",
                    rows.num(result),
                    form.scale(rows.num(in[0]), rows.num(in[1]), rows.num(in[2]), rows.num(in[3])));
        }
    }

    private static void rtPelt(CsvRows rows, RowCheck check, boolean lowersMaximum) throws IOException {
        int[] in = rows.columns(
                "cpu_capacity_orig", "irq_util", "rt_util", "dl_util", "thermal_or_hw_load_avg", "cpufreq_pressure");
        int result = rows.column("result");
        while (rows.next()) {
            check.row(rows.line());
            long orig = rows.num(in[0]);
            long irq = rows.num(in[1]);
            long rt = rows.num(in[2]);
            long dl = rows.num(in[3]);
            long thermal = rows.num(in[4]);
            long got = lowersMaximum
                    ? Capacity.scaleRt610(orig, irq, rt, dl, Capacity.pressure(thermal, rows.num(in[5])))
                    : Capacity.scaleRt419(orig, irq, rt, dl, thermal);
            check.unsigned("result", rows.num(result), got);
        }
    }

    private static void utilFits(CsvRows rows, RowCheck check, boolean cpufreqCounts) throws IOException {
        int[] in = rows.columns(
                "util",
                "uclamp_used",
                "uclamp_min",
                "uclamp_max",
                "cpu_capacity",
                "cpu_capacity_orig",
                "thermal_or_hw",
                "cpufreq_pressure");
        int[] out = rows.columns("util_fits_cpu", "fits_capacity_plain", "cpu_capacity_reduced_vs_117");
        while (rows.next()) {
            check.row(rows.line());
            long util = rows.num(in[0]);
            long capacity = rows.num(in[4]);
            long orig = rows.num(in[5]);
            long thermal = rows.num(in[6]);
            long pressure = cpufreqCounts ? Capacity.pressure(thermal, rows.num(in[7])) : thermal;
            int fits = Capacity.utilFitsCpu(
                    util, rows.flag(in[1]), rows.num(in[2]), rows.num(in[3]), capacity, orig, pressure);
            check.signed("util_fits_cpu", rows.num(out[0]), fits);
            check.signed("fits_capacity_plain", rows.num(out[1]), Capacity.fits(util, capacity) ? 1 : 0);
            boolean reduced = Capacity.reduced(capacity, orig, RECORDED_IMBALANCE_PCT);
            check.signed("cpu_capacity_reduced_vs_117", rows.num(out[2]), reduced ? 1 : 0);
        }
    }

    private static void margins(CsvRows rows, RowCheck check) throws IOException {
        int a = rows.column("a");
        int b = rows.column("b");
        int fits = rows.column("fits_capacity_a_in_b");
        int greater = rows.column("capacity_greater_a_than_b");
        while (rows.next()) {
            check.row(rows.line());
            check.signed("fits_capacity_a_in_b", rows.num(fits), Capacity.fits(rows.num(a), rows.num(b)) ? 1 : 0);
            check.signed(
                    "capacity_greater_a_than_b", rows.num(greater), Capacity.greater(rows.num(a), rows.num(b)) ? 1 : 0);
        }
    }

    private static void cpuUtil(CsvRows rows, RowCheck check) throws IOException {
        int[] where = rows.columns("cpu", "task_cpu", "dst_cpu");
        int[] flags = rows.columns("has_task", "boost", "UTIL_EST", "task_on_rq", "task_is_current");
        int[] terms = rows.columns(
                "cap_orig",
                "cfs_util_avg",
                "cfs_runnable_avg",
                "cfs_util_est",
                "task_util_avg",
                "task_runnable_avg",
                "task_util_est");
        int result = rows.column("result");
        while (rows.next()) {
            check.row(rows.line());
            long util = rows.num(terms[1]);
            long runnable = rows.num(terms[2]);
            long est = rows.num(terms[3]);
            if (rows.flag(flags[0])) {
                int cpu = rows.intNum(where[0]);
                int taskCpu = rows.intNum(where[1]);
                int dstCpu = rows.intNum(where[2]);
                boolean here = rows.flag(flags[3]) || rows.flag(flags[4]);
                util = CpuUtil.moved(util, rows.num(terms[4]), cpu, taskCpu, dstCpu);
                runnable = CpuUtil.moved(runnable, rows.num(terms[5]), cpu, taskCpu, dstCpu);
                est = CpuUtil.movedEst(est, CpuUtil.taskUtilEst(rows.num(terms[6])), cpu, dstCpu, here);
            }
            long got = CpuUtil.cpuUtil612(
                    util, runnable, rows.flag(flags[1]), est, rows.flag(flags[2]), rows.num(terms[0]));
            check.unsigned("result", rows.num(result), got);
        }
    }

    private static void nrIdleScan(CsvRows rows, RowCheck check) throws IOException {
        int[] in = rows.columns("llc_weight", "sum_util", "imbalance_pct");
        int result = rows.column("nr_idle_scan");
        while (rows.next()) {
            check.row(rows.line());
            check.signed(
                    "nr_idle_scan",
                    rows.num(result),
                    Capacity.nrIdleScan(rows.num(in[0]), rows.num(in[1]), rows.num(in[2])));
        }
    }

    private static void wakeCap(CsvRows rows, RowCheck check) throws IOException {
        int[] in = rows.columns("cap_orig_prev", "cap_orig_cpu", "rd_max_cpu_capacity", "task_util");
        int result = rows.column("wake_cap");
        while (rows.next()) {
            check.row(rows.line());
            boolean capped = Capacity.wakeCap(rows.num(in[0]), rows.num(in[1]), rows.num(in[2]), rows.num(in[3]));
            check.signed("wake_cap", rows.num(result), capped ? 1 : 0);
        }
    }

    private static void inversion(JsonlRows rows, RowCheck check) throws IOException {
        while (rows.next()) {
            check.row(rows.line());
            JsonNode orig = rows.get("orig");
            JsonNode thermal = rows.get("thermal");
            int cpu = cpu(rows, rows.num("cpu"), orig.size());
            long ownOrig = rows.num(orig.path(cpu), "orig");
            long ownThermal = rows.num(thermal.path(cpu), "thermal");
            check.signed(
                    "capacity",
                    rows.num("capacity"),
                    Capacity.atLeastOne(Capacity.scaleRt419(ownOrig, rows.num("irq"), rows.num("rt"), 0, ownThermal)));
            long inverted = rows.num("inverted_in");
            if (rows.num("energy") != 0) {
                inverted = inverted(rows, cpu, ownOrig, ownOrig - ownThermal);
            }
            check.signed("inverted", rows.num("inverted"), inverted);
        }
    }

    private static long inverted(JsonlRows rows, int cpu, long ownOrig, long reduced) {
        JsonNode orig = rows.get("orig");
        JsonNode thermal = rows.get("thermal");
        for (JsonNode domain : rows.get("pds")) {
            int other = cpu(rows, rows.num(domain.path(0), "pds"), orig.size());
            boolean own = false;
            for (JsonNode member : domain) {
                own |= rows.num(member, "pds") == cpu;
            }
            if (!own
                    && CapacityInversion.beatenBy(
                            ownOrig,
                            reduced,
                            rows.num(orig.path(other), "orig"),
                            rows.num(thermal.path(other), "thermal"))) {
                return reduced;
            }
        }
        return 0;
    }

    private static int cpu(JsonlRows rows, long number, int cpus) {
        if (number < 0 || number >= cpus) {
            throw rows.problem("cpu (" + number + ") is not one of " + cpus);
        }
        return (int) number;
    }
}
