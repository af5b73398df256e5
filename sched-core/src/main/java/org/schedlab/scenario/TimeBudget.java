package org.schedlab.scenario;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.schedlab.engine.Simulation;
import org.schedlab.mechanism.PolicyViolationException;

/**
 * Watches a simulation from a thread of its own and reports a policy that does not return: no event has ended for the whole budget, and the policy
 * was found on the run's stack at every look. A thread cannot be stopped from outside; what follows is up to whoever takes the report. The
 * run itself pays nothing. Looks are counted, not the clock, so a machine that sleeps spends no budget.
 */
public final class TimeBudget implements AutoCloseable {

    private static final int LOOKS = 20;

    private final Watched watched;
    private final Thread run;
    private final long everyMs;
    private final Consumer<PolicyViolationException> report;
    private final Thread watcher;
    private volatile boolean closed;

    /** Work that asks policies. */
    interface Watched {

        /** Grows with every step; read from another thread. */
        long events();

        /** The policy on a stack of the working thread, as a breach of its budget, or null. */
        @Nullable
        PolicyViolationException stuckIn(StackTraceElement[] stack);
    }

    private TimeBudget(Watched watched, Thread run, long budgetMs, Consumer<PolicyViolationException> report) {
        this.watched = watched;
        this.run = run;
        this.everyMs = Math.max(1, budgetMs / LOOKS);
        this.report = report;
        this.watcher = new Thread(this::watch, "time budget");
        watcher.setDaemon(true);
    }

    /**
     * Starts to watch.
     *
     * @param run the thread that advances the simulation
     * @param budgetMs how long one call of a policy may take, in ms of the wall
     * @param report is called at most once, on the watching thread
     */
    public static TimeBudget watch(
            Simulation simulation, Thread run, long budgetMs, Consumer<PolicyViolationException> report) {
        return watch(
                new Watched() {
                    @Override
                    public long events() {
                        return simulation.events();
                    }

                    @Override
                    public @Nullable PolicyViolationException stuckIn(StackTraceElement[] stack) {
                        return simulation.stuckIn(stack);
                    }
                },
                run,
                budgetMs,
                report);
    }

    /** The same while a simulation is made: policies are asked for the state of their queues and told of the machine. */
    public static TimeBudget watchMaking(
            ComposedRun composed, Thread run, long budgetMs, Consumer<PolicyViolationException> report) {
        return watch(
                new Watched() {
                    @Override
                    public long events() {
                        return 0;
                    }

                    @Override
                    public @Nullable PolicyViolationException stuckIn(StackTraceElement[] stack) {
                        return Simulation.stuckInMaking(composed.spec(), composed.pick(), composed.placement(), stack);
                    }
                },
                run,
                budgetMs,
                report);
    }

    private static TimeBudget watch(
            Watched watched, Thread run, long budgetMs, Consumer<PolicyViolationException> report) {
        TimeBudget budget = new TimeBudget(watched, run, budgetMs, report);
        budget.watcher.start();
        return budget;
    }

    private void watch() {
        long seen = -1;
        int looks = 0;
        while (looks <= LOOKS && !closed) {
            try {
                Thread.sleep(everyMs);
                long events = watched.events();
                @Nullable PolicyViolationException stuck = events == seen ? watched.stuckIn(run.getStackTrace()) : null;
                looks = stuck == null ? 0 : looks + 1;
                seen = events;
                if (stuck != null && looks > LOOKS) {
                    report.accept(stuck);
                }
            } catch (InterruptedException e) {
                // The run is over, or a plugin interrupts whatever thread it finds: then the next look counts.
                seen = -1;
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        watcher.interrupt();
    }
}
