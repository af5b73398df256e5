package org.schedlab.cli;

import java.io.PrintWriter;
import java.util.Locale;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;
import org.schedlab.engine.Horizon;

/**
 * Tells on stderr how far a long run has come: a bar on a terminal, a line every ten seconds elsewhere, nothing for runs of less than a second.
 * One thread.
 */
final class Progress implements AutoCloseable {

    private static final long QUIET_NS = 1_000_000_000L;
    private static final long LINE_EVERY_NS = 10_000_000_000L;
    private static final long MS = 1_000_000L;

    private final PrintWriter err;
    private final boolean terminal;
    private final long horizonNs;
    private final long startedNs = System.nanoTime();
    private long lastLineNs = startedNs;
    private @Nullable ProgressBar bar;

    /**
     * @param terminal whether stderr is a terminal
     * @param horizonNs simulated time at which the run ends, or {@link Horizon#NONE}
     */
    Progress(PrintWriter err, boolean terminal, long horizonNs) {
        this.err = err;
        this.terminal = terminal;
        this.horizonNs = horizonNs;
    }

    /** The run has come to a simulated time. */
    void at(long nowNs) {
        long wallNs = System.nanoTime();
        if (wallNs - startedNs < QUIET_NS) {
            return;
        }
        if (terminal) {
            bar().stepTo(nowNs / MS);
        } else if (wallNs - lastLineNs >= LINE_EVERY_NS) {
            lastLineNs = wallNs;
            String whole = horizonNs == Horizon.NONE ? "" : String.format(Locale.ROOT, " of %.3f", horizonNs / 1e9);
            err.println(String.format(Locale.ROOT, "sched: %.3f%s s simulated", nowNs / 1e9, whole));
            err.flush();
        }
    }

    private ProgressBar bar() {
        if (bar == null) {
            bar = new ProgressBarBuilder()
                    .setTaskName("simulated")
                    .setInitialMax(horizonNs == Horizon.NONE ? -1 : horizonNs / MS)
                    .setUnit(" ms", 1)
                    .setStyle(ProgressBarStyle.ASCII)
                    .setUpdateIntervalMillis(200)
                    .build();
        }
        return bar;
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
