package org.schedlab.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.schedlab.engine.Runs.ENDLESS;
import static org.schedlab.engine.Runs.MS;
import static org.schedlab.engine.Runs.S;
import static org.schedlab.engine.Runs.US;
import static org.schedlab.engine.Runs.run;
import static org.schedlab.engine.Runs.spec;
import static org.schedlab.engine.Runs.task;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schedlab.mechanism.PolicyViolationException;
import org.schedlab.metrics.Blocked;
import org.schedlab.metrics.CpuResult;
import org.schedlab.metrics.RunResult;
import org.schedlab.metrics.RunResult.End;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.spi.WakeKind;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.topology.TopologyLevel;
import org.schedlab.trace.SchedObserver;
import org.schedlab.workload.SchedParams;
import org.schedlab.workload.Step;
import org.schedlab.workload.StuckProgramException;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;

class SimulationTest {

    private static final TaskSpec HOG = TaskSpec.named("hog", ENDLESS).build();

    private static TaskSpec once(String name, Step... steps) {
        return TaskSpec.named(name, steps).loop(1).build();
    }

    private static CpuMask cpu(int cpu) {
        return CpuMask.of(cpu + 1, cpu);
    }

    @Test
    void runsATaskForItsWorkAndEndsWithIt() {
        RunResult result = run(spec("1c", once("a", new Step.Run(5 * MS))).build());

        assertThat(result.ended()).isEqualTo(End.COMPLETION);
        assertThat(result.measuredNs()).isEqualTo(5 * MS);
        assertThat(task(result, "a").cpuNs()).isEqualTo(5 * MS);
        assertThat(result.cpus()).containsExactly(new CpuResult(0, 5 * MS, 0, 0, 2, 1));
    }

    @Test
    void attachesTheLoadOfTheFirstTaskOnce() {
        long[] first = {-1};
        SchedObserver watch = new SchedObserver() {
            @Override
            public void util(long ns, int cpu, long utilAvg) {
                if (first[0] < 0 && ns >= 3 * MS) {
                    first[0] = utilAvg;
                }
            }
        };
        run(
                spec("1c", once("a", new Step.Run(MS), new Step.Sleep(MS), new Step.Run(5 * MS)))
                        .build(),
                watch);

        // A new task begins with half a CPU; attached twice it would read as a full one.
        assertThat(first[0]).isBetween(480L, 600L);
    }

    @Test
    void workTakesLongerOnASmallCpuButRunForDoesNot() {
        Topology topology = Topology.builder(1)
                .cpu(0)
                .place(TopologyLevel.PACKAGE, 0, 0)
                .place(TopologyLevel.CORE, 0, 0)
                .capacity(0, 512)
                .build();
        Workload workload = Workload.of(once("a", new Step.Run(4 * MS), new Step.RunFor(4 * MS)));
        RunSpec spec = RunSpec.of(topology, workload, Runs.PROFILE, Runs.SETTINGS)
                .costs(PathCosts.FREE)
                .build();

        assertThat(run(spec).measuredNs()).isEqualTo(8 * MS + 4 * MS);
    }

    @Test
    void siblingsSlowEachOtherOnlyWhileBothAreBusy() {
        Timing timing = new Timing(250, PreemptionModel.VOLUNTARY, false, false, 0, 500);
        RunResult result = run(spec("1c 2t", once("a", new Step.Run(10 * MS)), once("b", new Step.Run(2 * MS)))
                .timing(timing)
                .build());

        // Both at half speed for 4 ms, in which b does its 2 ms; then a alone does its other 8 ms.
        assertThat(task(result, "b").cpuNs()).isEqualTo(4 * MS);
        assertThat(result.measuredNs()).isEqualTo(12 * MS);
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 250, 300, 1000})
    void ticksBusyCpusAtHzOnOneInstant(int hz) {
        Runs.Log log = new Runs.Log();
        Timing timing = new Timing(hz, PreemptionModel.VOLUNTARY, false, false, 0, 1000);
        run(
                spec("2c", HOG, TaskSpec.named("other", ENDLESS).build())
                        .timing(timing)
                        .horizon(Horizon.time(S))
                        .build(),
                log);

        long tick = S / hz;
        int expected = (int) ((S - 1) / tick);
        assertThat(log.of("tick")).hasSize(2 * expected);
        assertThat(log.of("tick").subList(0, 4))
                .containsExactly(tick + " tick 0", tick + " tick 1", 2 * tick + " tick 0", 2 * tick + " tick 1");
    }

    @Test
    void skewsTicksOnRequest() {
        Runs.Log log = new Runs.Log();
        Timing timing = new Timing(250, PreemptionModel.VOLUNTARY, false, true, MS, 1000);
        run(
                spec("2c", HOG, TaskSpec.named("other", ENDLESS).build())
                        .timing(timing)
                        .horizon(Horizon.time(8 * MS))
                        .build(),
                log);

        assertThat(log.of("tick")).containsExactly("3000000 tick 0", "4000000 tick 1", "7000000 tick 0");
    }

    @Test
    void anIdleCpuHasNoTickAndGoesOnOnTheGrid() {
        Runs.Log log = new Runs.Log();
        run(
                spec(
                                "1c",
                                TaskSpec.named("a", new Step.Run(5 * MS), new Step.Sleep(10 * MS))
                                        .build())
                        .horizon(Horizon.time(18 * MS))
                        .build(),
                log);

        assertThat(log.of("tick")).containsExactly("4000000 tick 0", "16000000 tick 0");
    }

    @Test
    void sharesOneCpuInTurns() {
        RunResult result =
                run(spec("1c", TaskSpec.named("h", ENDLESS).instances(2).build())
                        .horizon(Horizon.time(S))
                        .build());

        assertThat(result.ended()).isEqualTo(End.TIME);
        assertThat(task(result, "h-0").share()).isCloseTo(0.5, within(0.005));
        assertThat(result.groups()).hasSize(1);
        assertThat(result.groups().get(0).threads()).isEqualTo(2);
        assertThat(result.groups().get(0).share()).isCloseTo(1.0, within(1e-9));
        assertThat(task(result, "h-1").preemptWait().p50Ns()).isEqualTo(4 * MS);
    }

    @Test
    void endsAfterANumberOfEvents() {
        RunResult result = run(spec("1c", HOG).horizon(Horizon.events(10)).build());

        assertThat(result.ended()).isEqualTo(End.EVENTS);
        assertThat(result.events()).isEqualTo(10);
    }

    @Test
    void theWorkloadsOwnDurationEndsARun() {
        Workload workload = new Workload(List.of(HOG), Workload.TimerOrigin.THREAD_START, 7 * MS);

        assertThat(run(spec("1c", workload).build()).measuredNs()).isEqualTo(7 * MS);
    }

    @Test
    void aTimersInterruptRunsOnTheSleepersLastCpu() {
        Runs.Log log = new Runs.Log();
        TaskSpec sleeper = TaskSpec.named("sleeper", new Step.Run(MS), new Step.Sleep(MS))
                .cpus(cpu(1))
                .build();
        run(spec("2c", sleeper).horizon(Horizon.time(5 * MS / 2)).build(), log);

        assertThat(log.of("waking")).containsExactly("2000000 waking sleeper by idle on 1 prev 1");
    }

    @Test
    void pathCostsDelayAWakeupAndAreCharged() {
        PathCosts costs = new PathCosts(1_000, 500, 2_000, 4_000, 0, 0);
        TaskSpec sleeper = once("sleeper", new Step.Sleep(MS), new Step.Run(MS));
        RunResult idle = run(spec("1c", sleeper).costs(costs).build());
        RunResult busy = run(spec("1c", sleeper, HOG)
                .costs(costs)
                .horizon(Horizon.time(4 * MS))
                .build());

        // The other delay is that of the fork, which leaves idle in both runs: 6000.
        assertThat(task(idle, "sleeper").runDelay().maxNs()).isEqualTo(1_000 + 2_000 + 4_000);
        assertThat(task(busy, "sleeper").runDelay().p50Ns()).isEqualTo(1_000 + 2_000);
        assertThat(task(busy, "hog").cpuNs() + task(busy, "sleeper").cpuNs())
                .isEqualTo(busy.cpus().get(0).busyNs());
    }

    @Test
    void aWakerPaysForItsWakeups() {
        PathCosts costs = new PathCosts(3_000, 0, 0, 0, 0, 0);
        TaskSpec waker = once("waker", new Step.Run(MS), new Step.Resume("x"), new Step.Run(MS));
        TaskSpec wakee = TaskSpec.named("wakee", new Step.Suspend("x"), new Step.Run(MS))
                .loop(1)
                .cpus(cpu(1))
                .build();
        RunResult result = run(spec("2c", waker, wakee).costs(costs).build());

        assertThat(task(result, "waker").cpuNs()).isEqualTo(2 * MS + 3_000);
        assertThat(task(result, "wakee").wakeups()).isEqualTo(2);
    }

    @Test
    void onlyATaskThatWakesIsInTaskContext() {
        TaskSpec waker = once("waker", new Step.Run(MS), new Step.Resume("x"), new Step.Run(5 * MS));
        TaskSpec wakee = TaskSpec.named("wakee", new Step.Suspend("x"), new Step.Sleep(MS), new Step.Run(MS))
                .loop(1)
                .build();
        List<String> wakers = new ArrayList<>();
        PlacementPolicy noting = (task, context) -> {
            if (context.kind() == WakeKind.WAKE) {
                wakers.add(context.inTask() ? "task" : "interrupt");
            }
            return context.prevCpu();
        };
        new Simulation(spec("1c 2t", wakee, waker).build(), new RoundRobin(true), noting, List.of()).run();

        assertThat(wakers).containsExactly("task", "interrupt");
    }

    @Test
    void aSearchForAnIdleCpuTakesTheWakersTime() {
        PathCosts costs = new PathCosts(3_000, 0, 0, 0, 0, 40);
        TaskSpec waker = once("waker", new Step.Run(MS), new Step.Resume("x"), new Step.Run(MS));
        TaskSpec wakee = TaskSpec.named("wakee", new Step.Suspend("x"), new Step.Run(MS))
                .loop(1)
                .build();
        RunSpec spec = spec("2c", waker, wakee).costs(costs).build();
        Runs.FirstIdle first = new Runs.FirstIdle();
        RunResult result = new Simulation(
                        spec,
                        new RoundRobin(true),
                        (task, context) -> {
                            assertThat(context.scanned(5)).isEqualTo(200);
                            return first.selectCpu(task, context);
                        },
                        List.of())
                .run();

        assertThat(task(result, "waker").cpuNs()).isEqualTo(2 * MS + 3_000 + 200);
        assertThat(result.placement()).as("this policy does not count").isNull();
    }

    @Test
    void fullPreemptionLeavesALongPathOfTheKernelAndOthersDoNot() {
        long voluntary = delayOfFirstWakee(PreemptionModel.VOLUNTARY);
        long full = delayOfFirstWakee(PreemptionModel.FULL);

        // Three wakeups of one system call cost 1 us each, the switch 2 us.
        assertThat(voluntary).isEqualTo(3_000 + 2_000);
        assertThat(full).isEqualTo(1_000 + 2_000);
    }

    private static long delayOfFirstWakee(PreemptionModel preemption) {
        TaskSpec wakees = TaskSpec.named("w", new Step.Suspend("x"), new Step.Run(10 * US))
                .instances(3)
                .build();
        TaskSpec waker =
                TaskSpec.named("waker", new Step.Run(MS), new Step.Resume("x")).build();
        Runs.Log log = new Runs.Log();
        RunResult result = run(
                spec("1c", wakees, waker)
                        .costs(new PathCosts(1_000, 0, 2_000, 0, 0, 0))
                        .timing(new Timing(250, preemption, false, false, 0, 1000))
                        .horizon(Horizon.time(3 * MS / 2))
                        .build(),
                log);
        assertThat(result.groups().get(0).wakeups()).isEqualTo(6);
        long woken = at(log, "waking w-0");
        return at(log, "waker R w-0") - woken;
    }

    private static long at(Runs.Log log, String what) {
        String line = log.lines.stream()
                .filter(l -> l.contains(what))
                .findFirst()
                .orElseThrow(() -> new AssertionError(what + " not in " + log.lines));
        return Long.parseLong(line.substring(0, line.indexOf(' ')));
    }

    @Test
    void realTimeRunsAboveFairByPriority() {
        TaskSpec fifo = TaskSpec.named("fifo", new Step.RunFor(3 * MS), new Step.Timer("t", 10 * MS, true, true))
                .sched(SchedParams.realTime(SchedulingPolicy.FIFO, 10))
                .build();
        TaskSpec higher = TaskSpec.named("higher", new Step.RunFor(MS), new Step.Timer("t", 10 * MS, true, true))
                .sched(SchedParams.realTime(SchedulingPolicy.FIFO, 20))
                .build();
        RunResult result =
                run(spec("1c", HOG, fifo, higher).horizon(Horizon.time(S)).build());

        assertThat(task(result, "higher").share()).isCloseTo(0.1, within(0.001));
        assertThat(task(result, "higher").runDelay().maxNs()).isZero();
        assertThat(task(result, "fifo").share()).isCloseTo(0.3, within(0.001));
        assertThat(task(result, "hog").share()).isCloseTo(0.6, within(0.001));
    }

    @Test
    void roundRobinTasksTakeTurnsAfter100Ms() {
        TaskSpec rr = TaskSpec.named("rr", ENDLESS)
                .instances(2)
                .sched(SchedParams.realTime(SchedulingPolicy.RR, 10))
                .build();
        RunResult result = run(spec("1c", rr).horizon(Horizon.time(S)).build());

        assertThat(task(result, "rr-0").runLength().p50Ns()).isBetween(96 * MS, 104 * MS);
        assertThat(task(result, "rr-0").share()).isCloseTo(0.5, within(0.1));
    }

    @Test
    void interruptPressureTakesTimeFromTheTaskWithoutChargingIt() {
        List<Pressure> pressure = List.of(new Pressure(Pressure.Kind.IRQ, 0, 10 * MS, 2 * MS, MS));
        RunResult result = run(
                spec("1c", once("a", new Step.Run(16 * MS))).pressure(pressure).build());

        // 16 ms of work meet two interrupts of 2 ms.
        assertThat(result.measuredNs()).isEqualTo(20 * MS);
        assertThat(result.cpus().get(0).busyNs()).isEqualTo(20 * MS);
    }

    @Test
    void realTimePressureIsATaskOfItsOwn() {
        List<Pressure> pressure = List.of(new Pressure(Pressure.Kind.RT, 0, 10 * MS, 2 * MS, 0));
        RunResult result =
                run(spec("1c", HOG).pressure(pressure).horizon(Horizon.time(S)).build());

        assertThat(task(result, "pressure/0").share()).isCloseTo(0.2, within(0.001));
        assertThat(task(result, "hog").share()).isCloseTo(0.8, within(0.001));
    }

    @Test
    void aSetAffinityMovesARunningTaskAtOnce() {
        Runs.Log log = new Runs.Log();
        RunResult result = run(
                spec("2c", HOG)
                        .timeline(List.of(new TimelineAction.SetAffinity(3 * MS, "hog", cpu(1))))
                        .horizon(Horizon.time(10 * MS))
                        .build(),
                log);

        assertThat(task(result, "hog").cpuNsByCpu()).containsExactly(3 * MS, 7 * MS);
        assertThat(log.of("migrate")).containsExactly("3000000 migrate hog 0 to 1");
    }

    @Test
    void aCpuThatGoesOfflineLosesItsTasksAndTakesThemAgainWhenItIsBack() {
        TaskSpec pair = TaskSpec.named("p", new Step.Run(MS), new Step.Sleep(MS))
                .instances(2)
                .build();
        RunResult result = run(spec("2c", pair, HOG)
                .timeline(List.of(new TimelineAction.CpuOff(10 * MS, 1), new TimelineAction.CpuOn(20 * MS, 1)))
                .horizon(Horizon.time(30 * MS))
                .build());

        assertThat(result.cpus().get(1).offlineNs()).isEqualTo(10 * MS);
        assertThat(result.cpus().get(0).busyNs()).isEqualTo(30 * MS);
        assertThat(result.cpus().get(1).busyNs()).isPositive();
        assertThat(result.blocked()).isEmpty();
    }

    @Test
    void unknownCpusAreRefusedBeforeTheRun() {
        RunSpec timeline = spec("2c", HOG)
                .timeline(List.of(new TimelineAction.CpuOff(MS, 7)))
                .build();
        RunSpec pressure = spec("2c", HOG)
                .pressure(List.of(new Pressure(Pressure.Kind.IRQ, 9, MS, US, 0)))
                .build();

        assertThatThrownBy(() -> Runs.simulation(timeline)).hasMessageContaining("cpu (7)");
        assertThatThrownBy(() -> Runs.simulation(pressure)).hasMessageContaining("cpu (9)");
    }

    @Test
    void theLastCpuStaysOnlineWithAWarning() {
        RunResult result = run(spec("1c", HOG)
                .timeline(List.of(new TimelineAction.CpuOff(MS, 0)))
                .horizon(Horizon.time(2 * MS))
                .build());

        assertThat(result.warnings()).singleElement().asString().contains("cpu (0)");
        assertThat(result.cpus().get(0).busyNs()).isEqualTo(2 * MS);
    }

    @Test
    void aTaskWhoseOnlyCpuIsGoneMayGoAnywhere() {
        TaskSpec pinned = TaskSpec.named("pinned", ENDLESS).cpus(cpu(1)).build();
        RunResult result = run(spec("2c", pinned)
                .timeline(List.of(new TimelineAction.CpuOff(MS, 1)))
                .horizon(Horizon.time(2 * MS))
                .build());

        assertThat(task(result, "pinned").cpuNsByCpu()).containsExactly(MS, MS);
    }

    @Test
    void policyChangesOnTheTimelineTakeEffect() {
        RunResult result = run(spec("1c", HOG, TaskSpec.named("b", ENDLESS).build())
                .timeline(List.of(
                        new TimelineAction.SetPolicy(100 * MS, "b", SchedParams.realTime(SchedulingPolicy.FIFO, 1)),
                        new TimelineAction.Renice(50 * MS, "hog", 10),
                        new TimelineAction.Renice(60 * MS, "nobody", 10)))
                .horizon(Horizon.time(200 * MS))
                .build());

        assertThat(task(result, "b").cpuNs()).isBetween(148 * MS, 152 * MS);
        assertThat(result.warnings()).singleElement().asString().contains("nobody");
    }

    @Test
    void theAuditTellsWhoWaitsForWhatAndWhoNeverRan() {
        TaskSpec fifo = TaskSpec.named("fifo", ENDLESS)
                .sched(SchedParams.realTime(SchedulingPolicy.FIFO, 5))
                .build();
        TaskSpec holder = once("holder", new Step.Lock("m"), new Step.Suspend("never"));
        TaskSpec waiter = once("waiter", new Step.Sleep(MS), new Step.Lock("m"));
        TaskSpec late = TaskSpec.named("late", ENDLESS).cpus(cpu(1)).build();
        RunResult result = run(spec("2c", holder, waiter, late, fifo)
                .start(new Start(Start.Kind.FORKED, List.of(0, 0, 1, 1)))
                .horizon(Horizon.time(2 * S))
                .build());

        assertThat(result.blocked())
                .containsExactly(
                        new Blocked("holder", Blocked.State.WAITS, "suspend never", 0),
                        new Blocked("waiter", Blocked.State.WAITS, "mutex m held by holder", MS),
                        new Blocked("late", Blocked.State.NEVER_RAN, "", 0));
    }

    @Test
    void aRunInWhichNothingCanHappenAnyMoreStalls() {
        RunResult result = run(spec("1c", once("a", new Step.Suspend("x"))).build());

        assertThat(result.ended()).isEqualTo(End.STALLED);
        assertThat(result.blocked()).hasSize(1);
    }

    @Test
    void aProgramThatTakesNoTimeIsRefused() {
        assertThatThrownBy(() ->
                        run(spec("1c", TaskSpec.named("a", new Step.Resume("x")).build())
                                .build()))
                .isInstanceOf(StuckProgramException.class)
                .hasMessageContaining("Task a")
                .hasMessageContaining("Maybe");
    }

    @Test
    void aReleasedStartWakesThreadsInOrderFromARealTimeTaskOnCpu0() {
        Runs.Log log = new Runs.Log();
        TaskSpec tasks = TaskSpec.named("t", ENDLESS).instances(3).build();
        RunResult result = run(
                spec("4c", tasks)
                        .start(new Start(Start.Kind.RELEASED, List.of(3, 3, 0)))
                        .costs(new PathCosts(1_000, 0, 0, 0, 0, 0))
                        .horizon(Horizon.time(MS))
                        .build(),
                log);

        assertThat(log.of("waking"))
                .containsExactly(
                        "0 waking t-0 by observer on 0 prev 3",
                        "1000 waking t-1 by observer on 0 prev 3",
                        "2000 waking t-2 by observer on 0 prev 0");
        assertThat(log.of("wakeup")).contains("0 wakeup t-0 on 3", "1000 wakeup t-1 on 1", "2000 wakeup t-2 on 2");
        assertThat(task(result, "observer").cpuNs()).isEqualTo(3_000);
    }

    @Test
    void noTaskRunsOffItsMask() {
        boolean[] wrong = new boolean[1];
        TaskSpec even = TaskSpec.named("even", new Step.Run(300 * US), new Step.Sleep(170 * US))
                .instances(5)
                .cpus(CpuMask.of(4, 0, 2))
                .build();
        TaskSpec free = TaskSpec.named("free", new Step.Run(210 * US), new Step.Sleep(90 * US))
                .instances(5)
                .build();
        SchedObserver guard = new SchedObserver() {
            @Override
            public void switched(long ns, int cpu, int prev, int why, int next) {
                wrong[0] |= next >= 0 && next < 5 && cpu % 2 != 0;
            }
        };
        RunResult result = run(spec("4c", even, free).horizon(Horizon.time(S)).build(), guard);

        assertThat(wrong[0]).isFalse();
        assertThat(task(result, "even-0").cpuNsByCpu().get(1)).isZero();
    }

    @Test
    void aPlacementOffTheMaskIsAViolation() {
        RunSpec spec = spec(
                        "2c",
                        TaskSpec.named("a", ENDLESS).cpus(CpuMask.of(4, 0, 1)).build())
                .build();
        assertThatThrownBy(() -> new Simulation(spec, new RoundRobin(true), (t, c) -> 2, List.of()).run())
                .isInstanceOf(PolicyViolationException.class)
                .hasMessageContaining("cpu (2)")
                .hasMessageContaining("seed 1");
    }

    @Test
    void forkedThreadsRunTheirOwnProgram() {
        TaskSpec child = TaskSpec.named("child", new Step.Run(2 * MS))
                .instances(0)
                .loop(1)
                .build();
        TaskSpec parent = once("parent", new Step.Run(MS), new Step.Fork("child"), new Step.Fork("child"));
        RunResult result = run(spec("1c", parent, child).build());

        assertThat(result.measuredNs()).isEqualTo(5 * MS);
        assertThat(result.tasks()).extracting("name").containsExactly("parent", "child-f0", "child-f1");
    }

    @Test
    void aPhaseChangesAffinityAndPolicy() {
        var inPhase = new org.schedlab.workload.Phase(
                "p", 1, SchedParams.realTime(SchedulingPolicy.FIFO, 7), cpu(1), null, List.of(new Step.Run(3 * MS)));
        TaskSpec mover = TaskSpec.named("mover")
                .phases(List.of(org.schedlab.workload.Phase.of(new Step.Run(MS)), inPhase))
                .loop(1)
                .build();
        RunResult result =
                run(spec("2c", mover, TaskSpec.named("b", ENDLESS).cpus(cpu(1)).build())
                        .horizon(Horizon.time(10 * MS))
                        .build());

        assertThat(task(result, "mover").cpuNsByCpu()).containsExactly(MS, 3 * MS);
        assertThat(task(result, "b").cpuNs()).isEqualTo(7 * MS);
    }

    @Test
    void sameInputGivesTheSameEvents() {
        assertThat(eventLog()).isEqualTo(eventLog()).hasSizeGreaterThan(1_000);
    }

    private static List<String> eventLog() {
        Runs.Log log = new Runs.Log();
        TaskSpec periodic = TaskSpec.named("p", new Step.Run(700 * US), new Step.Timer("t", 3 * MS, true, false))
                .instances(7)
                .build();
        run(
                spec("1s 2c 2t", periodic, HOG)
                        .costs(PathCosts.DEFAULT)
                        .horizon(Horizon.time(S))
                        .build(),
                log);
        return log.lines;
    }
}
