package org.schedlab.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.schedlab.trace.SchedObserver;

/**
 * Gathers the figures of a run from its events. In steady state no event allocates. Percentiles (see {@link LogHistogram}) are exact for up to
 * 128, 64 or 32 values of a thread, then within 0.05 %, 0.4 % or 0.8 %, for runs of up to {@value #FEW_THREADS}, {@value #MANY_THREADS} or more
 * threads: memory per thread is bounded by this. One thread.
 */
public final class RunCollector implements SchedObserver {

    /** Up to so many threads the finest histograms are used. */
    public static final int FEW_THREADS = 128;

    /** Up to so many threads the middle ones are used. */
    public static final int MANY_THREADS = 2_000;

    private static final long NONE = -1;

    private final int bits;
    private final int exact;
    private final List<Row> threads = new ArrayList<>();
    private Cpu[] cpus = new Cpu[0];
    private long startNs;
    private long endNs;

    /** What is counted of one thread. */
    private static final class Row {
        final String name;
        final String kind;
        final LogHistogram runDelay;
        final LogHistogram preemptWait;
        final LogHistogram runLength;
        final long[] cpuNsByCpu;
        long cpuNs;
        long voluntary;
        long preempted;
        long wakeups;
        long migrations;
        long wokenNs = NONE;
        long putOffNs = NONE;
        long onCpuNs = NONE;
        long offCpuNs;

        Row(String name, String kind, int bits, int exact, int cpus) {
            this.name = name;
            this.kind = kind;
            this.runDelay = new LogHistogram(bits, exact);
            this.preemptWait = new LogHistogram(bits, exact);
            this.runLength = new LogHistogram(bits, exact);
            this.cpuNsByCpu = new long[cpus];
        }
    }

    /** What is counted of one CPU. */
    private static final class Cpu {
        int running = IDLE;
        long sinceNs;
        long busyNs;
        long idleNs;
        long offlineNs;
        boolean online = true;
        long switches;
        long ticks;
        long idleIrqNs;
    }

    /**
     * @param expectedThreads decides the precision of the percentiles
     */
    public RunCollector(int expectedThreads) {
        boolean few = expectedThreads <= FEW_THREADS;
        boolean many = expectedThreads > MANY_THREADS;
        this.bits = few ? 10 : many ? 6 : 7;
        this.exact = few ? 128 : many ? 32 : 64;
    }

    @Override
    public void begin(int cpuCount, long ns) {
        startNs = ns;
        cpus = new Cpu[cpuCount];
        for (int cpu = 0; cpu < cpuCount; cpu++) {
            cpus[cpu] = new Cpu();
            cpus[cpu].sinceNs = ns;
        }
    }

    @Override
    public void newTask(int task, String name, String kind, String group) {
        threads.add(new Row(name, kind, bits, exact, cpus.length));
    }

    @Override
    public void fork(long ns, int cpu, int parent, int child) {
        Row thread = threads.get(child);
        thread.wakeups++;
        thread.wokenNs = ns;
    }

    @Override
    public void waking(long ns, int cpu, int waker, int task, int prevCpu) {
        Row thread = threads.get(task);
        thread.wakeups++;
        thread.wokenNs = ns;
    }

    @Override
    public void migrate(long ns, int task, int from, int to) {
        threads.get(task).migrations++;
    }

    @Override
    public void switched(long ns, int cpu, int prev, int why, int next) {
        Cpu c = cpus[cpu];
        count(c, ns);
        c.switches++;
        c.running = next;
        if (prev != IDLE) {
            left(threads.get(prev), ns, cpu, why);
        }
        if (next != IDLE) {
            came(threads.get(next), ns);
        }
    }

    private static void left(Row thread, long ns, int cpu, int why) {
        long ran = ns - thread.onCpuNs;
        thread.onCpuNs = NONE;
        thread.offCpuNs = ns;
        thread.cpuNs += ran;
        thread.cpuNsByCpu[cpu] += ran;
        thread.runLength.record(ran);
        if (why == PREEMPTED) {
            thread.preempted++;
            thread.putOffNs = ns;
        } else {
            thread.voluntary++;
        }
    }

    private static void came(Row thread, long ns) {
        thread.onCpuNs = ns;
        if (thread.wokenNs != NONE) {
            thread.runDelay.record(ns - thread.wokenNs);
            thread.wokenNs = NONE;
        } else if (thread.putOffNs != NONE) {
            thread.preemptWait.record(ns - thread.putOffNs);
        }
        thread.putOffNs = NONE;
    }

    @Override
    public void tick(long ns, int cpu) {
        cpus[cpu].ticks++;
    }

    @Override
    public void pressure(long ns, int cpu, long durationNs) {
        Cpu c = cpus[cpu];
        if (c.running == IDLE) {
            c.idleIrqNs += durationNs;
        }
    }

    @Override
    public void online(long ns, int cpu, boolean online) {
        count(cpus[cpu], ns);
        cpus[cpu].online = online;
    }

    @Override
    public void end(long ns) {
        endNs = ns;
        for (int cpu = 0; cpu < cpus.length; cpu++) {
            Cpu c = cpus[cpu];
            count(c, ns);
            if (c.running != IDLE) {
                Row thread = threads.get(c.running);
                thread.cpuNs += ns - thread.onCpuNs;
                thread.cpuNsByCpu[cpu] += ns - thread.onCpuNs;
                thread.onCpuNs = ns;
            }
        }
    }

    private static void count(Cpu c, long ns) {
        long span = ns - c.sinceNs;
        c.sinceNs = ns;
        if (!c.online) {
            c.offlineNs += span;
        } else if (c.running != IDLE) {
            c.busyNs += span;
        } else {
            long irq = Math.min(span, c.idleIrqNs);
            c.idleIrqNs -= irq;
            c.busyNs += irq;
            c.idleNs += span - irq;
        }
    }

    /** Marks a CPU that does not take part: its time counts as offline from the beginning. */
    public void offlineFromStart(int cpu) {
        cpus[cpu].online = false;
    }

    /** When a thread left its CPU last. */
    public long offCpuSinceNs(int task) {
        Row thread = threads.get(task);
        return Math.max(thread.offCpuNs, thread.wokenNs);
    }

    /** Time that a thread has been on CPUs up to now. */
    public long cpuNs(int task, long nowNs) {
        Row thread = threads.get(task);
        return thread.onCpuNs == NONE ? thread.cpuNs : thread.cpuNs + nowNs - thread.onCpuNs;
    }

    /** Measured time; after the end. */
    public long measuredNs() {
        return endNs - startNs;
    }

    /** A row per thread, in order of creation; allocates. */
    public List<TaskResult> tasks() {
        List<TaskResult> rows = new ArrayList<>();
        for (Row thread : threads) {
            rows.add(row(thread.name, thread.kind, 1, thread));
        }
        return rows;
    }

    /** A row per kind, in order of first creation, with pooled distributions; allocates. */
    public List<TaskResult> groups() {
        Map<String, List<Row>> kinds = new LinkedHashMap<>();
        for (Row thread : threads) {
            kinds.computeIfAbsent(thread.kind, kind -> new ArrayList<>()).add(thread);
        }
        List<TaskResult> rows = new ArrayList<>();
        kinds.forEach((kind, members) -> rows.add(row(kind, kind, members.size(), pooled(kind, members))));
        return rows;
    }

    private Row pooled(String kind, List<Row> members) {
        Row sum = new Row(kind, kind, bits, exact, cpus.length);
        for (Row member : members) {
            sum.cpuNs += member.cpuNs;
            sum.voluntary += member.voluntary;
            sum.preempted += member.preempted;
            sum.wakeups += member.wakeups;
            sum.migrations += member.migrations;
            sum.runDelay.add(member.runDelay);
            sum.preemptWait.add(member.preemptWait);
            sum.runLength.add(member.runLength);
            for (int cpu = 0; cpu < sum.cpuNsByCpu.length; cpu++) {
                sum.cpuNsByCpu[cpu] += member.cpuNsByCpu[cpu];
            }
        }
        return sum;
    }

    private TaskResult row(String name, String kind, int members, Row t) {
        long measured = measuredNs();
        return new TaskResult(
                name,
                kind,
                members,
                t.cpuNs,
                measured == 0 ? 0 : (double) t.cpuNs / measured,
                t.voluntary + t.preempted,
                t.voluntary,
                t.preempted,
                t.wakeups,
                t.migrations,
                t.runDelay.distribution(),
                t.preemptWait.distribution(),
                t.runLength.distribution(),
                Arrays.stream(t.cpuNsByCpu).boxed().toList());
    }

    /** A row per CPU; allocates. */
    public List<CpuResult> cpus() {
        List<CpuResult> rows = new ArrayList<>();
        for (int cpu = 0; cpu < cpus.length; cpu++) {
            Cpu c = cpus[cpu];
            rows.add(new CpuResult(cpu, c.busyNs, c.idleNs, c.offlineNs, c.switches, c.ticks));
        }
        return rows;
    }
}
