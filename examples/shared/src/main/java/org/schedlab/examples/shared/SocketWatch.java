package org.schedlab.examples.shared;

import java.util.Arrays;
import org.schedlab.topology.Topology;
import org.schedlab.topology.TopologyLevel;
import org.schedlab.trace.SchedObserver;

/** Counts wakeups that leave the socket, and those of them whose previous CPU was idle. One run, its thread. */
final class SocketWatch implements SchedObserver {

    private final Topology topology;
    private final int[] nr;
    private final int[] running;
    private int prev;
    private boolean prevIdle;
    private long away;
    private long awayFromIdlePrev;

    SocketWatch(Topology topology) {
        this.topology = topology;
        nr = new int[topology.cpuCapacity()];
        running = new int[topology.cpuCapacity()];
        Arrays.fill(running, IDLE);
    }

    @Override
    public void nrRunning(long ns, int cpu, int count) {
        nr[cpu] = count;
    }

    @Override
    public void switched(long ns, int cpu, int left, int why, int next) {
        running[cpu] = next;
    }

    @Override
    public void fork(long ns, int cpu, int parent, int child) {
        prev = -1;
    }

    @Override
    public void waking(long ns, int cpu, int waker, int task, int prevCpu) {
        prev = prevCpu;
        prevIdle = nr[prevCpu] == 0 && running[prevCpu] == IDLE;
    }

    @Override
    public void wakeup(long ns, int task, int target) {
        if (prev >= 0 && socket(target) != socket(prev)) {
            away++;
            awayFromIdlePrev += prevIdle ? 1 : 0;
        }
    }

    private int socket(int cpu) {
        return topology.groupOf(TopologyLevel.PACKAGE, cpu);
    }

    long away() {
        return away;
    }

    long awayFromIdlePrev() {
        return awayFromIdlePrev;
    }
}
