package org.schedlab.explain;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.schedlab.spi.PlacementReasons;
import org.schedlab.spi.WakeKind;
import org.schedlab.trace.PlacementObserver;

/**
 * Tells why tasks were put where they were: the candidates of each step and the test that each failed, as soon as the task runs and its run delay is
 * known. Decisions that a filter does not want are not recorded, or forgotten. Allocates; memory is that of one decision per task.
 */
public final class PlacementExplainer implements PlacementObserver {

    /** So many decisions are told, the others counted. */
    public static final int MAX_TOLD = 100;

    private final ExplainFilter filter;
    private final Consumer<String> out;
    private final List<String> names = new ArrayList<>();
    private final List<@Nullable Decision> pending = new ArrayList<>();
    private @Nullable Decision deciding;
    private long told;

    /**
     * @param out takes the text of each decision, several lines without a line feed at the end
     */
    public PlacementExplainer(ExplainFilter filter, Consumer<String> out) {
        this.filter = filter;
        this.out = out;
    }

    /** A step's candidates that failed the same test, in their order, or its outcome. */
    private static final class Step {
        final String name;
        final String failed;
        final List<Integer> cpus = new ArrayList<>();

        Step(String name, String failed) {
            this.name = name;
            this.failed = failed;
        }
    }

    /** One decision, as far as it is known. */
    private static final class Decision implements PlacementReasons {
        final long atNs;
        final String circumstances;
        final int prev;
        final List<Step> steps = new ArrayList<>();
        int cpu;
        int scanned;
        long scanNs;

        Decision(long atNs, String circumstances, int prev) {
            this.atNs = atNs;
            this.circumstances = circumstances;
            this.prev = prev;
        }

        @Override
        public void candidate(String step, int candidate, String failedTest) {
            Step last = steps.isEmpty() ? null : steps.get(steps.size() - 1);
            String failed = failedTest.isEmpty() ? "taken" : "not " + failedTest;
            if (last == null || !last.name.equals(step) || !last.failed.equals(failed) || last.cpus.isEmpty()) {
                last = new Step(step, failed);
                steps.add(last);
            }
            last.cpus.add(candidate);
        }

        @Override
        public void step(String step, String outcome) {
            steps.add(new Step(step, outcome));
        }
    }

    @Override
    public void newTask(int task, String name, String kind, String group) {
        names.add(name);
        pending.add(null);
    }

    @Override
    public @Nullable PlacementReasons placing(
            long ns, int task, WakeKind kind, boolean sync, boolean inTask, int thisCpu, int waker, int prevCpu) {
        String running = waker == IDLE ? "" : names.get(waker);
        String by = inTask ? running : "";
        if (!filter.wantsTask(names.get(task)) || !filter.wantsWaker(by)) {
            pending.set(task, null);
            return null;
        }
        String who = !by.isEmpty()
                ? "by " + by + " on cpu " + thisCpu
                : kind == WakeKind.FORK
                        ? "at the start, from cpu " + thisCpu
                        : "by an interrupt on cpu " + thisCpu
                                + (running.isEmpty() ? ", which idles" : ", where " + running + " runs");
        String circumstances = kind.name().toLowerCase(Locale.ROOT) + " " + who + (sync ? ", sync" : "")
                + ", ran last on cpu " + prevCpu;
        deciding = new Decision(ns, circumstances, prevCpu);
        pending.set(task, deciding);
        return deciding;
    }

    @Override
    public void placed(int cpu, int scanned, long scanNs) {
        if (deciding != null) {
            deciding.cpu = cpu;
            deciding.scanned = scanned;
            deciding.scanNs = scanNs;
        }
    }

    @Override
    public void switched(long ns, int cpu, int prev, int why, int next) {
        if (next != IDLE) {
            finish(next, ns, "");
        }
    }

    @Override
    public void end(long ns) {
        for (int task = 0; task < pending.size(); task++) {
            finish(task, ns, " and more, until the end");
        }
    }

    private void finish(int task, long ns, String more) {
        Decision decision = pending.get(task);
        pending.set(task, null);
        if (decision == null) {
            return;
        }
        long delayNs = ns - decision.atNs;
        if (filter.wants(decision.atNs, delayNs, decision.cpu, decision.prev, decision.scanned) && told++ < MAX_TOLD) {
            out.accept(text(names.get(task), decision, delayNs, more));
        }
    }

    /** Decisions that fitted the filter, told or not. */
    public long found() {
        return told;
    }

    private static String text(String name, Decision decision, long delayNs, String more) {
        StringBuilder text = new StringBuilder();
        text.append(decimal(decision.atNs, 9))
                .append(" s ")
                .append(name)
                .append(": run delay ")
                .append(decimal(delayNs, 3))
                .append(" us")
                .append(more)
                .append("; ")
                .append(decision.circumstances)
                .append("\n  put on cpu ")
                .append(decision.cpu)
                .append(", ")
                .append(decision.scanned)
                .append(" cpus scanned in ")
                .append(decision.scanNs)
                .append(" ns");
        for (Step step : decision.steps) {
            text.append("\n    ").append(step.name);
            String lead = ": ";
            if (!step.cpus.isEmpty()) {
                text.append(step.cpus.size() == 1 ? ": cpu " : ": cpus ").append(ranges(step.cpus));
                lead = " ";
            }
            text.append(lead).append(step.failed);
        }
        return text.toString();
    }

    private static String decimal(long ns, int shift) {
        return BigDecimal.valueOf(ns, shift).toPlainString();
    }

    /** Numbers in their order, runs of ascending ones as {@code 3-9}. */
    private static String ranges(List<Integer> cpus) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < cpus.size(); ) {
            int j = i;
            while (j + 1 < cpus.size() && cpus.get(j + 1) == cpus.get(j) + 1) {
                j++;
            }
            text.append(i == 0 ? "" : ",").append(cpus.get(i));
            if (j > i) {
                text.append('-').append(cpus.get(j));
            }
            i = j + 1;
        }
        return text.toString();
    }
}
