package org.schedlab.engine;

import java.util.List;
import org.schedlab.trace.SchedObserver;

/** Tells each event to several observers, in their order. */
final class Observers implements SchedObserver {

    private final SchedObserver[] list;

    Observers(List<SchedObserver> observers) {
        list = observers.toArray(new SchedObserver[0]);
    }

    @Override
    public void begin(int cpus, long startNs) {
        for (SchedObserver o : list) {
            o.begin(cpus, startNs);
        }
    }

    @Override
    public void newTask(int task, String name, String kind, String group) {
        for (SchedObserver o : list) {
            o.newTask(task, name, kind, group);
        }
    }

    @Override
    public void fork(long ns, int cpu, int parent, int child) {
        for (SchedObserver o : list) {
            o.fork(ns, cpu, parent, child);
        }
    }

    @Override
    public void waking(long ns, int cpu, int waker, int task, int prevCpu) {
        for (SchedObserver o : list) {
            o.waking(ns, cpu, waker, task, prevCpu);
        }
    }

    @Override
    public void wakeup(long ns, int task, int target) {
        for (SchedObserver o : list) {
            o.wakeup(ns, task, target);
        }
    }

    @Override
    public void migrate(long ns, int task, int from, int to) {
        for (SchedObserver o : list) {
            o.migrate(ns, task, from, to);
        }
    }

    @Override
    public void switched(long ns, int cpu, int prev, int why, int next) {
        for (SchedObserver o : list) {
            o.switched(ns, cpu, prev, why, next);
        }
    }

    @Override
    public void exit(long ns, int cpu, int task) {
        for (SchedObserver o : list) {
            o.exit(ns, cpu, task);
        }
    }

    @Override
    public void tick(long ns, int cpu) {
        for (SchedObserver o : list) {
            o.tick(ns, cpu);
        }
    }

    @Override
    public void resched(long ns, int cpu, boolean lazy) {
        for (SchedObserver o : list) {
            o.resched(ns, cpu, lazy);
        }
    }

    @Override
    public void pressure(long ns, int cpu, long durationNs) {
        for (SchedObserver o : list) {
            o.pressure(ns, cpu, durationNs);
        }
    }

    @Override
    public void online(long ns, int cpu, boolean online) {
        for (SchedObserver o : list) {
            o.online(ns, cpu, online);
        }
    }

    @Override
    public void nrRunning(long ns, int cpu, int nr) {
        for (SchedObserver o : list) {
            o.nrRunning(ns, cpu, nr);
        }
    }

    @Override
    public void util(long ns, int cpu, long utilAvg) {
        for (SchedObserver o : list) {
            o.util(ns, cpu, utilAvg);
        }
    }

    @Override
    public void end(long ns) {
        for (SchedObserver o : list) {
            o.end(ns);
        }
    }
}
