package org.schedlab.truth;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * One recording beside the model's runs of it. Immutable.
 *
 * @param recording name of the recording
 * @param machine its machine's word
 * @param kernel release
 * @param rows figure by figure
 */
public record Comparison(String recording, String machine, String kernel, List<Row> rows) {

    /**
     * A figure.
     *
     * @param of kind of threads, {@code machine}, or {@code cgroup PATH}
     * @param what which figure: share, switches, migrations, run_delay_p50, run_delay_p99, run_delay_n, mean_busy, throttled_periods, throttled_time
     * @param recorded the kernel's; percentages, counts, ns or µs
     * @param least the model's smallest over its runs; NaN when a run has none
     * @param most the model's largest
     * @param agrees whether the recorded one lies within the model's span, widened by the tolerance
     */
    public record Row(String of, String what, double recorded, double least, double most, boolean agrees) {}

    public Comparison {
        rows = List.copyOf(rows);
    }

    /** Figures that agree. */
    public long agreeing() {
        return rows.stream().filter(Row::agrees).count();
    }

    /** Whether all agree. */
    public boolean agrees() {
        return agreeing() == rows.size();
    }

    /** Compares the first recorded run with runs of the model at the phases of the recording. */
    static Comparison of(Recording recording, List<Figures> model, Tolerances tolerances) {
        Figures recorded = Figures.of(recording.metrics(0));
        Builder rows = new Builder(model, tolerances);
        recorded.kinds().forEach(rows::kind);
        rows.add("machine", "mean_busy", recorded.busyPoints(), Figures::busyPoints, 0, tolerances.busyPoints());
        recorded.throttled().forEach(rows::throttled);
        return new Comparison(recording.name(), recording.machine(), recording.kernel(), rows.rows);
    }

    private static final class Builder {
        private final List<Figures> model;
        private final Tolerances tolerances;
        private final List<Row> rows = new ArrayList<>();

        Builder(List<Figures> model, Tolerances tolerances) {
            this.model = model;
            this.tolerances = tolerances;
        }

        void kind(String name, Figures.Kind recorded) {
            double counts = Math.max(
                    tolerances.countsPerRootThread() * Math.sqrt(recorded.threads()), tolerances.countsLeast());
            add(
                    name,
                    "share",
                    recorded.sharePoints(),
                    kind(name, Figures.Kind::sharePoints),
                    0,
                    tolerances.sharePoints());
            add(
                    name,
                    "switches",
                    (double) recorded.switches(),
                    kind(name, k -> (double) k.switches()),
                    tolerances.countsRelative(),
                    counts);
            add(
                    name,
                    "migrations",
                    (double) recorded.migrations(),
                    kind(name, k -> (double) k.migrations()),
                    tolerances.countsRelative(),
                    counts);
            if (recorded.wakeups() < tolerances.p50Least()) {
                add(
                        name,
                        "run_delay_n",
                        (double) recorded.wakeups(),
                        kind(name, k -> (double) k.wakeups()),
                        tolerances.countsRelative(),
                        tolerances.countsLeast());
                return;
            }
            delay(name, "run_delay_p50", recorded.p50Ns(), kind(name, k -> orNaN(k.p50Ns())));
            if (recorded.wakeups() >= tolerances.p99Least()) {
                delay(name, "run_delay_p99", recorded.p99Ns(), kind(name, k -> orNaN(k.p99Ns())));
            }
        }

        void throttled(String group, Figures.Throttled recorded) {
            String of = "cgroup " + group;
            add(
                    of,
                    "throttled_periods",
                    (double) recorded.periods(),
                    f -> f.throttled().containsKey(group)
                            ? f.throttled().get(group).periods()
                            : Double.NaN,
                    0,
                    tolerances.throttledPeriods());
            add(
                    of,
                    "throttled_time",
                    recorded.us(),
                    f -> f.throttled().containsKey(group)
                            ? f.throttled().get(group).us()
                            : Double.NaN,
                    tolerances.throttledTimeRelative(),
                    0);
        }

        private static ToDoubleFunction<Figures> kind(String name, ToDoubleFunction<Figures.Kind> figure) {
            return figures -> {
                Figures.Kind kind = figures.kinds().get(name);
                return kind == null ? Double.NaN : figure.applyAsDouble(kind);
            };
        }

        private static double orNaN(@Nullable Double value) {
            return value == null ? Double.NaN : value;
        }

        private void delay(String of, String what, @Nullable Double recorded, ToDoubleFunction<Figures> figure) {
            if (recorded == null) {
                return;
            }
            double least = least(figure);
            double most = most(figure);
            double low = Math.min(least / tolerances.delayFactor(), least - tolerances.delayLeastNs());
            double high = Math.max(most * tolerances.delayFactor(), most + tolerances.delayLeastNs());
            rows.add(new Row(of, what, recorded, least, most, low <= recorded && recorded <= high));
        }

        void add(
                String of,
                String what,
                double recorded,
                ToDoubleFunction<Figures> figure,
                double relative,
                double absolute) {
            double least = least(figure);
            double most = most(figure);
            double low = least - Math.max(relative * Math.abs(least), absolute);
            double high = most + Math.max(relative * Math.abs(most), absolute);
            rows.add(new Row(of, what, recorded, least, most, low <= recorded && recorded <= high));
        }

        /** NaN when one of the runs has no such figure: then nothing agrees. */
        private double least(ToDoubleFunction<Figures> figure) {
            return model.stream().mapToDouble(figure).reduce(Double.POSITIVE_INFINITY, Math::min);
        }

        private double most(ToDoubleFunction<Figures> figure) {
            return model.stream().mapToDouble(figure).reduce(Double.NEGATIVE_INFINITY, Math::max);
        }
    }
}
