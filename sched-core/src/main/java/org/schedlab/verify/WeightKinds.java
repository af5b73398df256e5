package org.schedlab.verify;

import java.io.IOException;
import java.util.List;
import org.schedlab.arith.CalcDelta;
import org.schedlab.arith.Weights;

/** Kinds of the weights folder: nice table, {@code __calc_delta}, {@code scale_load_down}. */
final class WeightKinds {
    private WeightKinds() {}

    static List<GoldenKind> all() {
        return List.of(
                new CsvKind("weights.csv", WeightKinds::weights),
                new CsvKind("scale_load.csv", WeightKinds::scaleLoad),
                new CsvKind("calc_delta.csv", WeightKinds::calcDelta));
    }

    private static void weights(CsvRows rows, RowCheck check) throws IOException {
        int nice = rows.column("nice");
        int index = rows.column("index");
        int weight = rows.column("weight");
        int wmult = rows.column("wmult");
        while (rows.next()) {
            check.row(rows.line());
            int value = rows.intNum(nice);
            if (value < Weights.MIN_NICE || value > Weights.MAX_NICE) {
                check.signed("nice", value, Math.max(Weights.MIN_NICE, Math.min(Weights.MAX_NICE, value)));
                continue;
            }
            check.signed("index", rows.num(index), value - Weights.MIN_NICE);
            check.signed("weight", rows.num(weight), Weights.niceToWeight(value));
            check.signed("wmult", rows.num(wmult), Weights.niceToWmult(value));
            check.signed("wmult by weight", rows.num(wmult), Weights.tableInverse(rows.num(weight)));
        }
    }

    private static void scaleLoad(CsvRows rows, RowCheck check) throws IOException {
        int w = rows.column("w");
        int down = rows.column("scale_load_down");
        while (rows.next()) {
            check.row(rows.line());
            check.unsigned("scale_load_down", rows.num(down), Weights.scaleLoadDown(rows.num(w)));
        }
    }

    private static void calcDelta(CsvRows rows, RowCheck check) throws IOException {
        int delta = rows.column("delta_exec");
        int weight = rows.column("weight");
        int lwWeight = rows.column("lw_weight");
        int invIn = rows.column("lw_inv_weight_in");
        int invOut = rows.column("lw_inv_weight_out");
        int shift = rows.column("shift_result");
        int div = rows.column("div64_result");
        while (rows.next()) {
            check.row(rows.line());
            long inverse = rows.num(invIn) == 0 ? Weights.inverse(rows.num(lwWeight)) : rows.num(invIn);
            check.unsigned("lw_inv_weight_out", rows.num(invOut), inverse);
            check.unsigned(
                    "shift_result",
                    rows.num(shift),
                    CalcDelta.shift(rows.num(delta), rows.num(weight), rows.num(lwWeight), rows.num(invIn)));
            String expected = rows.text(div);
            String got = rows.num(lwWeight) == 0
                    ? "NA"
                    : Long.toUnsignedString(CalcDelta.divide(rows.num(delta), rows.num(weight), rows.num(lwWeight)));
            check.text("div64_result", expected, got);
        }
    }
}
