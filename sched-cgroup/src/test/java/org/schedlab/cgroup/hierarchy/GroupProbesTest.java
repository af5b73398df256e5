package org.schedlab.cgroup.hierarchy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.schedlab.cgroup.testkit.GroupFuzz;
import org.schedlab.cgroup.testkit.GroupMachine;
import org.schedlab.cgroup.testkit.GroupOperation;
import org.schedlab.cgroup.testkit.GroupOperations;
import org.schedlab.cgroup.testkit.GroupProbe;
import org.schedlab.cgroup.testkit.GroupProbes;
import org.schedlab.cgroup.testkit.Kernels;
import org.schedlab.mechanism.CfsRunQueue;
import org.schedlab.testkit.ProbeViolationException;

/** Negative controls of the probes: each is silent on a machine as it should be, and speaks when what it watches is broken by hand. */
class GroupProbesTest {

    private static final long SEED = Long.getLong("schedlab.seed", 20170509);

    /** Steps of a short timeline: of 5 or 6 as measured, some for other seeds. */
    private static final int SHORT = 8;

    private static final GroupProbe LISTED = GroupProbes.listed((machine, queue) -> false);

    /** /g0/g2 and /g1 with a task each, of which the first runs on CPU 0 and the second on CPU 1. */
    private static GroupMachine machine(String kernel) {
        GroupMachine machine = Kernels.machine(kernel, 2, 3, 3);
        machine.tree().create("/g0");
        machine.tree().create("/g1");
        machine.tree().create("/g0/g2");
        machine.tree().move(machine.tasks().get(0), "/g0/g2");
        machine.tree().move(machine.tasks().get(1), "/g1");
        machine.wake(machine.tasks().get(2), 1, true);
        machine.wake(machine.tasks().get(0), 0, true);
        machine.wake(machine.tasks().get(1), 1, true);
        machine.serve();
        machine.advance(4_000_000);
        machine.tick(0);
        machine.tick(1);
        return machine;
    }

    private static TaskGroup group(GroupMachine machine, String path) {
        return Objects.requireNonNull(machine.tree().group(path));
    }

    private static CfsRunQueue queue(GroupMachine machine, String path, int cpu) {
        return Objects.requireNonNull(group(machine, path).entity(cpu)).own();
    }

    private static void assertSilent(GroupMachine machine) {
        List<GroupProbe> all = new ArrayList<>(GroupProbes.ALWAYS);
        all.addAll(GroupProbes.LEAF_ORDER);
        all.add(LISTED);
        for (GroupProbe probe : all) {
            assertThat(probe.fault(machine)).isNull();
        }
    }

    @Test
    void aChildBehindItsParentIsSeen() {
        // The rule of 4.0: a queue goes to the tail while its parent is not listed, here behind the root.
        GroupMachine right = machine("4.12");
        assertSilent(right);
        GroupMachine machine = Kernels.machine("4.0", 1, 7, 2);
        machine.tree().create("/g0");
        machine.tree().create("/g0/g2");
        machine.wake(machine.tasks().get(0), 0, true);
        assertThat(GroupProbes.childrenFirst(machine)).isNull();
        assertThat(GroupProbes.rootLast(machine)).isNull();
        machine.tree().move(machine.tasks().get(1), "/g0/g2");
        machine.wake(machine.tasks().get(1), 0, true);
        assertThat(GroupProbes.childrenFirst(machine))
                .isEqualTo("/g0/g2 stands behind its parent on cpu 0: [/g0, null, /g0/g2]");
        assertThat(GroupProbes.rootLast(machine)).isEqualTo("the root is not last on cpu 0: [/g0, null, /g0/g2]");
    }

    @Test
    void aWaitingBranchIsSeen() {
        GroupMachine machine = machine("6.12");
        assertSilent(machine);
        CfsRunQueue child = queue(machine, "/g0/g2", 0);
        machine.hooks().deleteLeaf(child);
        machine.hooks().deleteLeaf(queue(machine, "/g0", 0));
        assertThat(GroupProbes.connected(machine)).isNull();
        machine.hooks().addLeaf(child);
        assertThat(GroupProbes.connected(machine)).isEqualTo("tmp_alone_branch of cpu 0 is not the head of the list");
    }

    @Test
    void aQueueWithWeightThatIsNotListedIsSeen() {
        GroupMachine machine = machine("6.12");
        machine.hooks().deleteLeaf(queue(machine, "/g1", 1));
        assertThat(LISTED.fault(machine))
                .startsWith("/g1 on cpu 1 has weight 1048576 and ")
                .endsWith(", and is not listed");
    }

    @Test
    void aQueueWithSumsAloneThatIsNotListedIsSeen() {
        List<String> emptied = new ArrayList<>();
        for (String kernel : Kernels.ALL) {
            GroupMachine machine = machine(kernel);
            while (machine.mechanism().cpu(1).current() != null) {
                machine.mechanism().block(1);
                machine.schedule(1);
            }
            assertThat(LISTED.fault(machine)).as(kernel).isNull();
            CfsRunQueue queue = queue(machine, "/g1", 1);
            if (queue.load() == 0) {
                emptied.add(kernel);
                machine.hooks().deleteLeaf(queue);
                assertThat(LISTED.fault(machine)).as(kernel).startsWith("/g1 on cpu 1 has weight 0 and ");
                // What 4.x lets pass has another cause.
                assertThat(GroupProbes.listed(GroupProbes::attachedUnlisted).fault(machine))
                        .as(kernel)
                        .isNotNull();
                assertThat(GroupProbes.listed(GroupProbes::unlistedIn40).fault(machine))
                        .as(kernel)
                        .isNotNull();
            }
        }
        assertThat(emptied).as("without delayed sleepers").contains("4.0", "4.12", "4.16", "5.10", "6.1", "6.8");
    }

    @Test
    void aLoadThatNoQueuePublishedIsSeen() {
        GroupMachine machine = machine("6.12");
        TaskGroup group = group(machine, "/g1");
        long load = group.loadAvg();
        group.load.restore(load + 1, group.runnableAvg());
        assertThat(GroupProbes.contributions(machine))
                .isEqualTo("/g1 shows load " + (load + 1) + ", its queues published " + load);
    }

    @Test
    void aQueueOfARemovedGroupOnAListIsSeen() {
        GroupMachine machine = machine("6.12");
        TaskGroup group = group(machine, "/g1");
        CfsRunQueue queue = queue(machine, "/g1", 1);
        machine.tree().move(machine.tasks().get(1), "/");
        machine.tree().remove("/g1");
        assertSilent(machine);
        machine.hooks().addLeaf(queue);
        assertThat(GroupProbes.noRemovedGroup(machine)).isEqualTo(group + " was removed and is listed on cpu 1");
    }

    @Test
    void aWrongCounterIsSeen() {
        GroupMachine machine = machine("6.12");
        group(machine, "/g1").idle = true;
        assertThat(GroupProbes.counters(machine))
                .startsWith("/ on cpu 1 counts ")
                .contains(" 1 idle");
    }

    /** Faults that an operation of a random timeline commits. */
    private enum Planted {
        UNLISTED {
            @Override
            void commit(GroupMachine machine) {
                TaskGroup group = listed(machine);
                if (group != null) {
                    machine.hooks()
                            .deleteLeaf(Objects.requireNonNull(group.entity(0)).own());
                }
            }
        },
        WAITING_BRANCH {
            @Override
            void commit(GroupMachine machine) {
                for (TaskGroup group : machine.hooks().leaves().order(0)) {
                    TaskGroup parent = group == null ? null : group.parent();
                    if (group != null && parent != null) {
                        CfsRunQueue own =
                                Objects.requireNonNull(group.entity(0)).own();
                        machine.hooks().deleteLeaf(own);
                        machine.hooks()
                                .deleteLeaf(
                                        Objects.requireNonNull(parent.entity(0)).own());
                        machine.hooks().addLeaf(own);
                        return;
                    }
                }
            }
        },
        REMOVED_AND_LISTED {
            @Override
            void commit(GroupMachine machine) {
                TaskGroup group = listed(machine);
                if (group != null) {
                    group.removed = true;
                }
            }
        },
        LOAD_LEFT_BEHIND {
            @Override
            void commit(GroupMachine machine) {
                TaskGroup group = listed(machine);
                if (group != null && group.loadAvg() != 0) {
                    group.load.restore(0, 0);
                }
            }
        },
        MISCOUNTED {
            @Override
            void commit(GroupMachine machine) {
                TaskGroup group = listed(machine);
                if (group != null) {
                    group.idle = !group.idle;
                }
            }
        };

        GroupProbe probe() {
            return switch (this) {
                case UNLISTED -> LISTED;
                case WAITING_BRANCH -> GroupProbes::connected;
                case REMOVED_AND_LISTED -> GroupProbes::noRemovedGroup;
                case LOAD_LEFT_BEHIND -> GroupProbes::contributions;
                case MISCOUNTED -> GroupProbes::counters;
            };
        }

        abstract void commit(GroupMachine machine);

        /** The first group that CPU 0 lists. */
        static @Nullable TaskGroup listed(GroupMachine machine) {
            for (TaskGroup group : machine.hooks().leaves().order(0)) {
                if (group != null) {
                    return group;
                }
            }
            return null;
        }
    }

    private record Commit(Planted fault) implements GroupOperation {
        @Override
        public void run(GroupMachine machine) {
            fault.commit(machine);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPlantedFaultShrinksToAShortTimeline(Planted fault) {
        GroupFuzz fuzz = new GroupFuzz(
                () -> Kernels.machine("6.12", 3, 8, 10),
                (random, shape) -> random.nextInt(100) == 0 ? new Commit(fault) : GroupOperations.random(random, shape),
                List.of(fault.probe()));
        ProbeViolationException violation =
                catchThrowableOfType(ProbeViolationException.class, () -> fuzz.run(SEED, 20, 1000));
        assertThat(violation).as("seed " + SEED).isNotNull();
        List<String> steps = String.valueOf(violation.getMessage())
                .lines()
                .filter(l -> l.startsWith("  "))
                .toList();
        System.out.println(fault + ": " + steps.size() + " steps: " + steps);
        assertThat(steps).hasSizeBetween(2, SHORT);
        assertThat(steps.get(steps.size() - 1)).isEqualTo("  " + new Commit(fault));
    }

    /** A rule of a release as a switch would break it: the order of 4.0 under the probe of later releases. */
    @Test
    void theOrderOf40ShrinksToo() {
        GroupFuzz fuzz =
                new GroupFuzz(() -> Kernels.machine("4.0", 3, 8, 10), GroupOperations::random, GroupProbes.LEAF_ORDER);
        ProbeViolationException violation =
                catchThrowableOfType(ProbeViolationException.class, () -> fuzz.run(SEED, 20, 1000));
        assertThat(violation).as("seed " + SEED).hasMessageContaining("behind its parent");
        List<String> steps = String.valueOf(violation.getMessage())
                .lines()
                .filter(l -> l.startsWith("  "))
                .toList();
        System.out.println("4.0's order: " + steps.size() + " steps: " + steps);
        assertThat(steps).hasSizeBetween(2, SHORT);
    }
}
