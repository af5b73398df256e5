package org.schedlab.engine;

/**
 * What the scheduler's own paths cost, in ns; each may be 0. Immutable.
 *
 * <p>A cost passes on the CPU where its path runs, as time in which the current task makes no progress: it is charged to the execution of
 * whoever is current there (nobody when idle), and puts a reschedule of that CPU off. The defaults are what recordings of real kernels show,
 * as instruction counts without caches: about 3 µs from a wakeup to running.
 *
 * @param wakeupNs selecting a CPU and enqueueing one task; on the CPU of the waker or of the timer's interrupt; default 1600
 * @param ipiNs from asking another CPU to reschedule to its doing so; that CPU goes on meanwhile, so this is nobody's time; default 500
 * @param contextSwitchNs from the decision to the first instruction of the next task: after a preemption charged to the task that leaves,
 *     after a block or exit to the task that comes; default 1400
 * @param idleExitNs leaving idle, on top of the others; nobody's execution, the CPU counts as idle; default 0
 * @param tickNs handling one tick; default 0
 * @param scanCpuNs testing one CPU in a search for an idle one, on top of the wakeup; what SIS_PROP takes for the cost of searching; default 20,
 *     an assumption: a few instructions and now and then a line of another CPU's cache
 */
public record PathCosts(long wakeupNs, long ipiNs, long contextSwitchNs, long idleExitNs, long tickNs, long scanCpuNs) {

    /** All paths are free. */
    public static final PathCosts FREE = new PathCosts(0, 0, 0, 0, 0, 0);

    /** The defaults. */
    public static final PathCosts DEFAULT = new PathCosts(1_600, 500, 1_400, 0, 0, 20);

    /** A path, by the word that scenarios use. */
    public enum Path {
        WAKEUP("wakeup"),
        IPI("ipi"),
        CONTEXT_SWITCH("context-switch"),
        IDLE_EXIT("idle-exit"),
        TICK("tick"),
        SCAN_CPU("scan-cpu");

        private final String word;

        Path(String word) {
            this.word = word;
        }

        /** Its name in scenarios. */
        public String word() {
            return word;
        }
    }

    public PathCosts {
        if (Math.min(wakeupNs, ipiNs) < 0
                || Math.min(contextSwitchNs, idleExitNs) < 0
                || Math.min(tickNs, scanCpuNs) < 0) {
            throw new IllegalArgumentException("path costs must not be negative");
        }
    }

    /** What a path costs. */
    public long ns(Path path) {
        return switch (path) {
            case WAKEUP -> wakeupNs;
            case IPI -> ipiNs;
            case CONTEXT_SWITCH -> contextSwitchNs;
            case IDLE_EXIT -> idleExitNs;
            case TICK -> tickNs;
            case SCAN_CPU -> scanCpuNs;
        };
    }

    /** These with another cost of one path. */
    public PathCosts with(Path path, long ns) {
        return new PathCosts(
                path == Path.WAKEUP ? ns : wakeupNs,
                path == Path.IPI ? ns : ipiNs,
                path == Path.CONTEXT_SWITCH ? ns : contextSwitchNs,
                path == Path.IDLE_EXIT ? ns : idleExitNs,
                path == Path.TICK ? ns : tickNs,
                path == Path.SCAN_CPU ? ns : scanCpuNs);
    }
}
