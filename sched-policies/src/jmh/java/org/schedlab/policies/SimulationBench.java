package org.schedlab.policies;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import org.schedlab.engine.Simulation;
import org.schedlab.spi.RandomStream;
import org.schedlab.trace.SchedObserver;
import org.schedlab.workload.Step;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;

/**
 * Cost of whole simulations, in units U of the same minute: one hold step on a {@link PriorityQueue} of 256 reused objects. Thread CPU time,
 * chunks of events alternating with U, after a warm-up by event count; medians and minima over the chunks. An event is what a kernel would
 * handle: a wakeup, a block or a tick; the simulation dispatches more of its own. Bars P1 to P4 of docs/performance.md.
 */
public final class SimulationBench {

    private static final int KINDS = 50;
    private static final int WARM_UP = 1_500_000;
    private static final int CHUNK = 100_000;
    private static final int HOLD_STEPS = 200_000;
    private static final ThreadMXBean THREAD = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private SimulationBench() {}

    /** Wakeups, blocks and ticks. */
    private static final class Counter implements SchedObserver {
        long events;

        @Override
        public void waking(long ns, int cpu, int waker, int task, int prevCpu) {
            events++;
        }

        @Override
        public void switched(long ns, int cpu, int prev, int why, int next) {
            events += why == SLEEPS ? 1 : 0;
        }

        @Override
        public void tick(long ns, int cpu) {
            events++;
        }
    }

    /** The calibration unit. */
    private static final class Hold {
        private static final class Event implements Comparable<Event> {
            long at;

            @Override
            public int compareTo(Event other) {
                return Long.compare(at, other.at);
            }
        }

        private final PriorityQueue<Event> queue = new PriorityQueue<>();
        private final RandomStream random = new RandomStream(1, "hold");

        Hold() {
            for (int i = 0; i < 256; i++) {
                Event event = new Event();
                event.at = random.nextInt(1_000_000);
                queue.add(event);
            }
        }

        double unitNs() {
            long before = THREAD.getCurrentThreadCpuTime();
            for (int i = 0; i < HOLD_STEPS; i++) {
                Event event = queue.remove();
                event.at += 1 + random.nextInt(1_000_000);
                queue.add(event);
            }
            return (double) (THREAD.getCurrentThreadCpuTime() - before) / HOLD_STEPS;
        }
    }

    private static Simulation simulation(String machine, int tasks, long runNs, long sleepNs, Counter counter) {
        RandomStream random = new RandomStream(1, "bench");
        List<TaskSpec> specs = new ArrayList<>();
        for (int i = 0; i < KINDS; i++) {
            int instances = tasks / KINDS + (i < tasks % KINDS ? 1 : 0);
            specs.add(TaskSpec.named(
                            "k" + i,
                            new Step.Run(runNs + random.nextInt(1_000)),
                            new Step.Sleep(sleepNs + random.nextInt(1_000)))
                    .instances(instances)
                    .delayNs(1 + random.nextLong(runNs + sleepNs))
                    .build());
        }
        Workload workload = Workload.of(specs.toArray(new TaskSpec[0]));
        return Simulations.of(machine, workload).observer(counter).build();
    }

    private static void measure(String name, String machine, int tasks, long runNs, long sleepNs, int chunks) {
        Counter counter = new Counter();
        Simulation simulation = simulation(machine, tasks, runNs, sleepNs, counter);
        Hold hold = new Hold();
        simulation.advance(WARM_UP);
        hold.unitNs();
        double[] inUnits = new double[chunks];
        double[] ns = new double[chunks];
        double[] unit = new double[chunks];
        long thread = Thread.currentThread().getId();
        long dispatched = 0;
        long cpuNs = 0;
        long kernelEvents = counter.events;
        long simulated = simulation.nowNs();
        long allocated = THREAD.getThreadAllocatedBytes(thread);
        for (int i = 0; i < chunks; i++) {
            unit[i] = hold.unitNs();
            long eventsBefore = counter.events;
            long before = THREAD.getCurrentThreadCpuTime();
            dispatched += simulation.advance(CHUNK);
            long spent = THREAD.getCurrentThreadCpuTime() - before;
            cpuNs += spent;
            ns[i] = (double) spent / (counter.events - eventsBefore);
            inUnits[i] = ns[i] / unit[i];
        }
        allocated = THREAD.getThreadAllocatedBytes(thread) - allocated;
        kernelEvents = counter.events - kernelEvents;
        Arrays.sort(inUnits);
        Arrays.sort(ns);
        Arrays.sort(unit);
        System.out.printf(
                Locale.ROOT,
                "%-12s U/event median %.2f quartiles %.2f..%.2f | ns/event median %.0f min %.0f, U %.0f ns | "
                        + "%.2f M events/s, %.2f M dispatched/s | %.1f simulated s per CPU s | %.4f B/dispatched%n",
                name,
                inUnits[chunks / 2],
                inUnits[chunks / 4],
                inUnits[chunks * 3 / 4],
                ns[chunks / 2],
                ns[0],
                unit[chunks / 2],
                kernelEvents * 1e3 / cpuNs,
                dispatched * 1e3 / cpuNs,
                (double) (simulation.nowNs() - simulated) / cpuNs,
                (double) allocated / dispatched);
    }

    /** Runs all; an argument gives the number of chunks, default 25. */
    public static void main(String[] args) {
        int chunks = args.length == 0 ? 25 : Integer.parseInt(args[0]);
        measure("8/50", "8c", 50, 2_000_000, 8_000_000, chunks);
        measure("64/1000", "64c", 1_000, 2_000_000, 8_000_000, chunks);
        measure("256/10000", "256c", 10_000, 2_000_000, 8_000_000, chunks);
        measure("384/768", "2s 12l 8c 2t", 768, 2_000_000, 2_000_000, chunks);
    }
}
