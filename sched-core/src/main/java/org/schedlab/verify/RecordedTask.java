package org.schedlab.verify;

import org.jspecify.annotations.Nullable;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.QueueView;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.spi.TaskView;
import org.schedlab.topology.CpuMask;

/** A task as a recorded decision shows it to a placement policy. Filled from row to row. */
final class RecordedTask implements TaskView {

    private final int id;
    private final String name;
    CpuMask allowed = new CpuMask(1);
    int cpu;
    long utilAvg;
    long hLoad;
    long weight;
    boolean idlePolicy;
    boolean perCpuKthread;
    boolean exiting;

    RecordedTask(int id, String name) {
        this.id = id;
        this.name = name;
    }

    @Override
    public int id() {
        return id;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public CpuMask allowed() {
        return allowed;
    }

    @Override
    public int cpu() {
        return cpu;
    }

    @Override
    public int nice() {
        return 0;
    }

    @Override
    public long loadAvg() {
        return hLoad;
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
        return utilAvg;
    }

    @Override
    public long hLoad() {
        return hLoad;
    }

    @Override
    public boolean perCpuKthread() {
        return perCpuKthread;
    }

    @Override
    public boolean exiting() {
        return exiting;
    }

    @Override
    public SchedulingPolicy policy() {
        return idlePolicy ? SchedulingPolicy.IDLE : SchedulingPolicy.NORMAL;
    }

    @Override
    public boolean idle() {
        return idlePolicy;
    }

    @Override
    public boolean isTask() {
        return true;
    }

    @Override
    public long weight() {
        return weight;
    }

    @Override
    public boolean tableInv() {
        return true;
    }

    @Override
    public boolean onRq() {
        return false;
    }

    @Override
    public boolean delayed() {
        return false;
    }

    @Override
    public long execStart() {
        return 0;
    }

    @Override
    public long sumExec() {
        return 0;
    }

    @Override
    public @Nullable EntityView parent() {
        return null;
    }

    @Override
    public QueueView queue() {
        throw new UnsupportedOperationException("a recorded decision has no queues");
    }

    @Override
    public Object state() {
        throw new UnsupportedOperationException("a recorded decision has no discipline");
    }
}
