package org.schedlab.spi;

/** A fair queue of one CPU and group, as a policy may read it (cfs_rq). All getters are O(1) and allocate nothing. */
public interface QueueView {

    int cpu();

    /** Entities queued directly, the running one included. */
    int nr();

    /** Sum of the load weights of those entities, full resolution. */
    long load();

    /** Directly queued entities that are idle ({@code idle_nr_running}). */
    int idleNr();

    /** Tasks queued below, on any depth ({@code h_nr_running}, {@code h_nr_queued}). */
    int hNr();

    /** Fair tasks queued on this CPU, on any depth ({@code h_nr_running} of the root queue). */
    int cpuNr();

    /** Task clock of the CPU in ns. */
    long clockTask();

    /** Whether the CPU has been asked to reschedule. */
    boolean resched();

    /** The discipline's own state of this queue, as its {@code newQueue} made it. */
    Object state();
}
