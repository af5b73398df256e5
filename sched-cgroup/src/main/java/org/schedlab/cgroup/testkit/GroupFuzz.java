package org.schedlab.cgroup.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.schedlab.mechanism.LeafStatistics;
import org.schedlab.spi.RandomStream;
import org.schedlab.testkit.ProbeViolationException;

/**
 * Runs random operations on fresh machines, looks at the probes after each, and shrinks what fails to a short timeline that fails in the same
 * way. The same seed gives the same operations. One thread.
 */
public final class GroupFuzz {

    private final Supplier<GroupMachine> machines;
    private final BiFunction<RandomStream, GroupMachine, GroupOperation> source;
    private final List<GroupProbe> probes;
    private final Predicate<RuntimeException> crash;
    private long operations;
    private long machinesMade;
    private long listed;
    private long visited;
    private long pruned;
    private long orphaned;
    private long groupsLeft;
    private long crashes;

    /** As below, for a release whose every failure is one of the model. */
    public GroupFuzz(
            Supplier<GroupMachine> machines,
            BiFunction<RandomStream, GroupMachine, GroupOperation> source,
            List<GroupProbe> probes) {
        this(machines, source, probes, failure -> false);
    }

    /**
     * @param machines makes a machine, always in the same state
     * @param source chooses the next operation for a machine of a shape, as {@link GroupOperations#random} does
     * @param crash tells failures of operations that the kernel of the release has too; a timeline ends with one, and that is right
     */
    public GroupFuzz(
            Supplier<GroupMachine> machines,
            BiFunction<RandomStream, GroupMachine, GroupOperation> source,
            List<GroupProbe> probes,
            Predicate<RuntimeException> crash) {
        this.machines = machines;
        this.source = source;
        this.probes = List.copyOf(probes);
        this.crash = crash;
    }

    /** What the machines have done so far, in one line; for a look at how much was tried. */
    public String summary() {
        return operations + " operations on " + machinesMade + " machines: " + listed + " queues listed by enqueues, "
                + visited
                + " visited, " + pruned + " pruned (" + orphaned
                + " over a listed child), " + groupsLeft + " groups at the end, " + crashes
                + " machines crashed as the release does";
    }

    /** How a timeline failed: after how many operations, and what the probe, or the machine itself, said. */
    private record Failure(int operations, String kind, String what) {}

    /**
     * Runs {@code episodes} timelines of {@code length} operations.
     *
     * @throws ProbeViolationException with the seed, the fault and the shortest timeline found
     */
    public void run(long seed, int episodes, int length) {
        for (int episode = 0; episode < episodes; episode++) {
            RandomStream random = new RandomStream(seed, "episode " + episode);
            GroupMachine shape = machines.get();
            List<GroupOperation> timeline = new ArrayList<>(length);
            for (int i = 0; i < length; i++) {
                timeline.add(source.apply(random, shape));
            }
            Failure failure = play(timeline);
            if (failure != null) {
                throw violation(seed, episode, timeline, failure);
            }
        }
    }

    private ProbeViolationException violation(long seed, int episode, List<GroupOperation> timeline, Failure first) {
        List<GroupOperation> shortest = shrink(new ArrayList<>(timeline.subList(0, first.operations())), first.kind());
        Failure last = play(shortest);
        StringBuilder text = new StringBuilder(last == null ? first.what() : last.what())
                .append("\nseed ")
                .append(seed)
                .append(", episode ")
                .append(episode)
                .append(", operation ")
                .append(first.operations())
                .append("; shortest timeline:");
        shortest.forEach(o -> text.append("\n  ").append(o));
        return new ProbeViolationException(text.toString());
    }

    private @Nullable Failure play(List<GroupOperation> timeline) {
        GroupMachine machine = machines.get();
        for (int i = 0; i < timeline.size(); i++) {
            try {
                timeline.get(i).run(machine);
            } catch (RuntimeException e) {
                if (crash.test(e)) {
                    crashes++;
                    count(machine, i + 1);
                    return null;
                }
                return new Failure(i + 1, e.getClass().getName(), timeline.get(i) + " failed: " + e + at(e));
            }
            for (int p = 0; p < probes.size(); p++) {
                String fault = probes.get(p).fault(machine);
                if (fault != null) {
                    return new Failure(i + 1, "probe " + p, fault);
                }
            }
        }
        count(machine, timeline.size());
        return null;
    }

    private void count(GroupMachine machine, int length) {
        LeafStatistics leaves = machine.tree().leafStatistics();
        operations += length;
        machinesMade++;
        listed += leaves.addedByEnqueue();
        visited += leaves.queuesVisited();
        pruned += leaves.pruned();
        for (int cpu = 0; cpu < machine.cpus(); cpu++) {
            orphaned += machine.hooks().leaves().orphaned(cpu);
        }
        groupsLeft += machine.tree().paths().size() - 1;
    }

    private static String at(RuntimeException e) {
        StackTraceElement[] trace = e.getStackTrace();
        return trace.length == 0 ? "" : " at " + trace[0];
    }

    /** Leaves out ever smaller parts as long as the rest fails in the same way. */
    private List<GroupOperation> shrink(List<GroupOperation> failing, String kind) {
        List<GroupOperation> best = failing;
        for (int part = Math.max(1, best.size() / 2); part >= 1; part /= 2) {
            boolean shrunk = true;
            while (shrunk) {
                shrunk = false;
                for (int from = 0; from + part <= best.size(); ) {
                    List<GroupOperation> rest = new ArrayList<>(best.subList(0, from));
                    rest.addAll(best.subList(from + part, best.size()));
                    Failure failure = play(rest);
                    if (failure != null && failure.kind().equals(kind)) {
                        best = new ArrayList<>(rest.subList(0, failure.operations()));
                        shrunk = true;
                    } else {
                        from += part;
                    }
                }
            }
        }
        return best;
    }
}
