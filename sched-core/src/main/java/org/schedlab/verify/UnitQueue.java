package org.schedlab.verify;

import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.QueueView;

/** A queue that shows a policy what a golden row says. Confined to one thread. */
final class UnitQueue implements QueueView {

    int nr;
    long load;
    int idleNr;
    int cpuNr;
    long clockTask;
    private final Object state;

    UnitQueue(PickPolicy<Object, Object> policy) {
        state = policy.newQueue(this);
    }

    @Override
    public int cpu() {
        return 0;
    }

    @Override
    public int nr() {
        return nr;
    }

    @Override
    public long load() {
        return load;
    }

    @Override
    public int idleNr() {
        return idleNr;
    }

    @Override
    public int hNr() {
        return nr;
    }

    @Override
    public int cpuNr() {
        return cpuNr;
    }

    @Override
    public long clockTask() {
        return clockTask;
    }

    @Override
    public boolean resched() {
        return false;
    }

    @Override
    public Object state() {
        return state;
    }
}
