package org.schedlab.cgroup.bandwidth;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.schedlab.cgroup.hierarchy.TaskGroup;
import org.schedlab.mechanism.Task;

/**
 * Random operations on a machine with nested groups under quotas. A list of operations always means the same, and any part of it can be run, so
 * that a failing one can be shortened.
 */
final class RandomOperations {

    private static final int CPUS = 3;
    private static final int GROUPS = 7;
    private static final int TASKS = 8;
    private static final long MS = BandwidthMachine.MS;

    enum Kind {
        RUN,
        WAKE,
        SLEEP,
        LULL,
        QUOTA,
        MOVE,
        GATHER,
        BALANCE,
        CPUSET,
        REMOVE,
        WEIGHT,
        BLOCKED
    }

    /** One operation; what {@code a} and {@code b} choose depends on the state that it meets. */
    record Op(Kind kind, int a, int b, long ns) {
        @Override
        public String toString() {
            return kind.name().toLowerCase(java.util.Locale.ROOT) + " " + a + " " + b + " " + ns;
        }
    }

    private RandomOperations() {}

    static List<Op> generate(long seed, int count) {
        Random random = new Random(seed);
        List<Op> ops = new ArrayList<>(count);
        Kind[] often = {
            Kind.RUN, Kind.RUN, Kind.RUN, Kind.WAKE, Kind.WAKE, Kind.SLEEP, Kind.BALANCE, Kind.WAKE, Kind.WAKE
        };
        for (int i = 0; i < count; i++) {
            Kind kind = random.nextInt(6) == 0
                    ? Kind.values()[random.nextInt(Kind.values().length)]
                    : often[random.nextInt(often.length)];
            long ns = random.nextInt(30) == 0 ? random.nextInt((int) (90 * MS)) : random.nextInt((int) (3 * MS));
            ops.add(new Op(kind, random.nextInt(1 << 16), random.nextInt(1 << 16), ns));
        }
        return ops;
    }

    /** A failure of a run: the operation after which a probe did not hold, and what it said. */
    record Failure(int op, String what) {}

    /** Runs operations on a new machine with all probes after each; null when all hold. */
    static @Nullable Failure run(String release, List<Op> ops, Object... switches) {
        World world = new World(release, switches);
        for (int i = 0; i < ops.size(); i++) {
            try {
                world.apply(ops.get(i));
                world.probe.check();
            } catch (AssertionError | IllegalStateException | IllegalArgumentException e) {
                return new Failure(i, String.valueOf(e.getMessage()));
            }
        }
        return null;
    }

    /** Runs operations and counts how often a listed queue had a parent that was not listed. */
    static long parentsMissing(String release, List<Op> ops, Object... switches) {
        World world = new World(release, switches);
        for (Op op : ops) {
            world.apply(op);
            world.probe.check();
        }
        return world.probe.parentsMissing();
    }

    /** How often things happened that operations do not always come to. */
    record Coverage(long throttledPeriods, long handedOut, long quotas, long cpusets, long forbidden, long removed) {}

    /** Runs operations and tells what they came to. */
    static Coverage coverage(String release, List<Op> ops, Object... switches) {
        World world = new World(release, switches);
        for (Op op : ops) {
            world.apply(op);
            world.probe.check();
        }
        return new Coverage(
                world.probe.throttledPeriods(),
                world.probe.handedOut(),
                world.quotas,
                world.cpusetWrites,
                world.forbidden,
                world.removed);
    }

    /** Shortens a failing list: parts are left out, larger first, as long as the rest still fails. */
    static List<Op> shrink(String release, List<Op> failing, Object... switches) {
        Failure failure = run(release, failing, switches);
        if (failure == null) {
            throw new IllegalArgumentException("the operations do not fail");
        }
        List<Op> shortest = new ArrayList<>(failing.subList(0, failure.op() + 1));
        for (int part = Math.max(shortest.size() / 2, 1); part >= 1; part /= 2) {
            for (int from = 0; from + part <= shortest.size(); ) {
                List<Op> candidate = new ArrayList<>(shortest.subList(0, from));
                candidate.addAll(shortest.subList(from + part, shortest.size()));
                Failure still = run(release, candidate, switches);
                if (still == null) {
                    from += part;
                } else {
                    shortest = new ArrayList<>(candidate.subList(0, still.op() + 1));
                }
            }
        }
        return shortest;
    }

    /** The machine that operations act on. */
    private static final class World {

        private final BandwidthMachine machine;
        private final BandwidthProbe probe;
        private final List<TaskGroup> groups = new ArrayList<>();
        private final Map<TaskGroup, Integer> cpusets = new HashMap<>();
        private final boolean[] sleeping = new boolean[TASKS];
        private int made;
        private long quotas;
        private long cpusetWrites;
        private long forbidden;
        private long removed;

        World(String release, Object... switches) {
            machine = new BandwidthMachine(release, CPUS, switches);
            probe = new BandwidthProbe(machine);
            for (int g = 0; g < GROUPS; g++) {
                groups.add(newGroup(g % 3 == 0 ? null : groups.get(g - 1)));
            }
            for (int t = 0; t < TASKS; t++) {
                machine.task("t" + t, groups.get(t % GROUPS), t % CPUS);
            }
        }

        /** The CPUs of a group: what it asked for of its parent's, or those (effective_cpus). */
        private int cpuset(@Nullable TaskGroup group) {
            if (group == null) {
                return (1 << CPUS) - 1;
            }
            int above = cpuset(group.parent());
            int own = above & cpusets.getOrDefault(group, above);
            return own == 0 ? above : own;
        }

        /** The first CPU from {@code from} on where the task's group may run. */
        private int allowed(Task task, int from) {
            int mask = task.group() instanceof TaskGroup group ? cpuset(group) : cpuset(null);
            int cpu = from;
            while (((mask >> cpu) & 1) == 0) {
                cpu = (cpu + 1) % CPUS;
            }
            return cpu;
        }

        /** Tasks that are queued where their group may not run any more are moved; a delayed one leaves when it is picked or wakes. */
        private void leaveForbidden() {
            for (Task task : machine.tasks) {
                int cpu = allowed(task, task.cpu());
                if (cpu != task.cpu() && !sleeping[machine.tasks.indexOf(task)]) {
                    forbidden++;
                    machine.migrate(task, cpu);
                }
            }
        }

        private TaskGroup newGroup(@Nullable TaskGroup parent) {
            return machine.group("g" + made++, parent);
        }

        void apply(Op op) {
            int t = op.a % TASKS;
            Task task = machine.tasks.get(t);
            int cpu = op.b % CPUS;
            TaskGroup group = groups.get(op.a % GROUPS);
            switch (op.kind) {
                case RUN -> machine.run(op.ns);
                case WAKE -> {
                    if (sleeping[t]) {
                        sleeping[t] = false;
                        machine.wake(task, allowed(task, cpu));
                    }
                }
                case SLEEP -> sleep(cpu);
                case LULL -> {
                    for (int each = 0; each < CPUS; each++) {
                        sleep(each);
                    }
                }
                case QUOTA -> quota(group, op);
                case MOVE -> {
                    machine.hooks.move(task, groups.get(op.b % GROUPS));
                    machine.settle();
                    leaveForbidden();
                }
                case GATHER -> {
                    machine.tasks.forEach(each -> machine.hooks.move(each, group));
                    machine.settle();
                    leaveForbidden();
                }
                case BALANCE -> {
                    if (!sleeping[t]) {
                        machine.migrate(task, allowed(task, cpu));
                    }
                }
                case CPUSET -> {
                    cpusetWrites++;
                    cpusets.put(group, 1 + op.b % ((1 << CPUS) - 1));
                    groups.forEach(g -> machine.hooks.setCpus(g, Integer.bitCount(cpuset(g))));
                    leaveForbidden();
                }
                case REMOVE -> remove(op.a % GROUPS, op.b);
                case WEIGHT -> probe.writeShares(group, (long) (2 + op.b % 1000) << 10);
                case BLOCKED -> machine.mechanism.updateBlocked(cpu);
            }
        }

        private void sleep(int cpu) {
            Task running = machine.cpu(cpu).current();
            if (running != null) {
                sleeping[machine.tasks.indexOf(running)] = true;
                machine.sleep(cpu);
            }
        }

        private void quota(TaskGroup group, Op op) {
            quotas++;
            // Charges up to now belong to the account that ends.
            machine.chargeAll();
            machine.settle();
            long periodNs = (long) (1 + op.b % 100) * MS;
            long quotaNs = MS + (op.a * 3_001L + op.ns) % (2 * periodNs);
            boolean none = op.b % 5 == 0;
            probe.forget(group);
            long usedNs = machine.usedNs(group);
            machine.quota(
                    group, none ? CfsBandwidth.NO_QUOTA : quotaNs, periodNs, none || op.b % 3 != 0 ? 0 : quotaNs / 2);
            probe.begin(group, usedNs);
        }

        private void remove(int index, int choice) {
            TaskGroup group = groups.get(index);
            if (group.children() != 0 || group.tasks() != 0) {
                return;
            }
            removed++;
            machine.hooks.removeGroup(group);
            probe.forget(group);
            TaskGroup parent = groups.get(choice % GROUPS);
            cpusets.remove(group);
            groups.set(index, newGroup(parent == group || choice % 3 == 0 ? null : parent));
            machine.settle();
        }
    }

    static String show(List<Op> ops) {
        return Arrays.toString(ops.toArray());
    }
}
