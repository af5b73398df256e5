package org.schedlab.cgroup;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.schedlab.trace.SchedObserver;

/** How long the threads of each kind ran on each CPU in each span of equal length. One thread. */
final class CpuTimes implements SchedObserver {

    private final long spanNs;
    private final List<String> kinds = new ArrayList<>();
    private final List<Ran> ran = new ArrayList<>();
    private int[] current = {};
    private long[] sinceNs = {};

    /** A stretch of one thread on one CPU within one span. */
    private record Ran(String kind, int cpu, long span, long ns) {}

    CpuTimes(long spanNs) {
        this.spanNs = spanNs;
    }

    /** ns that threads of a kind ran on a CPU in a span, the first being 0. */
    long ns(String kind, int cpu, int span) {
        return ran.stream()
                .filter(r -> r.kind.equals(kind) && r.cpu == cpu && r.span == span)
                .mapToLong(Ran::ns)
                .sum();
    }

    /** The CPUs on which threads of a kind ran in a span, in order. */
    List<Integer> cpus(String kind, int span) {
        return ran.stream()
                .filter(r -> r.kind.equals(kind) && r.span == span)
                .map(Ran::cpu)
                .distinct()
                .sorted()
                .toList();
    }

    @Override
    public void begin(int cpus, long startNs) {
        current = new int[cpus];
        Arrays.fill(current, IDLE);
        sinceNs = new long[cpus];
    }

    @Override
    public void newTask(int task, String name, String kind, String group) {
        kinds.add(kind);
    }

    @Override
    public void switched(long ns, int cpu, int prev, int why, int next) {
        stop(cpu, ns);
        current[cpu] = next;
    }

    private void stop(int cpu, long ns) {
        long from = sinceNs[cpu];
        while (current[cpu] != IDLE && from < ns) {
            long span = from / spanNs;
            long to = Math.min(ns, (span + 1) * spanNs);
            ran.add(new Ran(kinds.get(current[cpu]), cpu, span, to - from));
            from = to;
        }
        sinceNs[cpu] = ns;
    }

    @Override
    public void end(long ns) {
        for (int cpu = 0; cpu < current.length; cpu++) {
            stop(cpu, ns);
        }
    }
}
