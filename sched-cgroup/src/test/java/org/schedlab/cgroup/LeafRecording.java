package org.schedlab.cgroup;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A recording of leaf list lengths: its events in the clock of the recorded run queues, the samples, and what has to be concluded from them: when
 * the balancer moved a task, and by how much the run queues' clock is ahead of the trace's.
 */
final class LeafRecording {

    private static final Pattern LINE =
            Pattern.compile("^\\s*(.+-\\d+)\\s+\\[(\\d+)\\]\\s+(\\d+)\\.(\\d{9}): (\\w+):\\s+(.*)$");
    private static final Pattern NEXT = Pattern.compile("^.* ==> (.*):(\\d+) \\[(-?\\d+)\\].*$");
    private static final Pattern PREVIOUS = Pattern.compile("^(.*):(\\d+) \\[(-?\\d+)\\] \\S+ ==> .*$");
    private static final Pattern WAKEUP = Pattern.compile("^(.*):(\\d+) \\[(-?\\d+)\\].* CPU:(\\d+).*$");
    private static final Pattern AGED = Pattern.compile(".*cpu=(\\d+).*");
    private static final Pattern SAMPLE =
            Pattern.compile("\\{\"t_us\": ([\\d.]+), \"read_end_us\": ([\\d.]+), \"cfs_rq_listed\": (\\d+)\\}");
    private static final Pattern CLOCK = Pattern.compile("(ktime|sched_clk|cpu_clk)\\s+: ([\\d.]+)");
    private static final Pattern SNAPSHOT = Pattern.compile("#### snapshot 0 t_us ([\\d.]+) mono_ns (\\d+)");

    private static final long TICK_NS = 4_000_000;
    private static final long BIN_NS = 20_000;

    /** A thread as an event names it, and the CPU that it goes to. */
    record TraceThread(String name, int pid, int prio, int cpu) {}

    /** Something recorded: who did it where and when, and the rest of the line. */
    record Event(String by, int cpu, long nowNs, String kind, String rest) {

        /** The thread that a wakeup or a switch makes run, or null for the idle thread. */
        @Nullable
        TraceThread thread() {
            boolean wakeup = kind.startsWith("sched_wakeup");
            Matcher m = (wakeup ? WAKEUP : NEXT).matcher(rest);
            if (!m.matches() || m.group(2).equals("0")) {
                return null;
            }
            int on = wakeup ? Integer.parseInt(m.group(4)) : cpu;
            return new TraceThread(m.group(1), Integer.parseInt(m.group(2)), Integer.parseInt(m.group(3)), on);
        }

        /** The CPU whose averages are aged. */
        int aged() {
            Matcher m = AGED.matcher(rest);
            return m.matches() ? Integer.parseInt(m.group(1)) : cpu;
        }
    }

    /** A length that was printed between two times, counted from the start. */
    record Sample(double fromUs, double toUs, int listed) {}

    final String name;
    final String kernel;
    final List<Event> events = new ArrayList<>();
    final List<Sample> samples = new ArrayList<>();

    /** Tasks that the balancer moved right after an event, by the event's place. */
    final Map<Integer, List<TraceThread>> moves = new TreeMap<>();

    /** When the recorded threads were released. */
    final long startNs;

    /** The CPU of the thread that released the recorded ones, and before had started them. */
    final int releaseCpu;

    /**
     * Reads a recording.
     *
     * @param keptLag whether the threads on the releasing thread's CPU are taken to have kept a positive lag
     */
    LeafRecording(Path cell, boolean keptLag) throws IOException {
        name = cell.getFileName().toString();
        kernel = name.split("__", -1)[1];
        long start = 0;
        int release = 0;
        try (BufferedReader in = read(cell.resolve("trace.txt.gz"))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                Matcher m = LINE.matcher(line);
                if (m.matches()) {
                    long now = Long.parseLong(m.group(3)) * 1_000_000_000L + Long.parseLong(m.group(4));
                    if (m.group(6).contains("truth_start")) {
                        start = now;
                        release = Integer.parseInt(m.group(2));
                    }
                    events.add(new Event(m.group(1), Integer.parseInt(m.group(2)), now, m.group(5), m.group(6)));
                }
            }
        }
        long ahead = clockAheadNs(cell, start);
        events.replaceAll(e -> new Event(e.by(), e.cpu(), e.nowNs() + ahead, e.kind(), e.rest()));
        startNs = start + ahead;
        releaseCpu = release;
        for (String line : Files.readAllLines(cell.resolve("leaf.jsonl"))) {
            Matcher m = SAMPLE.matcher(line);
            if (m.matches()) {
                samples.add(new Sample(
                        Double.parseDouble(m.group(1)), Double.parseDouble(m.group(2)), Integer.parseInt(m.group(3))));
            }
        }
        orderFirstWakeups(keptLag);
        findMoves();
    }

    /**
     * Threads that wait on a CPU until the releasing task leaves it run in the order of lags which they had kept from before, and which are not
     * recorded. Here they wake in the order in which they then run; in the opposite one where all kept the same positive lag, since each of them that is
     * placed pulls the average back, so that the last placed is the first to run.
     */
    private void orderFirstWakeups(boolean keptLag) {
        Map<Integer, Integer> firstRun = new HashMap<>();
        int[] firstSwitch = {events.size(), events.size()};
        for (int i = 0; i < events.size(); i++) {
            Event event = events.get(i);
            if (event.kind().equals("sched_switch") && event.nowNs() > startNs) {
                firstSwitch[event.cpu()] = Math.min(firstSwitch[event.cpu()], i);
                TraceThread thread = event.thread();
                if (thread != null) {
                    firstRun.putIfAbsent(thread.pid(), i);
                }
            }
        }
        for (int cpu = 0; cpu < firstSwitch.length; cpu++) {
            List<Integer> places = new ArrayList<>();
            for (int i = 0; i < firstSwitch[cpu]; i++) {
                Event event = events.get(i);
                boolean wakes = event.kind().startsWith("sched_wakeup") && event.nowNs() > startNs;
                TraceThread thread = wakes ? event.thread() : null;
                if (thread != null && thread.cpu() == cpu) {
                    places.add(i);
                }
            }
            List<Event> woken = new ArrayList<>(places.stream().map(events::get).toList());
            woken.sort(Comparator.comparingInt(e -> {
                TraceThread thread = e.thread();
                return thread == null ? Integer.MAX_VALUE : firstRun.getOrDefault(thread.pid(), Integer.MAX_VALUE);
            }));
            if (keptLag && cpu == releaseCpu) {
                Collections.reverse(woken);
            }
            for (int i = 0; i < woken.size(); i++) {
                Event place = events.get(places.get(i));
                Event other = woken.get(i);
                events.set(
                        places.get(i), new Event(place.by(), place.cpu(), place.nowNs(), place.kind(), other.rest()));
            }
        }
    }

    private static BufferedReader read(Path gzip) throws IOException {
        return new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(gzip)), StandardCharsets.UTF_8));
    }

    /**
     * By how much the clock of the run queues (cpu_clk) is ahead of the trace's (sched_clk): it decides where periods of load tracking begin.
     * Recordings with sched/debug say it. For the others, each of which was another boot, it follows from CLOCK_MONOTONIC, which is ahead of cpu_clk
     * by the same in all boots of a kernel, to 6 us.
     */
    private long clockAheadNs(Path cell, long startNs) throws IOException {
        Clocks own = Clocks.of(cell);
        if (own.cpuNs() != 0) {
            return own.cpuNs() - own.schedNs();
        }
        List<Path> others = new ArrayList<>();
        try (DirectoryStream<Path> found =
                Files.newDirectoryStream(cell.resolveSibling("."), "*__" + kernel + "__c2")) {
            found.forEach(others::add);
        }
        others.sort(null);
        for (Path other : others) {
            Clocks clocks = Clocks.of(other);
            if (clocks.cpuNs() != 0) {
                return own.snapshotMonotonicNs() - startNs - own.snapshotNs() - (clocks.monotonicNs() - clocks.cpuNs());
            }
        }
        throw new IllegalStateException("no recording of " + kernel + " tells its clocks");
    }

    /** The clocks that the snapshots of a recording show; 0 where they do not. */
    private record Clocks(long snapshotNs, long snapshotMonotonicNs, long monotonicNs, long schedNs, long cpuNs) {

        static Clocks of(Path cell) throws IOException {
            long[] found = new long[3];
            long snapshot = 0;
            long snapshotMonotonic = 0;
            try (BufferedReader in = read(cell.resolve("snapshots.txt.gz"))) {
                for (String line = in.readLine(); line != null && found[2] == 0; line = in.readLine()) {
                    Matcher clock = CLOCK.matcher(line);
                    Matcher first = SNAPSHOT.matcher(line);
                    if (clock.matches()) {
                        found[List.of("ktime", "sched_clk", "cpu_clk").indexOf(clock.group(1))] = ns(clock.group(2));
                    } else if (first.find()) {
                        snapshot = ns(first.group(1)) / 1000;
                        snapshotMonotonic = Long.parseLong(first.group(2));
                    }
                }
            }
            return new Clocks(snapshot, snapshotMonotonic, found[0], found[1], found[2]);
        }
    }

    /** Milliseconds with six decimals as nanoseconds. */
    private static long ns(String ms) {
        return Math.round(Double.parseDouble(ms) * 1e6);
    }

    /**
     * A task that runs on another CPU than it was last seen on was moved by the last balancing for that CPU in between, which begins by ageing the
     * CPU's averages.
     */
    private void findMoves() {
        Map<Integer, Integer> cpus = new HashMap<>();
        Map<Integer, Integer> seen = new HashMap<>();
        int[] aged = {-1, -1};
        for (int i = 0; i < events.size(); i++) {
            Event event = events.get(i);
            if (event.kind().equals("ub")) {
                aged[event.aged()] = i;
            }
            if (event.kind().equals("sched_switch")) {
                Matcher previous = PREVIOUS.matcher(event.rest());
                if (previous.matches()) {
                    seen.put(Integer.parseInt(previous.group(2)), i);
                }
            }
            TraceThread thread = event.kind().startsWith("sched_") ? event.thread() : null;
            if (thread == null) {
                continue;
            }
            if (event.kind().equals("sched_switch")
                    && cpus.getOrDefault(thread.pid(), thread.cpu()) != thread.cpu()
                    && aged[thread.cpu()] > seen.getOrDefault(thread.pid(), Integer.MAX_VALUE)) {
                moves.computeIfAbsent(endOfAgeing(aged[thread.cpu()]), k -> new ArrayList<>())
                        .add(thread);
            }
            cpus.put(thread.pid(), thread.cpu());
            seen.put(thread.pid(), i);
        }
    }

    private int endOfAgeing(int from) {
        String by = events.get(from).by();
        for (int i = from; i < events.size(); i++) {
            if (events.get(i).kind().equals("ubret") && events.get(i).by().equals(by)) {
                return i;
            }
        }
        return from;
    }

    /** All threads as they were when they first woke or ran, in that order. */
    Collection<TraceThread> threads() {
        Map<Integer, TraceThread> threads = new LinkedHashMap<>();
        for (Event event : events) {
            TraceThread thread = event.kind().startsWith("sched_") ? event.thread() : null;
            if (thread != null) {
                threads.putIfAbsent(thread.pid(), thread);
            }
        }
        return threads.values();
    }

    /** The place of the tick in 4 ms: blocked load ages in the softirq of a tick most times, some microseconds after it. */
    long tickPhaseNs() {
        int[] bins = new int[(int) (TICK_NS / BIN_NS)];
        for (Event event : events) {
            bins[(int) (event.nowNs() % TICK_NS / BIN_NS)] += event.kind().equals("ub") ? 1 : 0;
        }
        int best = 0;
        for (int bin = 0; bin < bins.length; bin++) {
            best = bins[bin] > bins[best] ? bin : best;
        }
        return best * BIN_NS;
    }
}
