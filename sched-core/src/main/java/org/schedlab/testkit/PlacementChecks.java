package org.schedlab.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.schedlab.engine.Horizon;
import org.schedlab.engine.TimelineAction;
import org.schedlab.spi.Capability;
import org.schedlab.spi.CpuView;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.PolicyContext;
import org.schedlab.spi.PolicyKind;
import org.schedlab.spi.RandomStream;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.spi.TaskView;
import org.schedlab.spi.WakeContext;
import org.schedlab.spi.WakeKind;
import org.schedlab.testkit.ContractRig.Plan;
import org.schedlab.testkit.PolicyContract.Check;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.topology.TopologyBuilder;
import org.schedlab.workload.SchedParams;
import org.schedlab.workload.Step;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;

/**
 * Whether a placement policy honours the capabilities that it declares: runs in which the capability decides, each answer of which is judged by what
 * the policy was shown. Each run is made with two mirrored arrangements, so that a fixed preference for low or high numbers does not pass.
 */
final class PlacementChecks {

    private static final long MS = ContractRig.MS;
    private static final int CPUS = 4;
    private static final int LITTLE_CAPACITY = 256;

    /** A run decides nothing with fewer judged answers. */
    private static final int LEAST_JUDGED = 10;

    private final ContractRig rig;

    private PlacementChecks(ContractRig rig) {
        this.rig = rig;
    }

    static Check of(ContractRig rig) {
        PlacementChecks c = new PlacementChecks(rig);
        Set<Capability> declared = rig.declared(Topology.regular(CPUS + "c"));
        return new Check(
                "capabilities",
                "what is declared holds: " + ContractRig.names(declared),
                () -> declared.forEach(c::capability));
    }

    private void capability(Capability capability) {
        ContractRig.declarable(capability, PolicyKind.PLACEMENT);
        for (boolean mirrored : new boolean[] {false, true}) {
            Judge judge = switch (capability) {
                case ASYM_CAPACITY -> asymmetric(mirrored);
                case NUMA -> nodes();
                case SCHED_IDLE -> schedIdle(mirrored);
                case CPU_WEIGHT, BANDWIDTH, UCLAMP, NICE, CUSTOM_SLICE ->
                    throw new IllegalStateException(capability + " concerns no placement");
            };
            Check.that(
                    judge.judged >= LEAST_JUDGED,
                    () -> capability + " is declared, but only " + judge.judged + " answers could show it");
            Check.that(
                    5L * judge.good >= 4L * judge.judged,
                    () -> capability + " is declared, but only " + judge.good + " of " + judge.judged
                            + " answers heed it");
        }
    }

    /** Counts the answers that a capability decides, and those that heed it. */
    private abstract static class Judge implements PlacementPolicy {
        private @Nullable PlacementPolicy policy;
        private int judged;
        private int good;

        final PlacementPolicy around(PlacementPolicy tested) {
            policy = tested;
            return this;
        }

        private PlacementPolicy tested() {
            return Objects.requireNonNull(policy);
        }

        /** Answers that heed the capability, or null when any does. */
        abstract @Nullable CpuMask heeding(TaskView task, WakeContext context);

        @Override
        public final int selectCpu(TaskView task, WakeContext context) {
            CpuMask heeding = heeding(task, context);
            int cpu = tested().selectCpu(task, context);
            if (heeding != null) {
                judged++;
                good += heeding.contains(cpu) ? 1 : 0;
            }
            return cpu;
        }

        @Override
        public final void cpuIdle(int cpu, CpuMask idleCpus) {
            tested().cpuIdle(cpu, idleCpus);
        }

        @Override
        public final void idleScanBudget(int cpu, int nrIdleScan) {
            tested().idleScanBudget(cpu, nrIdleScan);
        }

        @Override
        public final void domainsChanged(PolicyContext context) {
            tested().domainsChanged(context);
        }
    }

    private static @Nullable CpuMask anyOf(CpuMask cpus) {
        return cpus.isEmpty() ? null : cpus;
    }

    private Judge judged(Plan plan, Judge judge) {
        rig.simulation(plan, pick -> pick, judge::around).run();
        return judge;
    }

    /** A task that needs more than a little CPU gives is put on one of them again and again, and let go. */
    private Judge asymmetric(boolean mirrored) {
        TopologyBuilder builder = Topology.builder(CPUS);
        CpuMask little = mirrored ? CpuMask.of(CPUS, 2, 3) : CpuMask.of(CPUS, 0, 1);
        for (int cpu = 0; cpu < CPUS; cpu++) {
            builder.cpu(cpu).capacity(cpu, little.contains(cpu) ? LITTLE_CAPACITY : TopologyBuilder.FULL_CAPACITY);
        }
        TaskSpec heavy = TaskSpec.named("heavy", new Step.Run(5 * MS / 2), new Step.Sleep(MS))
                .build();
        TaskSpec light = TaskSpec.named("light", new Step.Run(MS / 10), new Step.Sleep(3 * MS))
                .instances(2)
                .build();
        List<TimelineAction> changes = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            changes.add(new TimelineAction.SetAffinity((100L + 200L * i) * MS, "heavy", little));
            changes.add(new TimelineAction.SetAffinity((200L + 200L * i) * MS, "heavy", CpuMask.firstCpus(CPUS)));
        }
        Plan plan = Plan.of(builder.build(), Workload.of(heavy, light), Horizon.time(2_100 * MS))
                .timeline(changes);
        return judged(plan, new Judge() {
            @Override
            @Nullable
            CpuMask heeding(TaskView task, WakeContext context) {
                CpuMask fitting = new CpuMask(CPUS);
                boolean tight = false;
                for (int cpu = task.allowed().first();
                        cpu != CpuMask.NO_CPU;
                        cpu = task.allowed().next(cpu + 1)) {
                    boolean fits = fits(task, context.cpu(cpu));
                    tight |= !fits;
                    if (fits && context.idleCpus().contains(cpu)) {
                        fitting.set(cpu);
                    }
                }
                return tight && context.kind() == WakeKind.WAKE ? anyOf(fitting) : null;
            }
        });
    }

    /** With a fifth to spare (fits_capacity). */
    private static boolean fits(TaskView task, CpuView cpu) {
        return 5 * task.utilAvg() < 4 * cpu.capacityOrig();
    }

    /** Tasks are put on one node and the other in turn, let go, and find their last CPU busy now and then. */
    private Judge nodes() {
        Topology topology = Topology.regular("2n " + CPUS + "c");
        RandomStream random = new RandomStream(1, "nodes");
        TaskSpec[] specs = new TaskSpec[10];
        List<TimelineAction> changes = new ArrayList<>();
        CpuMask all = CpuMask.firstCpus(2 * CPUS);
        for (int i = 0; i < specs.length; i++) {
            specs[i] = TaskSpec.named(
                            "t" + i,
                            new Step.Run(MS / 2 + random.nextLong(MS)),
                            new Step.Sleep(2 * MS + random.nextLong(2 * MS)))
                    .build();
        }
        for (int turn = 0; turn < 40; turn++) {
            int first = turn % 2 == 0 ? CPUS : 0;
            CpuMask node = CpuMask.of(2 * CPUS, first, first + 1, first + 2, first + 3);
            for (TaskSpec spec : specs) {
                changes.add(new TimelineAction.SetAffinity((10L + 40L * turn) * MS, spec.name(), node));
            }
            for (TaskSpec spec : specs) {
                changes.add(new TimelineAction.SetAffinity((30L + 40L * turn) * MS, spec.name(), all));
            }
        }
        Plan plan =
                Plan.of(topology, Workload.of(specs), Horizon.time(1_600 * MS)).timeline(changes);
        return judged(plan, new Judge() {
            @Override
            @Nullable
            CpuMask heeding(TaskView task, WakeContext context) {
                int prev = context.prevCpu();
                if (!task.allowed().equals(all) || context.idleCpus().contains(prev)) {
                    return null;
                }
                CpuMask here = topology.nodeCpus(topology.nodeOf(prev));
                boolean room = here.intersects(context.idleCpus());
                return context.kind() == WakeKind.WAKE && here.contains(context.thisCpu()) && room ? here : null;
            }
        });
    }

    /** All CPUs are busy, half of them with SCHED_IDLE tasks alone; new tasks come and end. */
    private Judge schedIdle(boolean mirrored) {
        CpuMask quiet = mirrored ? CpuMask.of(CPUS, 0, 3) : CpuMask.of(CPUS, 1, 2);
        List<TaskSpec> specs = new ArrayList<>();
        for (int cpu = 0; cpu < CPUS; cpu++) {
            SchedulingPolicy policy = quiet.contains(cpu) ? SchedulingPolicy.IDLE : SchedulingPolicy.NORMAL;
            specs.add(TaskSpec.named("hog" + cpu, new Step.Run(100_000 * MS))
                    .sched(SchedParams.fair(policy, 0))
                    .cpus(CpuMask.of(CPUS, cpu))
                    .build());
        }
        specs.add(TaskSpec.named("parent", new Step.Fork("child"), new Step.Sleep(20 * MS))
                .cpus(mirrored ? CpuMask.of(CPUS, 1) : CpuMask.of(CPUS, 0))
                .build());
        specs.add(TaskSpec.named("child", new Step.Run(MS), new Step.Sleep(MS), new Step.Run(MS))
                .loop(1)
                .instances(0)
                .build());
        Plan plan = Plan.of(CPUS + "c", Workload.of(specs.toArray(new TaskSpec[0])), Horizon.time(2_000 * MS));
        return judged(plan, new Judge() {
            @Override
            @Nullable
            CpuMask heeding(TaskView task, WakeContext context) {
                CpuMask good = new CpuMask(context.schedIdleCpus());
                boolean atHand = good.contains(context.prevCpu()) || good.contains(context.thisCpu());
                boolean concerned = context.kind() == WakeKind.FORK || atHand;
                return concerned && context.idleCpus().isEmpty() ? anyOf(good) : null;
            }
        });
    }
}
