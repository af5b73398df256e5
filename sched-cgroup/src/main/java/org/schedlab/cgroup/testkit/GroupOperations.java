package org.schedlab.cgroup.testkit;

import org.schedlab.mechanism.Task;
import org.schedlab.spi.RandomStream;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.input.InvalidInputException;

/** The operations of tasks and groups, and a random mix of them. Stateless. */
public final class GroupOperations {

    private GroupOperations() {}

    /** Time passes, and a CPU has its tick. */
    public record Tick(int cpu, long ns) implements GroupOperation {
        @Override
        public void run(GroupMachine machine) {
            machine.advance(ns);
            machine.tick(cpu);
        }
    }

    /** CPUs that asked for it switch. */
    public record Serve() implements GroupOperation {
        @Override
        public void run(GroupMachine machine) {
            machine.serve();
        }
    }

    /** A task wakes, or starts. */
    public record Wake(int task, int cpu, boolean preempt) implements GroupOperation {
        @Override
        public void run(GroupMachine machine) {
            machine.wake(machine.tasks().get(task), cpu, preempt);
        }
    }

    /** What runs on a CPU goes to sleep, and the CPU switches. */
    public record Sleep(int cpu) implements GroupOperation {
        @Override
        public void run(GroupMachine machine) {
            if (machine.mechanism().cpu(cpu).current() != null) {
                machine.mechanism().block(cpu);
                machine.schedule(cpu);
            }
        }
    }

    /** What runs on a CPU ends. */
    public record Exit(int cpu) implements GroupOperation {
        @Override
        public void run(GroupMachine machine) {
            machine.exit(cpu);
        }
    }

    /** A CPU switches. */
    public record Schedule(int cpu) implements GroupOperation {
        @Override
        public void run(GroupMachine machine) {
            machine.schedule(cpu);
        }
    }

    /** A task changes its CPU, as by balancing. */
    public record Migrate(int task, int cpu) implements GroupOperation {
        @Override
        public void run(GroupMachine machine) {
            Task moved = machine.tasks().get(task);
            machine.place(moved, machine.allowedCpu(moved, cpu));
        }
    }

    /** A task goes to the group of a place, or to the root for a negative one. */
    public record Move(int task, int group) implements GroupOperation {
        @Override
        public void run(GroupMachine machine) {
            String path = group < 0 ? "/" : machine.path(group);
            if (machine.tree().exists(path)) {
                Task moved = machine.tasks().get(task);
                machine.tree().move(moved, path);
                machine.place(moved, machine.allowedCpu(moved, moved.cpu()));
            }
        }
    }

    /** A group comes into being. */
    public record Create(int group) implements GroupOperation {
        @Override
        public void run(GroupMachine machine) {
            String path = machine.path(group);
            String above = path.substring(0, path.lastIndexOf('/'));
            if (!machine.tree().exists(path)
                    && (above.isEmpty() || machine.tree().exists(above))) {
                machine.tree().create(path);
                machine.moveTasksAway();
            }
        }
    }

    /** A group without groups below is removed, its tasks going to the root. */
    public record Remove(int group) implements GroupOperation {
        @Override
        public void run(GroupMachine machine) {
            String path = machine.path(group);
            if (!machine.tree().exists(path)
                    || machine.tree().paths().stream().anyMatch(p -> p.startsWith(path + "/"))) {
                return;
            }
            for (Task task : machine.tasks()) {
                if (machine.tree().pathOf(task).equals(path)) {
                    machine.tree().move(task, "/");
                }
            }
            machine.tree().remove(path);
        }
    }

    /** A control file of a group is written; a refusal changes nothing. */
    public record Write(int group, String file, String value) implements GroupOperation {
        @Override
        public void run(GroupMachine machine) {
            String path = machine.path(group);
            if (machine.tree().exists(path)) {
                try {
                    machine.tree().write(path, file, value);
                } catch (InvalidInputException refused) {
                    // The weight of an idle group cannot be set, for one; nothing has changed.
                    return;
                }
            }
        }
    }

    /** A group gets another cpuset; its tasks, and those of groups below, leave other CPUs. */
    public record Cpuset(int group, String list) implements GroupOperation {
        @Override
        public void run(GroupMachine machine) {
            String path = machine.path(group);
            if (machine.tree().exists(path)) {
                machine.tree().write(path, "cpuset.cpus", list);
                machine.moveTasksAway();
            }
        }
    }

    /** A task may run on other CPUs than before. */
    public record Affinity(int task, int mask) implements GroupOperation {
        @Override
        public void run(GroupMachine machine) {
            CpuMask cpus = new CpuMask(machine.cpus());
            for (int cpu = 0; cpu < machine.cpus(); cpu++) {
                if ((mask & 1 << cpu) != 0) {
                    cpus.set(cpu);
                }
            }
            machine.mechanism().setAllowed(machine.tasks().get(task), cpus);
            machine.moveTasksAway();
        }
    }

    /** A CPU goes offline or comes back. */
    public record Hotplug(int cpu, boolean online) implements GroupOperation {
        @Override
        public void run(GroupMachine machine) {
            machine.hotplug(cpu, online);
        }
    }

    /**
     * A task changes nice level and policy. Not while it sleeps on a queue that is off the leaf list: every release up to 7.3 then puts load there
     * that nothing decays.
     */
    public record SetPolicy(int task, SchedulingPolicy policy, int nice) implements GroupOperation {
        @Override
        public void run(GroupMachine machine) {
            Task changed = machine.tasks().get(task);
            if (!changed.onRq()
                    && changed.avg().isAttached()
                    && !machine.hooks().leaves().listed(changed.queue())) {
                return;
            }
            int rtPriority = policy.isFair() ? 0 : 1 + task % 3;
            machine.mechanism().setPolicy(changed, policy, nice, rtPriority);
        }
    }

    /** The averages of a CPU age. */
    public record UpdateBlocked(int cpu) implements GroupOperation {
        @Override
        public void run(GroupMachine machine) {
            machine.updateBlocked(cpu);
        }
    }

    /** Nothing happens for a while, as between bursts; averages decay. */
    public record Pause(long ns) implements GroupOperation {
        @Override
        public void run(GroupMachine machine) {
            machine.advance(ns);
        }
    }

    /** A random operation for a machine of that shape. */
    public static GroupOperation random(RandomStream random, GroupMachine shape) {
        int cpu = random.nextInt(shape.cpus());
        int task = random.nextInt(shape.tasks().size());
        int group = random.nextInt(shape.groups());
        return switch (random.nextInt(34)) {
            case 0, 1, 2, 3, 4, 5 -> new Tick(cpu, random.nextLong(4_000_000));
            case 6, 7 -> new Serve();
            case 8, 9, 10, 11 -> new Wake(task, cpu, random.nextInt(4) != 0);
            case 12, 13, 14 -> new Sleep(cpu);
            case 15, 16 -> new Schedule(cpu);
            case 17, 18 -> new Migrate(task, cpu);
            case 19, 20, 21 -> new Move(task, random.nextInt(shape.groups() + 1) - 1);
            case 22, 23 -> new Create(group);
            case 24 -> random.nextInt(2) == 0 ? new Remove(group) : new Exit(cpu);
            case 25 -> new Write(group, "cpu.weight", Integer.toString(1 + random.nextInt(10_000)));
            case 26 -> new Write(group, "cpu.idle", Integer.toString(random.nextInt(4) / 3));
            case 27 -> cpuset(random, group, shape.cpus());
            case 28 -> setPolicy(random, task);
            case 29, 30 -> new UpdateBlocked(cpu);
            case 31 -> new Affinity(task, 1 + random.nextInt((1 << shape.cpus()) - 1));
            case 32 -> new Hotplug(cpu, random.nextInt(4) != 0);
            default -> new Pause(random.nextLong(random.nextInt(8) == 0 ? 2_000_000_000L : 40_000_000L));
        };
    }

    private static GroupOperation cpuset(RandomStream random, int group, int cpus) {
        int first = random.nextInt(cpus);
        return new Cpuset(group, first + "-" + (first + random.nextInt(cpus - first)));
    }

    private static GroupOperation setPolicy(RandomStream random, int task) {
        SchedulingPolicy policy = switch (random.nextInt(6)) {
            case 0 -> SchedulingPolicy.IDLE;
            case 1 -> SchedulingPolicy.FIFO;
            default -> SchedulingPolicy.NORMAL;
        };
        return new SetPolicy(task, policy, random.nextInt(40) - 20);
    }
}
