package org.schedlab.testkit;

import java.util.ArrayList;
import java.util.List;
import org.schedlab.engine.Horizon;
import org.schedlab.engine.Simulation;
import org.schedlab.engine.TimelineAction;
import org.schedlab.mechanism.PolicyViolationException;
import org.schedlab.mechanism.PolicyViolationException.Fault;
import org.schedlab.plugin.ConfigSchema;
import org.schedlab.plugin.PluginException;
import org.schedlab.spi.PolicyKind;
import org.schedlab.spi.RandomStream;
import org.schedlab.testkit.ContractRig.Plan;
import org.schedlab.testkit.PolicyContract.Check;
import org.schedlab.topology.CpuMask;
import org.schedlab.trace.SchedObserver;
import org.schedlab.workload.Step;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;

/** The promises that a whole run shows, of placement and pick policies alike. */
final class RunChecks {

    private static final long MS = ContractRig.MS;
    private static final long SECOND = 1_000 * MS;
    private static final int HOGS = 8;
    private static final int WARM_UP_EVENTS = 60_000;
    private static final int MEASURED_EVENTS = 60_000;

    private final ContractRig rig;

    private RunChecks(ContractRig rig) {
        this.rig = rig;
    }

    static List<Check> of(ContractRig rig) {
        RunChecks c = new RunChecks(rig);
        boolean pick = rig.factory.kind() == PolicyKind.PICK;
        List<Check> checks = new ArrayList<>(List.of(
                new Check("determinism", "the same seed gives the same run, event by event", c::determinism),
                new Check("affinity", "tasks run on online, allowed CPUs only, also when that changes", c::affinity),
                new Check("one-cpu", "a machine of one CPU runs, and one of two with one online", c::oneCpu),
                new Check("512-cpus", "a machine of 512 CPUs runs", c::manyCpus),
                new Check("empty-masks", "no CPU idle, and one allowed CPU online, are no obstacle", c::emptyMasks),
                new Check("hotplug", "CPUs go off and come back", c::hotplug),
                new Check("no-allocation", "in steady state a decision allocates nothing", c::noAllocation),
                Given.of(rig, mixed(12)),
                new Check("config-round-trip", "settings are documented, bounded, and read as written", c::config)));
        long bound = rig.factory.starvationBoundNs();
        if (bound == Long.MAX_VALUE) {
            checks.add(new Check("no-starvation", "nothing is promised: starvationBoundNs() says so", () -> {}));
        } else {
            String who = pick ? "eight hogs on one CPU" : "twelve sleepers on four CPUs";
            checks.add(new Check(
                    "no-starvation",
                    "of " + who + ", none waits longer than the stated " + bound / MS + " ms",
                    c::noStarvation));
        }
        return checks;
    }

    private static TaskSpec.Builder task(String name, long runNs, long sleepNs) {
        return TaskSpec.named(name, new Step.Run(runNs), new Step.Sleep(sleepNs));
    }

    private static Workload mixed(int tasks) {
        RandomStream random = new RandomStream(1, "contract");
        List<TaskSpec> specs = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            specs.add(task("t" + i, 100_000 + random.nextLong(3 * MS), 100_000 + random.nextLong(5 * MS))
                    .delayNs(1 + random.nextLong(10 * MS))
                    .build());
        }
        return Workload.of(specs.toArray(new TaskSpec[0]));
    }

    /** Notes who ran and who waited how long. */
    private static final class Watch implements SchedObserver {
        private long digest = 17;
        private final List<String> names = new ArrayList<>();
        private final List<Boolean> ran = new ArrayList<>();
        private final List<Long> waitsSince = new ArrayList<>();
        private long longestWaitNs;

        @Override
        public void newTask(int task, String name, String kind, String group) {
            names.add(name);
            ran.add(false);
            waitsSince.add(-1L);
        }

        private void mix(long value) {
            digest = (digest ^ value) * 0x100000001b3L;
        }

        @Override
        public void wakeup(long ns, int task, int target) {
            mix(ns);
            mix(31L * task + target);
            waitsSince.set(task, ns);
        }

        @Override
        public void switched(long ns, int cpu, int prev, int why, int next) {
            mix(ns);
            mix(1_000_003L * cpu + 1_009L * prev + 31L * next + why);
            if (prev >= 0) {
                waitsSince.set(prev, why == PREEMPTED ? ns : -1);
            }
            if (next >= 0) {
                ran.set(next, true);
                waited(next, ns);
                waitsSince.set(next, -1L);
            }
        }

        private void waited(int task, long ns) {
            if (waitsSince.get(task) >= 0) {
                longestWaitNs = Math.max(longestWaitNs, ns - waitsSince.get(task));
            }
        }

        @Override
        public void end(long ns) {
            for (int i = 0; i < names.size(); i++) {
                waited(i, ns);
            }
        }

        void allRan() {
            Check.that(!ran.contains(false), () -> names.get(ran.indexOf(false)) + " never ran");
        }
    }

    private Watch watch(Plan plan) {
        Watch watch = new Watch();
        Simulation simulation = rig.simulation(plan, watch);
        simulation.run();
        return watch;
    }

    private void determinism() {
        Plan plan = Plan.of("1s 2l 2c 2t", mixed(20), Horizon.time(SECOND)).seed(42);
        long first = watch(plan).digest;
        long second = watch(plan).digest;
        Check.that(first == second, () -> "two runs with seed 42 differ");
    }

    private void affinity() {
        TaskSpec[] specs = {
            task("any", MS, MS).instances(4).build(),
            task("even", MS, MS).instances(3).cpus(CpuMask.of(4, 0, 2)).build(),
            task("two", MS, MS).instances(2).cpus(CpuMask.of(4, 2, 3)).build()
        };
        List<TimelineAction> changes = new ArrayList<>();
        for (int i = 1; i < 20; i++) {
            CpuMask mask = i % 2 == 0 ? CpuMask.of(4, 0, 2) : CpuMask.of(4, 1, 3);
            changes.add(new TimelineAction.SetAffinity(10L * i * MS, "even", mask));
        }
        Plan plan = Plan.of("4c", Workload.of(specs), Horizon.time(300 * MS)).timeline(changes);
        Simulation[] run = new Simulation[1];
        Watch watch = new Watch();
        run[0] = rig.simulation(plan, watch, new SchedObserver() {
            @Override
            public void switched(long ns, int cpu, int prev, int why, int next) {
                if (next >= 0 && run[0] != null) {
                    Check.that(run[0].mayRun(next, cpu), () -> "task " + next + " runs on forbidden cpu " + cpu);
                }
            }
        });
        run[0].run();
        watch.allRan();
    }

    private void oneCpu() {
        watch(Plan.of("1c", mixed(6), Horizon.time(500 * MS))).allRan();
        // The host does not ask where a task has no choice; it does where the other CPU is only offline.
        Plan oneOnline =
                Plan.of("2c", mixed(6), Horizon.time(500 * MS)).timeline(List.of(new TimelineAction.CpuOff(1, 1)));
        watch(oneOnline).allRan();
    }

    private void manyCpus() {
        watch(Plan.of("8s 32c 2t", mixed(700), Horizon.time(60 * MS))).allRan();
    }

    private void emptyMasks() {
        TaskSpec[] specs = {
            TaskSpec.named("hog", new Step.Run(100 * SECOND)).instances(3).build(),
            task("wakes", 100_000, MS).instances(6).build(),
            task("narrow", 100_000, MS).cpus(CpuMask.of(3, 1, 2)).build()
        };
        Plan plan = Plan.of("3c", Workload.of(specs), Horizon.time(SECOND))
                .timeline(List.of(new TimelineAction.CpuOff(200 * MS, 2), new TimelineAction.CpuOn(400 * MS, 2)));
        watch(plan);
    }

    private void hotplug() {
        List<TimelineAction> changes = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            int cpu = 1 + i % 3;
            changes.add(new TimelineAction.CpuOff((20L + 40L * i) * MS, cpu));
            changes.add(new TimelineAction.CpuOn((30L + 40L * i) * MS, cpu));
        }
        watch(Plan.of("1s 2c 2t", mixed(9), Horizon.time(SECOND)).timeline(changes))
                .allRan();
    }

    private void noStarvation() {
        long bound = rig.factory.starvationBoundNs();
        boolean pick = rig.factory.kind() == PolicyKind.PICK;
        TaskSpec spec = pick
                ? TaskSpec.named("hog", new Step.Run(1_000 * SECOND))
                        .instances(HOGS)
                        .build()
                : task("sleeper", MS, 3 * MS).instances(12).build();
        long length = Math.min(10 * SECOND, Math.max(SECOND, 3 * bound));
        Watch watch = watch(Plan.of(pick ? "1c" : "4c", Workload.of(spec), Horizon.time(length)));
        watch.allRan();
        Check.that(
                watch.longestWaitNs <= bound,
                () -> "a task waited " + watch.longestWaitNs / MS + " ms; at most " + bound / MS + " ms are stated");
    }

    private void noAllocation() {
        AllocationMeter meter = new AllocationMeter();
        Plan plan = Plan.of("1s 2l 2c 2t", mixed(24), Horizon.completion());
        Simulation simulation = rig.simulation(plan, meter::around, meter::around);
        simulation.advance(WARM_UP_EVENTS);
        meter.reset();
        simulation.advance(MEASURED_EVENTS);
        if (meter.bytes() >= meter.decisions()) {
            throw new PolicyViolationException(
                    Fault.POLICY_ALLOCATES,
                    rig.factory.kind(),
                    "the policy allocates " + meter.bytes() / Math.max(1, meter.decisions()) + " bytes per decision ("
                            + meter.bytes() + " bytes in " + meter.decisions() + " decisions)",
                    "it makes masks, boxes or capturing lambdas where it decides; its constructor can make them once.",
                    null);
        }
    }

    private void config() {
        ConfigSchema schema = ConfigSchema.of(rig.factory);
        Record defaults = rig.factory.defaults();
        Check.that(schema.write(defaults).isEmpty(), () -> "defaults() changes from call to call");
        for (ConfigSchema.Row row : schema.rows()) {
            Check.that(!row.meaning().isBlank(), () -> row.key() + " says nothing about its meaning");
            Check.that(
                    !row.range().startsWith("-2147483648..") && !row.range().startsWith(Long.MIN_VALUE + ".."),
                    () -> row.key() + " has no range");
            String pair = row.key() + "=" + row.value();
            Record read = schema.read(rig.factory.name(), pair);
            Check.that(read.equals(defaults), () -> pair + " is read as " + read);
            if (row.type().equals("integer")) {
                bounds(schema, row);
            }
        }
        try {
            schema.read(rig.factory.name(), "no-such-setting=1");
        } catch (PluginException e) {
            return;
        }
        throw new ContractViolationException("an unknown setting is taken");
    }

    private void bounds(ConfigSchema schema, ConfigSchema.Row row) {
        for (String bound : row.range().split("\\.\\.", 2)) {
            String pair = row.key() + "=" + bound;
            Record read = schema.read(rig.factory.name(), pair);
            String back = schema.write(read);
            Check.that(back.isEmpty() || back.equals(pair), () -> pair + " is written back as " + back);
        }
    }
}
