package org.schedlab.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.schedlab.cgroup.testkit.GroupMachine;
import org.schedlab.mechanism.CpuRunQueue;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.mechanism.Task;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.topology.CpuMask;

/**
 * The number of queues on the leaf lists of recorded kernels in which 200 or 1,000 groups ran once. The model follows the recorded wakeups and
 * switches, and ages blocked load when and where the recorded kernel did.
 */
class RecordedLeafListTest {

    private static final Pattern LINE =
            Pattern.compile("^\\s*.+-\\d+\\s+\\[(\\d+)\\]\\s+(\\d+)\\.(\\d{9}): (\\w+):\\s+(.*)$");
    private static final Pattern SWITCH =
            Pattern.compile("^(.*):(\\d+) \\[(-?\\d+)\\] (\\S+) ==> (.*):(\\d+) \\[(-?\\d+)\\].*$");
    private static final Pattern WAKEUP = Pattern.compile("^(.*):(\\d+) \\[(-?\\d+)\\].* CPU:(\\d+).*$");
    private static final Pattern AGED = Pattern.compile(".*cpu=(\\d+).*");
    private static final Pattern SAMPLE =
            Pattern.compile("\\{\"t_us\": ([\\d.]+), \"read_end_us\": ([\\d.]+), \"cfs_rq_listed\": (\\d+)\\}");

    private static final long TICK_NS = 4_000_000;
    private static final long BIN_NS = 20_000;

    /** Of 156 samples; all while a hog runs beside 1,000 groups, on 6.1 and 7.3. */
    private static final int KNOWN_MISSES = 3;

    private record Sample(double fromUs, double toUs, int listed) {}

    /** One recording under replay. */
    private static final class Replay {
        private final GroupMachine machine;
        private final Mechanism mechanism;
        private final Map<Integer, Task> tasks = new TreeMap<>();
        private final boolean hrtick;
        private final long[] sliceEndNs = {Long.MAX_VALUE, Long.MAX_VALUE};
        private long nextTickNs;
        private long startNs;
        private final TreeMap<Long, Integer> lengths = new TreeMap<>();

        Replay(String kernel) {
            // The recorded 7.3 ends slices by a timer, the others at ticks.
            hrtick = kernel.equals("7.3");
            machine = Kernels.machine(kernel, 2, 0, 0);
            mechanism = machine.mechanism();
        }

        /** All threads of groups have run for 0.07 ms each, 3 s before the recording starts. */
        void settle(Path manifest, long firstNs, long phaseNs) throws IOException {
            String text = Files.readString(manifest);
            machine.advance(Math.max(0, firstNs - 3_000_000_000L - machine.nowNs()));
            Matcher pid = Pattern.compile("\"(\\d+)\": \"(g\\d+)\"").matcher(text);
            while (pid.find()) {
                String name = pid.group(2);
                Matcher cpu = Pattern.compile("\"" + name + "\": \\{[^}]*\"cpus\": \\[\\s*(\\d+)")
                        .matcher(text);
                assertThat(cpu.find()).as(name).isTrue();
                int on = Integer.parseInt(cpu.group(1));
                Task task = task(Integer.parseInt(pid.group(1)), name, 120, on);
                machine.tree().create("/" + name.toUpperCase(Locale.ROOT));
                machine.tree().move(task, "/" + name.toUpperCase(Locale.ROOT));
                mechanism.fork(task, null, on);
                mechanism.switchTo(on, mechanism.pickNext(on));
                machine.advance(70_000);
                mechanism.block(on);
                mechanism.switchTo(on, mechanism.pickNext(on));
            }
            machine.advance(Math.max(0, firstNs - 50_000_000L - machine.nowNs()));
            for (int cpu = 0; cpu < 2; cpu++) {
                mechanism.updateBlocked(cpu);
            }
            nextTickNs = Math.floorDiv(firstNs, TICK_NS) * TICK_NS + phaseNs;
        }

        private Task task(int pid, String name, int prio, int cpu) {
            return tasks.computeIfAbsent(pid, p -> {
                boolean fair = prio >= 100;
                int rt = fair ? 0 : Math.min(99, Math.max(1, 99 - prio));
                SchedulingPolicy policy = fair ? SchedulingPolicy.NORMAL : SchedulingPolicy.FIFO;
                return mechanism.newTask(name, policy, fair ? prio - 120 : 0, rt, CpuMask.firstCpus(2), cpu);
            });
        }

        void line(String line) {
            Matcher m = LINE.matcher(line);
            if (!m.matches()) {
                return;
            }
            long now = Long.parseLong(m.group(2)) * 1_000_000_000L + Long.parseLong(m.group(3));
            ticksUntil(now);
            machine.advance(Math.max(0, now - machine.nowNs()));
            String rest = m.group(5);
            switch (m.group(4)) {
                case "print" -> startNs = rest.contains("truth_start") ? now : startNs;
                case "sched_wakeup", "sched_wakeup_new" -> wakeup(rest);
                case "sched_switch" -> switched(Integer.parseInt(m.group(1)), rest);
                case "ub" -> {
                    Matcher aged = AGED.matcher(rest);
                    if (aged.matches()) {
                        mechanism.updateBlocked(Integer.parseInt(aged.group(1)));
                    }
                }
                default -> {
                    return;
                }
            }
            lengths.put(now, length());
        }

        /** Ticks, and in 7.3 ends of slices, up to the next recorded event. */
        private void ticksUntil(long now) {
            for (int cpu = 0; cpu < 2; cpu++) {
                armSliceEnd(cpu);
            }
            long next = Math.min(nextTickNs, Math.min(sliceEndNs[0], sliceEndNs[1]));
            while (next <= now) {
                machine.advance(Math.max(0, next - machine.nowNs()));
                for (int cpu = 0; cpu < 2; cpu++) {
                    if (sliceEndNs[cpu] <= next) {
                        mechanism.hrtick(cpu);
                        repick(cpu);
                        armSliceEnd(cpu);
                    }
                    if (nextTickNs <= next) {
                        mechanism.tick(cpu);
                        repick(cpu);
                        armSliceEnd(cpu);
                    }
                }
                nextTickNs += nextTickNs <= next ? TICK_NS : 0;
                next = Math.min(nextTickNs, Math.min(sliceEndNs[0], sliceEndNs[1]));
            }
        }

        private void armSliceEnd(int cpu) {
            long left = hrtick ? mechanism.sliceEndNs(cpu) : Long.MAX_VALUE;
            sliceEndNs[cpu] = left == Long.MAX_VALUE ? left : machine.nowNs() + Math.max(10_000, left);
        }

        /** A pick that leaves the running task in place is not recorded, but sleepers may leave by it. */
        private void repick(int cpu) {
            CpuRunQueue rq = mechanism.cpu(cpu);
            Task current = rq.current();
            if (current != null && current.runnable() && (rq.resched() || rq.lazyResched())) {
                mechanism.pickNext(cpu);
                mechanism.switchTo(cpu, current);
            }
        }

        private int length() {
            return machine.tree().leafStatistics().length(0)
                    + machine.tree().leafStatistics().length(1);
        }

        private void wakeup(String rest) {
            Matcher m = WAKEUP.matcher(rest);
            if (m.matches()) {
                int cpu = Integer.parseInt(m.group(4));
                wake(task(Integer.parseInt(m.group(2)), m.group(1), Integer.parseInt(m.group(3)), cpu), cpu);
            }
        }

        private void wake(Task task, int cpu) {
            if (task.runnable()) {
                return;
            }
            if (!task.started()) {
                mechanism.fork(task, null, cpu);
                return;
            }
            boolean moves = task.delayed() && task.cpu() != cpu;
            mechanism.wake(task, task.delayed() ? task.cpu() : cpu, 0);
            if (moves) {
                mechanism.detach(task);
                mechanism.attach(task, cpu);
            }
        }

        private void switched(int cpu, String rest) {
            Matcher m = SWITCH.matcher(rest);
            if (!m.matches()) {
                return;
            }
            CpuRunQueue rq = mechanism.cpu(cpu);
            if (rq.current() != null && !m.group(4).startsWith("R")) {
                mechanism.block(cpu);
            }
            mechanism.pickNext(cpu);
            int pid = Integer.parseInt(m.group(6));
            if (pid == 0) {
                mechanism.switchTo(cpu, null);
                return;
            }
            Task next = task(pid, m.group(5), Integer.parseInt(m.group(7)), cpu);
            wake(next, cpu);
            if (next.cpu() != cpu) {
                if (mechanism.cpu(next.cpu()).current() == next) {
                    mechanism.switchTo(next.cpu(), null);
                }
                mechanism.detach(next);
                mechanism.attach(next, cpu);
            }
            mechanism.switchTo(cpu, next);
        }

        /** The lengths that the lists had while the recorded kernel printed them. */
        int[] between(Sample sample) {
            long from = startNs + (long) (sample.fromUs() * 1000);
            long to = startNs + (long) (sample.toUs() * 1000);
            int low = lengths.floorEntry(from).getValue();
            int high = low;
            for (int length : lengths.subMap(from, true, to, true).values()) {
                low = Math.min(low, length);
                high = Math.max(high, length);
            }
            return new int[] {low, high};
        }
    }

    private static List<Sample> samples(Path file) throws IOException {
        List<Sample> samples = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            Matcher m = SAMPLE.matcher(line);
            if (m.matches()) {
                samples.add(new Sample(
                        Double.parseDouble(m.group(1)), Double.parseDouble(m.group(2)), Integer.parseInt(m.group(3))));
            }
        }
        return samples;
    }

    /**
     * The time of the first event and the place of the tick in it: blocked load ages in the softirq of a tick most times, some microseconds after
     * it.
     */
    private static long[] firstAndPhase(Path trace) throws IOException {
        long first = 0;
        int[] bins = new int[(int) (TICK_NS / BIN_NS)];
        try (BufferedReader in = read(trace)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                Matcher m = LINE.matcher(line);
                if (m.matches()) {
                    long now = Long.parseLong(m.group(2)) * 1_000_000_000L + Long.parseLong(m.group(3));
                    first = first == 0 ? now : first;
                    bins[(int) (now % TICK_NS / BIN_NS)] += m.group(4).equals("ub") ? 1 : 0;
                }
            }
        }
        int best = 0;
        for (int bin = 0; bin < bins.length; bin++) {
            best = bins[bin] > bins[best] ? bin : best;
        }
        return new long[] {first, best * BIN_NS};
    }

    private static BufferedReader read(Path gzip) throws IOException {
        return new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(gzip)), StandardCharsets.UTF_8));
    }

    @Test
    void countsAgreeWithinFivePercent() throws IOException {
        Path truth = Path.of(System.getProperty("schedlab.shared", "none"), "truth");
        assumeTrue(Files.isDirectory(truth), "no recordings beside the checkout");
        List<Path> cells = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(truth, "s12-leaf*")) {
            found.forEach(cells::add);
        }
        cells.sort(null);
        List<String> wrong = new ArrayList<>();
        System.out.println(
                "| recording | samples | within 5 % | recorded / modelled at the samples between full and empty |");
        System.out.println("|---|---|---|---|");
        for (Path cell : cells) {
            String name = cell.getFileName().toString();
            Replay replay = new Replay(name.split("__", -1)[1]);
            long[] firstAndPhase = firstAndPhase(cell.resolve("trace.txt.gz"));
            replay.settle(cell.resolve("manifest.json"), firstAndPhase[0], firstAndPhase[1]);
            try (BufferedReader in = read(cell.resolve("trace.txt.gz"))) {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    replay.line(line);
                }
            }
            compare(name, replay, samples(cell.resolve("leaf.jsonl")), wrong);
        }
        // docs/fidelity.md has the table. Between full and empty hundreds of queues go in one pass, so a shift of 2 ms
        // shows.
        assertThat(wrong).as("samples that are off by more than 5 %").hasSizeLessThanOrEqualTo(KNOWN_MISSES);
    }

    private static void compare(String name, Replay replay, List<Sample> samples, List<String> wrong) {
        assertThat(samples).as(name).isNotEmpty();
        int fits = 0;
        int most = samples.stream().mapToInt(Sample::listed).max().orElse(0);
        StringBuilder partly = new StringBuilder();
        for (Sample sample : samples) {
            int[] model = replay.between(sample);
            double slack = 0.05 * sample.listed();
            boolean fit = sample.listed() >= model[0] - slack && sample.listed() <= model[1] + slack;
            fits += fit ? 1 : 0;
            String one = String.format(
                    Locale.ROOT, "%.0f ms: %d/%d..%d", sample.fromUs() / 1000, sample.listed(), model[0], model[1]);
            if (!fit) {
                wrong.add(name + " " + one);
            }
            if (!fit || (sample.listed() > 2 && sample.listed() < most)) {
                partly.append(partly.length() > 0 ? ", " : "").append(one);
            }
        }
        System.out.printf("| %s | %d | %d | %s |%n", name, samples.size(), fits, partly);
    }
}
