package org.schedlab.policies.placement;

import org.jspecify.annotations.Nullable;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.QueueView;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.spi.TaskView;
import org.schedlab.topology.CpuMask;

/** A task on no queue. */
final class Sleeper implements TaskView {

    private final int id;
    CpuMask allowed = new CpuMask(1);

    Sleeper(int id) {
        this.id = id;
    }

    @Override
    public String name() {
        return "t" + id;
    }

    @Override
    public CpuMask allowed() {
        return allowed;
    }

    @Override
    public int cpu() {
        return 0;
    }

    @Override
    public int nice() {
        return 0;
    }

    @Override
    public long loadAvg() {
        return 1024;
    }

    @Override
    public long utilAvg() {
        return 200;
    }

    @Override
    public long utilEst() {
        return 0;
    }

    @Override
    public long runnableAvg() {
        return 200;
    }

    @Override
    public long hLoad() {
        return 1024;
    }

    @Override
    public int id() {
        return id;
    }

    @Override
    public boolean isTask() {
        return true;
    }

    @Override
    public long weight() {
        return 1 << 20;
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
    public boolean idle() {
        return false;
    }

    @Override
    public SchedulingPolicy policy() {
        return SchedulingPolicy.NORMAL;
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
        throw new UnsupportedOperationException("on no queue");
    }

    @Override
    public Object state() {
        throw new UnsupportedOperationException("without a discipline");
    }
}
