package org.schedlab.spi;

import org.jspecify.annotations.Nullable;

/** One CPU, as a policy may read it (rq). All getters are O(1) and allocate nothing. */
public interface CpuView {

    int cpu();

    /** The current is the idle task, nothing is queued and no remote wakeup is pending (idle_cpu). */
    boolean idle();

    /** Something is queued and all of it is SCHED_IDLE (sched_idle_cpu). */
    boolean schedIdle();

    /** Tasks of all classes, queued or running, delayed ones included. */
    int nrRunning();

    /** Fair tasks queued or running, delayed ones included ({@code h_nr_queued}). */
    int hNrQueued();

    /** Fair tasks that sleep with their dequeue put off ({@code h_nr_delayed}). */
    int hNrDelayed();

    /** The task that runs, or null when idle. */
    @Nullable
    TaskView current();

    /** cpu_capacity: what is left for fair tasks, scale 1024. */
    long capacity();

    /** capacity_orig, scale 1024. */
    long capacityOrig();

    /** load_avg of the root queue. */
    long loadAvg();

    /** runnable_load_avg of the root queue; differs from {@link #loadAvg()} only before 5.5. */
    long runnableLoadAvg();

    /** util_avg of the root queue. */
    long utilAvg();

    /** util_est of the root queue. */
    long utilEst();

    /** runnable_avg of the root queue. */
    long runnableAvg();

    /** Average length of its idle times in ns. */
    long avgIdleNs();

    /** When it went idle, ns of its clock; 0 when busy. */
    long idleStampNs();

    /** When it was last woken from idle, ns of its clock; 0 when never. */
    default long wakeStampNs() {
        return 0;
    }

    /** Exit latency of the idle state that the CPU is in, in ns, or -1 when there is no such information. */
    default long exitLatencyNs() {
        return -1;
    }

    /** Capacity lost to hardware, scale 1024 ({@code hw_load_avg}, cpufreq pressure; thermal pressure before 6.10). */
    default long pressure() {
        return 0;
    }

    /** rq clock in ns. */
    long clock();

    /** rq clock without interrupt and steal time, in ns. */
    long clockTask();
}
