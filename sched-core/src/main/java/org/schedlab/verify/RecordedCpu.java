package org.schedlab.verify;

import org.jspecify.annotations.Nullable;
import org.schedlab.spi.CpuView;
import org.schedlab.spi.TaskView;

/** A CPU as a recorded decision shows it to a placement policy: columns by name. */
final class RecordedCpu implements CpuView {

    private static final long NS_PER_US = 1000;

    private final int cpu;
    boolean idle;
    boolean schedIdle;
    int nrRunning;
    int hNrQueued;
    int hNrDelayed;
    long capacity;
    long capacityOrig;
    long loadAvg;
    long runnableLoadAvg;
    long utilAvg;
    long runnableAvg;
    long avgIdleNs;
    long idleStampNs;
    long exitLatencyNs = -1;

    RecordedCpu(int cpu) {
        this.cpu = cpu;
    }

    /** Sets the column that a file names. */
    void set(JsonlRows rows, String column, long value) {
        switch (column) {
            case "idle" -> idle = value != 0;
            case "sched_idle" -> schedIdle = value != 0;
            case "nr_running" -> nrRunning = (int) value;
            case "h_nr_queued" -> hNrQueued = (int) value;
            case "h_nr_delayed" -> hNrDelayed = (int) value;
            case "capacity" -> capacity = value;
            case "capacity_orig" -> capacityOrig = value;
            case "load_avg" -> loadAvg = value;
            case "runnable_load_avg" -> runnableLoadAvg = value;
            case "runnable_avg" -> runnableAvg = value;
            case "util" -> utilAvg = value;
            case "avg_idle" -> avgIdleNs = value;
            case "idle_stamp" -> idleStampNs = value;
            case "exit_latency(-1 none)" -> exitLatencyNs = value < 0 ? value : value * NS_PER_US;
            case "misfit_load" -> {
                // A matter of balancing only.
            }
            default -> throw rows.problem("column (" + column + ") is not known");
        }
    }

    @Override
    public int cpu() {
        return cpu;
    }

    @Override
    public boolean idle() {
        return idle;
    }

    @Override
    public boolean schedIdle() {
        return schedIdle;
    }

    @Override
    public int nrRunning() {
        return nrRunning;
    }

    @Override
    public int hNrQueued() {
        return hNrQueued;
    }

    @Override
    public int hNrDelayed() {
        return hNrDelayed;
    }

    @Override
    public @Nullable TaskView current() {
        return null;
    }

    @Override
    public long capacity() {
        return capacity;
    }

    @Override
    public long capacityOrig() {
        return capacityOrig;
    }

    @Override
    public long loadAvg() {
        return loadAvg;
    }

    @Override
    public long runnableLoadAvg() {
        return runnableLoadAvg;
    }

    @Override
    public long utilAvg() {
        return utilAvg;
    }

    @Override
    public long utilEst() {
        return 0;
    }

    @Override
    public long runnableAvg() {
        return runnableAvg;
    }

    @Override
    public long avgIdleNs() {
        return avgIdleNs;
    }

    @Override
    public long idleStampNs() {
        return idleStampNs;
    }

    @Override
    public long exitLatencyNs() {
        return exitLatencyNs;
    }

    @Override
    public long clock() {
        return 0;
    }

    @Override
    public long clockTask() {
        return 0;
    }
}
