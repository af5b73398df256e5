package org.schedlab.workload.rtapp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.workload.Phase;
import org.schedlab.workload.SchedParams;
import org.schedlab.workload.Step;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;
import org.schedlab.workload.text.InputText;

class RtAppReaderTest {

    private static Workload read(String text) {
        RtAppOptions options = RtAppOptions.forMachine(CpuMask.firstCpus(4));
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return RtAppReader.read(InputText.of("f.json", bytes), options).workload();
    }

    private static TaskSpec task(String body) {
        return read("{'tasks': {'t': {" + body + "}}}").tasks().get(0);
    }

    @Test
    void readsNumberedEventsInTheOrderOfTheFile() {
        assertThat(task("'run1': 1, 'sleep1': 2, 'runtime_a': 3, 'run0': 4")
                        .phases()
                        .get(0)
                        .steps())
                .containsExactly(
                        new Step.Run(1_000), new Step.Sleep(2_000), new Step.RunFor(3_000), new Step.Run(4_000));
    }

    @Test
    void readsPartsOfMicroseconds() {
        assertThat(task("'run': 419.2").phases().get(0).steps()).containsExactly(new Step.Run(419_200));
    }

    @Test
    void readsTimersOfAllKinds() {
        assertThat(
                        task("'timer': {'ref': 'unique1', 'period': 5}, 'timer2': {'ref': 'tick', 'period': 6, 'mode': 'absolute'}")
                                .phases()
                                .get(0)
                                .steps())
                .containsExactly(
                        new Step.Timer("unique1", 5_000, true, false), new Step.Timer("tick", 6_000, false, true));
    }

    @Test
    void readsTheExtensionsOfTheRecorder() {
        assertThat(task("'x-pipe-write0': {'ref': 'a', 'bytes': 8}, 'x-pipe-read': {'ref': 'b', 'bytes': 100},"
                                + "'x-signal': {'ref': 'p', 'count': 2}, 'x-wait': 'p', 'x-qpost': 'q', 'x-qserve': 'q'")
                        .phases()
                        .get(0)
                        .steps())
                .containsExactly(
                        new Step.PipeWrite("a", 8),
                        new Step.PipeRead("b", 100),
                        new Step.PoolSignal("p", 2),
                        new Step.PoolWait("p"),
                        new Step.QueuePost("q"),
                        new Step.QueueServe("q"));
    }

    @Test
    void aPhaseInheritsWhatItDoesNotSet() {
        TaskSpec task =
                task("'priority': -5, 'x-slice-ns': 100000, 'phases': {'a': {'run': 1}, 'b': {'x-nice': 3, 'run': 1}}");
        SchedParams base = new SchedParams(SchedulingPolicy.NORMAL, -5, 0, 100_000);
        assertThat(task.sched()).isEqualTo(base);
        assertThat(task.phases())
                .extracting(Phase::sched)
                .containsExactly(null, new SchedParams(SchedulingPolicy.NORMAL, 3, 0, 100_000));
    }

    @Test
    void realTimeTasksHavePriorityTenUnlessTheySayOtherwise() {
        assertThat(task("'policy': 'SCHED_FIFO', 'run': 1").sched())
                .isEqualTo(SchedParams.realTime(SchedulingPolicy.FIFO, 10));
        assertThat(task("'policy': 'SCHED_RR', 'priority': 50, 'run': 1").sched())
                .isEqualTo(SchedParams.realTime(SchedulingPolicy.RR, 50));
    }

    @Test
    void dlRuntimeOfAFairTaskIsItsSlice() {
        assertThat(task("'dl-runtime': 100000, 'run': 1").sched().sliceNs()).isEqualTo(100_000_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'run': -1                                 | run (-1) must not be negative",
                "'sleep': '5'                              | sleep (5) must be a time in us",
                "'run': 1e30                               | run (1E+30) is longer than 146 years",
                "'run': 1, 'delay': -5                     | delay (-5) must not be negative",
                "'run': 1, 'cpus': [9]                     | cpu (9) in cpus is not known",
                "'run': 1, 'cpus': [-1]                    | cpu (-1) in cpus is not known",
                "'run': 1, 'cpus': []                      | cpus ([]) allows no CPU",
                "'run': 1, 'cpus': ''                      | cpus () allows no CPU",
                "'run': 1, 'instance': 10000000            | the tasks make 10000000 threads (instance), more than 100000",
                "'run': 1, 'instance': -1                  | instance (-1) must be an integer from 0",
                "'run': 1, 'priority': 20                  | priority (20) must be an integer from -20 to 19",
                "'run': 1, 'policy': 'SCHED_FIFO', 'priority': 0 | priority (0) must be an integer from 1 to 99",
                "'run': 1, 'policy': 'SCHED_FIF'           | Maybe you meant SCHED_FIFO",
                "'run': 1, 'policy': 'SCHED_DEADLINE'      | policy (SCHED_DEADLINE) is not modelled",
                "'run': 1, 'loop': 1, 'loop': 2            | loop occurs twice, first on line 1",
                "'slep': 1                                 | Maybe you meant sleep",
                "'mem': 100                                | mem: memory traffic is not modelled",
                "'iorun': 100                              | iorun: input and output are not modelled",
                "'util_min': 100, 'run': 1                 | util_min: utilisation clamps are not modelled",
                "'exec': 100                               | exec belongs to the grammar before rt-app 1.0",
                "'run': 1, 'taskgroup': '/a/../b'          | cgroup (/a/../b) has a dot part",
                "'run': 1, 'phases': {'p': {'run': 1}}     | run stands beside phases",
                "'run': 1, 'fork': 'other'                 | fork (other) names no task",
                "'resume': 'x'                             | task (t) repeats forever without taking time",
                "'run': 0                                  | task (t) repeats forever without taking time",
                "'phases': {'p': {'loop': -1, 'yield': ''}} | task (t) repeats forever without taking time",
                "'timer': {'ref': 'a'}                     | timer has no period",
                "'timer': 5                                | timer (5) must be an object",
                "'wait': {'ref': 'a'}                      | wait has no mutex",
                "'timer': {'ref': 'a', 'period': 5, 'mode': 'absolut'} | timer mode (absolut) is not known",
                "'run': 1, 'x-pipe-read': {'ref': 'a', 'bytes': 70000} | bytes (70000) must be an integer from 1 to 65536",
            })
    void refusesByNameWithALine(String body, String message) {
        assertThatThrownBy(() -> task(body))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("f.json:1: ")
                .hasMessageContaining(message);
    }

    @Test
    void reportsAllFaultsOfAFile() {
        String text = "{'tasks': {\n'a': {'run': -1},\n'b': {'slep': 2},\n'a': {'run': 1} },\n'globl': {} }";
        assertThatThrownBy(() -> read(text))
                .isInstanceOfSatisfying(
                        InvalidInputException.class,
                        e -> assertThat(e.problems()).extracting(p -> p.line()).containsExactly(2, 3, 4, 5));
    }

    @Test
    void aNegativeDurationIsRefusedButMinusOneIsNone() {
        assertThat(read("{'tasks': {'t': {'run': 1}}, 'global': {'duration': -1}}")
                        .durationNs())
                .isEqualTo(Workload.UNLIMITED);
        assertThatThrownBy(() -> read("{'tasks': {'t': {'run': 1}}, 'global': {'duration': -2}}"))
                .hasMessageContaining("duration (-2) must not be negative");
    }

    @Test
    void instancesAreCountedWithoutMakingThem() {
        assertThatThrownBy(
                        () -> read(
                                "{'tasks': {'a': {'instance': 2147483647, 'run': 1}, 'b': {'instance': 2147483647, 'run': 1}}}"))
                .hasMessageContaining("the tasks make 4294967294 threads");
    }
}
