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

    private final Simulation simulation;
    private final Thread run;
    private final long everyMs;
    private final Consumer<PolicyViolationException> report;
    private final Thread watcher;

    private TimeBudget(Simulation simulation, Thread run, long budgetMs, Consumer<PolicyViolationException> report) {
        this.simulation = simulation;
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
        TimeBudget budget = new TimeBudget(simulation, run, budgetMs, report);
        budget.watcher.start();
        return budget;
    }

    private void watch() {
        long seen = -1;
        int looks = 0;
        try {
            while (looks <= LOOKS) {
                Thread.sleep(everyMs);
                long events = simulation.events();
                @Nullable
                PolicyViolationException stuck = events == seen ? simulation.stuckIn(run.getStackTrace()) : null;
                looks = stuck == null ? 0 : looks + 1;
                seen = events;
                if (stuck != null && looks > LOOKS) {
                    report.accept(stuck);
                }
            }
        } catch (InterruptedException e) {
            // The run is over.
            return;
        }
    }

    @Override
    public void close() {
        watcher.interrupt();
    }
}
