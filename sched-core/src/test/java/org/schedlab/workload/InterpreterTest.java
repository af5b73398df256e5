package org.schedlab.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Follows programs by hand: each call is what a running thread would do next. */
class InterpreterTest {

    private final List<Integer> woken = new ArrayList<>();
    private final List<Integer> forked = new ArrayList<>();
    private final List<String> entered = new ArrayList<>();
    private final ProgramHost host = new ProgramHost() {
        @Override
        public void wake(int thread, boolean sync) {
            woken.add(thread);
        }

        @Override
        public void fork(int kind) {
            forked.add(kind);
        }

        @Override
        public void enter(int thread, Phase phase) {
            entered.add(phase.name());
        }
    };

    private Interpreter interpreter = new Interpreter(Workload.of());
    private final List<ThreadState> threads = new ArrayList<>();

    private void workload(Workload workload) {
        interpreter = new Interpreter(workload);
        for (int kind = 0; kind < workload.tasks().size(); kind++) {
            for (int i = 0; i < workload.tasks().get(kind).instances(); i++) {
                threads.add(interpreter.newThread(kind, threads.size()));
            }
        }
    }

    private void tasks(TaskSpec... specs) {
        workload(Workload.of(specs));
    }

    private static TaskSpec task(String name, Step... steps) {
        return TaskSpec.named(name, steps).build();
    }

    /** The next thing that takes time. */
    private String next(int thread, long nowNs) {
        ThreadState t = threads.get(thread);
        for (int i = 0; i < 1_000; i++) {
            int outcome = interpreter.step(t, nowNs, host);
            switch (outcome) {
                case Interpreter.GO_ON -> {}
                case Interpreter.RUN -> {
                    return "run " + t.value();
                }
                case Interpreter.RUN_FOR -> {
                    return "for " + t.value();
                }
                case Interpreter.SLEEP -> {
                    return "sleep until " + t.value();
                }
                case Interpreter.WAIT -> {
                    return "wait " + interpreter.waitsFor(t, n -> "t" + n);
                }
                case Interpreter.YIELD -> {
                    return "yield";
                }
                case Interpreter.EXIT -> {
                    return "exit";
                }
                default -> throw new AssertionError(outcome);
            }
        }
        return "nothing takes time";
    }

    @Test
    void repeatsPhasesAndTasksAsOftenAsTheirLoopsSay() {
        TaskSpec spec = TaskSpec.named("t")
                .phases(List.of(
                        Phase.loop("light", 2, new Step.Run(1)),
                        Phase.loop("skipped", 0, new Step.Run(99)),
                        Phase.loop("heavy", 1, new Step.Run(7))))
                .loop(2)
                .build();
        tasks(spec);

        List<String> steps = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            steps.add(next(0, 0));
        }
        assertThat(steps).containsExactly("run 1", "run 1", "run 7", "run 1", "run 1", "run 7", "exit");
    }

    @Test
    void aDelayComesBeforeTheFirstPhase() {
        tasks(TaskSpec.named("t", new Step.Run(5)).delayNs(100).build());

        assertThat(next(0, 7)).isEqualTo("sleep until 107");
        assertThat(next(0, 107)).isEqualTo("run 5");
    }

    @Test
    void aRelativeTimerIsImmuneToDelaysButStartsAfreshAfterAMiss() {
        // The tutorial's example: work that takes 10, 10, 30 and 10, timer of 20, relative.
        tasks(task("t", new Step.Run(10), new Step.Timer("unique", 20, true, false)));

        assertThat(next(0, 0)).isEqualTo("run 10");
        assertThat(next(0, 10)).isEqualTo("sleep until 20");
        assertThat(next(0, 20)).isEqualTo("run 10");
        assertThat(next(0, 35)).isEqualTo("sleep until 40");
        assertThat(next(0, 40)).isEqualTo("run 10");
        assertThat(next(0, 70)).as("missed: goes on at once").isEqualTo("run 10");
        assertThat(next(0, 80)).as("counted from the miss").isEqualTo("sleep until 90");
    }

    @Test
    void anAbsoluteTimerStaysOnItsGrid() {
        tasks(task("t", new Step.Run(10), new Step.Timer("unique", 20, true, true)));

        next(0, 0);
        assertThat(next(0, 10)).isEqualTo("sleep until 20");
        next(0, 20);
        assertThat(next(0, 70)).as("40 is missed").isEqualTo("run 10");
        assertThat(next(0, 75)).as("60 is missed").isEqualTo("run 10");
        assertThat(next(0, 78)).isEqualTo("sleep until 80");
    }

    @Test
    void aTimerMayCountFromItsFirstUse() {
        workload(new Workload(
                List.of(task("t", new Step.Run(10), new Step.Timer("unique", 20, true, false))),
                Workload.TimerOrigin.FIRST_USE,
                Workload.UNLIMITED));

        next(0, 0);
        assertThat(next(0, 15)).isEqualTo("sleep until 35");
    }

    @Test
    void instancesShareATimerUnlessItIsUnique() {
        tasks(TaskSpec.named("t", new Step.Run(1), new Step.Timer("tick", 100, false, false))
                .instances(2)
                .build());

        next(0, 0);
        next(1, 0);
        assertThat(next(0, 1)).isEqualTo("sleep until 100");
        assertThat(next(1, 1)).isEqualTo("sleep until 200");
    }

    @Test
    void suspendWaitsForAResumeAndRemembersNone() {
        tasks(
                task("a", new Step.Suspend("x"), new Step.Run(1)),
                task("b", new Step.Resume("x"), new Step.Run(2)),
                task("c", new Step.Suspend("x"), new Step.Run(3)));

        assertThat(next(1, 0)).as("nobody to resume").isEqualTo("run 2");
        assertThat(next(0, 0)).isEqualTo("wait suspend x");
        assertThat(next(2, 0)).isEqualTo("wait suspend x");
        assertThat(next(1, 5)).isEqualTo("run 2");
        assertThat(woken).as("all of the name").containsExactly(0, 2);
        assertThat(next(0, 6)).isEqualTo("run 1");
    }

    @Test
    void aMutexIsNotHandedOver() {
        tasks(
                task("a", new Step.Lock("m"), new Step.Run(1), new Step.Unlock("m"), new Step.Run(2)),
                task("b", new Step.Lock("m"), new Step.Run(3), new Step.Unlock("m")));

        assertThat(next(0, 0)).isEqualTo("run 1");
        assertThat(next(1, 0)).isEqualTo("wait mutex m held by t0");
        assertThat(next(0, 1)).isEqualTo("run 2");
        assertThat(woken).containsExactly(1);
        assertThat(next(0, 2)).as("takes it again before the woken one runs").isEqualTo("run 1");
        assertThat(next(1, 2)).isEqualTo("wait mutex m held by t0");
        next(0, 3);
        assertThat(next(1, 4)).isEqualTo("run 3");
    }

    @Test
    void waitReleasesTheMutexAndTakesItAgain() {
        tasks(
                task("w", new Step.Lock("m"), new Step.Wait("q", "m"), new Step.Run(1), new Step.Unlock("m")),
                task(
                        "s",
                        new Step.Lock("m"),
                        new Step.Signal("q"),
                        new Step.Run(2),
                        new Step.Unlock("m"),
                        new Step.Run(3)));

        assertThat(next(0, 0)).isEqualTo("wait condition q");
        assertThat(next(1, 0)).isEqualTo("run 2");
        assertThat(woken).containsExactly(0);
        assertThat(next(0, 1)).isEqualTo("wait mutex m held by t1");
        assertThat(next(1, 2)).isEqualTo("run 3");
        assertThat(next(0, 3)).isEqualTo("run 1");
    }

    @Test
    void aSignalWithoutWaitersIsLostAndBroadcastWakesAll() {
        TaskSpec waiter = TaskSpec.named(
                        "w", new Step.Lock("m"), new Step.Wait("q", "m"), new Step.Unlock("m"), new Step.Run(1))
                .instances(2)
                .build();
        tasks(waiter, task("s", new Step.Signal("q"), new Step.Run(1), new Step.Broadcast("q"), new Step.Run(2)));

        next(2, 0);
        assertThat(woken).isEmpty();
        next(0, 0);
        next(1, 0);
        next(2, 1);
        assertThat(woken).containsExactly(0, 1);
    }

    @Test
    void syncSignalsThenWaits() {
        tasks(
                task("w", new Step.Lock("m"), new Step.Wait("q", "m"), new Step.Unlock("m"), new Step.Run(1)),
                task("s", new Step.Lock("m"), new Step.Sync("q", "m"), new Step.Unlock("m"), new Step.Run(2)));

        next(0, 0);
        assertThat(next(1, 0)).isEqualTo("wait condition q");
        assertThat(woken).containsExactly(0);
        assertThat(next(0, 1)).isEqualTo("run 1");
    }

    @Test
    void aBarrierHoldsAllButTheLast() {
        tasks(
                TaskSpec.named("a", new Step.Barrier("B"), new Step.Run(1))
                        .instances(2)
                        .build(),
                task("b", new Step.Barrier("B"), new Step.Run(2)));

        assertThat(next(0, 0)).isEqualTo("wait barrier B");
        assertThat(next(1, 0)).isEqualTo("wait barrier B");
        assertThat(next(2, 0)).isEqualTo("run 2");
        assertThat(woken).containsExactly(0, 1);
        assertThat(next(2, 1)).as("the next round").isEqualTo("wait barrier B");
    }

    @Test
    void poolsRemember() {
        tasks(
                task("w", new Step.PoolWait("p"), new Step.Run(1)),
                task("s", new Step.PoolSignal("p", 2), new Step.Run(2)));

        assertThat(next(0, 0)).isEqualTo("wait pool p");
        next(1, 0);
        assertThat(woken).containsExactly(0);
        assertThat(next(0, 1)).isEqualTo("run 1");
        assertThat(next(0, 2)).isEqualTo("run 1");
        assertThat(next(0, 3)).isEqualTo("wait pool p");
    }

    @Test
    void pipesBlockReadersWhenEmptyAndWritersWhenFull() {
        tasks(
                task("r", new Step.PipeRead("p", 8), new Step.Run(1)),
                task("w", new Step.PipeWrite("p", Step.PIPE_BYTES), new Step.Run(2)));

        assertThat(next(0, 0)).isEqualTo("wait data in pipe p");
        assertThat(next(1, 0)).isEqualTo("run 2");
        assertThat(woken).containsExactly(0);
        assertThat(next(1, 1)).isEqualTo("wait room in pipe p");
        assertThat(next(0, 1)).isEqualTo("run 1");
        assertThat(woken).containsExactly(0, 1);
        assertThat(next(1, 2)).as("8 bytes are not enough").isEqualTo("wait room in pipe p");
    }

    @Test
    void aServiceQueueWakesAllThatPosted() {
        tasks(
                TaskSpec.named("w", new Step.QueuePost("q"), new Step.Run(1))
                        .instances(2)
                        .build(),
                task("m", new Step.QueueServe("q"), new Step.Run(2)));

        assertThat(next(2, 0)).isEqualTo("wait posts to queue q");
        assertThat(next(0, 0)).isEqualTo("wait service queue q");
        assertThat(woken).containsExactly(2);
        next(1, 0);
        assertThat(next(2, 1)).isEqualTo("run 2");
        assertThat(woken).containsExactly(2, 0, 1);
    }

    @Test
    void forksYieldsAndEntersPhases() {
        Phase phase = new Phase("p", 1, SchedParams.nice(3), null, null, List.of(new Step.Fork("u"), new Step.Yield()));
        tasks(
                TaskSpec.named("t").phases(List.of(phase)).build(),
                TaskSpec.named("u", new Step.Run(1)).instances(0).build());

        assertThat(next(0, 0)).isEqualTo("yield");
        assertThat(forked).containsExactly(1);
        assertThat(entered).containsExactly("p");
    }

    @Test
    void anUnknownTaskToForkIsRefused() {
        assertThatThrownBy(() -> new Interpreter(Workload.of(task("t", new Step.Fork("nobody")))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nobody")
                .hasMessageContaining("[t]");
    }

    @Test
    void takesARunAheadOnlyWhenNothingElseStandsBefore() {
        tasks(task("t", new Step.Run(4), new Step.Resume("x")));

        assertThat(interpreter.takeRun(threads.get(0)))
                .as("the start comes first")
                .isEqualTo(-1);
        assertThat(next(0, 0)).isEqualTo("run 4");
        assertThat(interpreter.takeRun(threads.get(0))).isEqualTo(-1);
    }
}
