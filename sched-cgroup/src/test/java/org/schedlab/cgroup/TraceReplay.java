package org.schedlab.cgroup;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.schedlab.engine.RunContext;
import org.schedlab.mechanism.CpuRunQueue;
import org.schedlab.mechanism.GroupDriver;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.mechanism.MechanismConfig;
import org.schedlab.mechanism.Task;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.policies.CorePlugin;
import org.schedlab.scenario.Composer;
import org.schedlab.spi.KernelProfile;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PolicyKind;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import tools.jackson.databind.JsonNode;

/**
 * Replays what a recorded kernel did on the mechanism: its wakeups, switches and updates of blocked averages at their times, and ticks. Only the
 * load that follows from them is the model's. Gives the number of listed queues over time.
 */
final class TraceReplay implements GroupDriver {

    private static final long CLOCK_START_NS = 1_000_000_000L;
    private static final long TICK_NS = 4_000_000;
    private static final int NORMAL_PRIO = 120;
    private static final int CPUS = 2;
    private static final Pattern EVENT = Pattern.compile("\\[(\\d+)\\]\\s+(\\d+)\\.(\\d{9}): (\\w+):\\s+(.*)");
    private static final Pattern WAKEUP = Pattern.compile("(.*):(\\d+) \\[(-?\\d+)\\] CPU:(\\d+)");
    private static final Pattern SWITCH =
            Pattern.compile("(.*):(\\d+) \\[(-?\\d+)\\] (\\S+) ==> (.*):(\\d+) \\[(-?\\d+)\\]");
    private static final Pattern UPDATE = Pattern.compile(".*cpu=(\\d+)");

    private final RecordedCell cell;
    private final Path folder;
    private final CgroupTree tree;
    private final Mechanism mechanism;
    private final Map<Integer, Task> tasks = new HashMap<>();
    private final TreeMap<Long, Integer> lengths = new TreeMap<>();
    private long nowNs = CLOCK_START_NS;
    private long nextTickNs;

    TraceReplay(Path folder) throws IOException {
        this.cell = new RecordedCell(folder);
        this.folder = folder;
        Topology topology = Topology.regular(CPUS + "c");
        Catalogue catalogue = Composer.catalogue(List.of(new CorePlugin(), new CgroupPlugin()));
        KernelProfile profile = catalogue.profile(cell.kernel());
        ResolvedSettings settings = new ResolvedSettings.Builder(catalogue, CPUS)
                .profile(profile)
                .with("tick_ns", TICK_NS)
                .build();
        String id = profile.policies().get(PolicyKind.PICK);
        PickPolicy<?, ?> pick = (PickPolicy<?, ?>)
                catalogue.choose(PolicyKind.PICK, id).create(new RunContext(topology, settings, 1, id));
        tree = new CgroupTree(settings, topology, this);
        mechanism = new Mechanism(new MechanismConfig(topology, settings, pick, tree.hooks(), false));
        JsonNode pids = cell.manifest.get("pids");
        for (String pid : pids.propertyNames()) {
            String name = pids.get(pid).asString();
            String group = group(name);
            Task task = task(Integer.parseInt(pid), name, NORMAL_PRIO, Character.getNumericValue(lastDigit(name)) % CPUS);
            if (group != null) {
                if (!tree.exists(group)) {
                    tree.create(group);
                }
                tree.move(task, group);
            }
        }
        JsonNode phase = cell.metrics.get("start_after_tick_ns");
        nextTickNs = CLOCK_START_NS + TICK_NS - (phase == null ? 0 : phase.asLong() % TICK_NS);
    }

    private static char lastDigit(String name) {
        char last = name.charAt(name.length() - 1);
        return Character.isDigit(last) ? last : '0';
    }

    private @Nullable String group(String thread) {
        JsonNode spec = cell.manifest.get("workload").get("tasks").get(thread.replaceAll("-\\d+$", ""));
        JsonNode group = spec == null ? null : spec.get("taskgroup");
        return group == null ? null : group.asString();
    }

    private Task task(int pid, String name, int prio, int cpu) {
        return tasks.computeIfAbsent(pid, p -> {
            boolean fair = prio >= 100;
            return mechanism.newTask(
                    name,
                    fair ? SchedulingPolicy.NORMAL : SchedulingPolicy.FIFO,
                    fair ? prio - NORMAL_PRIO : 0,
                    fair ? 0 : 99 - prio,
                    CpuMask.firstCpus(CPUS),
                    cpu);
        });
    }

    /** Queues listed on all CPUs by time since the start, after each event. */
    TreeMap<Long, Integer> run() throws IOException {
        long start = cell.manifest.get("start_ts").asLong();
        try (BufferedReader trace = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(folder.resolve("trace.txt.gz"))), StandardCharsets.UTF_8))) {
            for (String line = trace.readLine(); line != null; line = trace.readLine()) {
                Matcher event = EVENT.matcher(line);
                if (event.find()) {
                    long at = Long.parseLong(event.group(2)) * 1_000_000_000 + Long.parseLong(event.group(3));
                    ticksUntil(at - start + CLOCK_START_NS);
                    nowNs = at - start + CLOCK_START_NS;
                    event(Integer.parseInt(event.group(1)), event.group(4), event.group(5));
                    lengths.put(at - start, tree.leafStatistics().length(0) + tree.leafStatistics().length(1));
                }
            }
        }
        return lengths;
    }

    private void ticksUntil(long ns) {
        while (nextTickNs <= ns) {
            nowNs = nextTickNs;
            for (int cpu = 0; cpu < CPUS; cpu++) {
                if (!mechanism.cpu(cpu).idle()) {
                    updateClock(cpu);
                    mechanism.tick(cpu);
                    pickAgain(cpu);
                }
            }
            nextTickNs += TICK_NS;
        }
    }

    /** A pick that ends with the same task leaves no event, but takes sleepers off whose dequeue was put off. */
    private void pickAgain(int cpu) {
        CpuRunQueue rq = mechanism.cpu(cpu);
        if (rq.resched() || rq.lazyResched()) {
            mechanism.pickNext(cpu);
            mechanism.switchTo(cpu, rq.current());
        }
    }

    private void event(int cpu, String kind, String text) {
        if (kind.equals("sched_wakeup")) {
            Matcher m = WAKEUP.matcher(text);
            if (m.find()) {
                int target = Integer.parseInt(m.group(4));
                wake(task(Integer.parseInt(m.group(2)), m.group(1), Integer.parseInt(m.group(3)), target), target);
            }
        } else if (kind.equals("sched_switch")) {
            Matcher m = SWITCH.matcher(text);
            if (m.find()) {
                switched(cpu, m);
            }
        } else if (kind.equals("ub")) {
            Matcher m = UPDATE.matcher(text);
            if (m.find()) {
                int aged = Integer.parseInt(m.group(1));
                updateClock(aged);
                mechanism.updateBlocked(aged);
            }
        }
    }

    private void wake(Task task, int cpu) {
        updateClock(cpu);
        if (!task.runnable()) {
            updateClock(task.cpu());
            mechanism.wake(task, task.delayed() ? task.cpu() : cpu, 0);
        }
        if (task.cpu() != cpu && mechanism.cpu(task.cpu()).current() != task) {
            // The balancer moved it; that has no event in these recordings.
            updateClock(task.cpu());
            mechanism.detach(task);
            mechanism.attach(task, cpu);
        }
    }

    private void switched(int cpu, Matcher m) {
        updateClock(cpu);
        Task current = mechanism.cpu(cpu).current();
        boolean leaves = !m.group(4).startsWith("R");
        if (current != null && current == tasks.get(Integer.parseInt(m.group(2))) && leaves) {
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
        mechanism.switchTo(cpu, next);
    }

    @Override
    public long nowNs() {
        return nowNs;
    }

    @Override
    public void updateClock(int cpu) {
        mechanism.clock(cpu, nowNs);
    }

    @Override
    public void changed(int cpu) {}

    @Override
    public void arm(int timer, long atNs) {}

    @Override
    public void cancel(int timer) {}
}
