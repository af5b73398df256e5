package org.schedlab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schedlab.engine.Horizon;
import org.schedlab.engine.PathCosts;
import org.schedlab.engine.PreemptionModel;
import org.schedlab.engine.Pressure;
import org.schedlab.engine.Start;
import org.schedlab.engine.TimelineAction;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.input.InputProblem;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.topology.read.TopologyReaders;
import org.schedlab.workload.SchedParams;
import org.schedlab.workload.Step;
import org.schedlab.workload.text.InputText;
import org.schedlab.workload.text.YamlTree;

class ScenarioReaderTest {

    private static final String WHOLE = """
            name: everything
            topology: 1s 4c
            kernel: 6.12
            features: [NO_RUN_TO_PARITY, NEXT_BUDDY]
            tunables:
              base_slice_ns: 3000000
            policies: { pick: "core:eevdf" }
            hz: 1000
            preemption: lazy
            skew-tick: true
            start-phase: 0.4ms
            smt-permille: 600
            start: released
            seed: 7
            duration: 2s
            events: 1000
            costs: { wakeup: 0, context-switch: 1.5us }
            pressure:
              - { kind: irq, cpu: 1, period: 10ms, duration: 100us, offset: 1ms }
            tasks:
              web:
                instance: 2
                run: 1000
                sleep: 2000
                run2: 500
              hog: { run: 100000, cpus: "0-1" }
            global: { duration: 5 }
            timeline:
              - at: 500ms
                renice: { task: hog, nice: 5 }
              - { at: 600ms, setaffinity: { task: web-1, cpus: [2, 3] } }
              - { at: 700ms, setpolicy: { task: web, policy: SCHED_FIFO, priority: 50 } }
              - { at: 800ms, setslice: { task: hog, slice: 100us } }
              - { at: 900ms, cpu-off: 3 }
              - { at: 1s, cpu-on: 3 }
            """;

    @TempDir
    Path directory;

    private Scenario read(String yaml) {
        InputText input = InputText.of("s.yaml", yaml.getBytes(StandardCharsets.UTF_8));
        return ScenarioReader.read("s.yaml", YamlTree.parse(input), directory, TopologyReaders.standard(), null);
    }

    @Test
    void readsEveryKey() {
        Scenario s = read(WHOLE);
        assertThat(s.name()).isEqualTo("everything");
        assertThat(s.topology().cpuCapacity()).isEqualTo(4);
        assertThat(s.kernel()).isEqualTo(new Located<>("6.12", "s.yaml", 3));
        assertThat(s.features()).extracting(Located::value).containsExactly("NO_RUN_TO_PARITY", "NEXT_BUDDY");
        assertThat(s.tunables()).containsExactly(new Located<>("base_slice_ns=3000000", "s.yaml", 6));
        assertThat(s.policies()).extracting(Located::value).containsExactly("pick=core:eevdf");
        assertThat(s.timing()).isEqualTo(new Scenario.TimingChoice(1000, PreemptionModel.LAZY, true, 400_000L, 600));
        assertThat(s.start().kind()).isEqualTo(Start.Kind.RELEASED);
        assertThat(s.seed()).isEqualTo(7);
        assertThat(s.horizon()).isEqualTo(new Horizon(2_000_000_000, 1000));
        assertThat(s.costs()).isEqualTo(new PathCosts(0, 500, 1500, 0, 0, 20));
        assertThat(s.pressure()).containsExactly(new Pressure(Pressure.Kind.IRQ, 1, 10_000_000, 100_000, 1_000_000));
        assertThat(s.workload().tasks().get(0).phases().get(0).steps())
                .containsExactly(new Step.Run(1_000_000), new Step.Sleep(2_000_000), new Step.Run(500_000));
        assertThat(s.workload().tasks().get(1).cpus()).isEqualTo(CpuMask.of(4, 0, 1));
        assertThat(s.workload().durationNs()).isEqualTo(5_000_000_000L);
        assertThat(s.timeline())
                .containsExactly(
                        new TimelineAction.Renice(500_000_000, "hog", 5),
                        new TimelineAction.SetAffinity(600_000_000, "web-1", CpuMask.of(4, 2, 3)),
                        new TimelineAction.SetPolicy(
                                700_000_000, "web", SchedParams.realTime(SchedulingPolicy.FIFO, 50)),
                        new TimelineAction.SetSlice(800_000_000, "hog", 100_000),
                        new TimelineAction.CpuOff(900_000_000, 3),
                        new TimelineAction.CpuOn(1_000_000_000, 3));
    }

    @Test
    void readsTasksAndMachineFromFilesBesideIt() throws IOException {
        Files.writeString(directory.resolve("w.json"), "{\"tasks\": {\"a\": {\"run\": 5,}}}");
        assertThat(read("topology: 2s 2c\ntasks: w.json\n").workload().tasks()).hasSize(1);
        Files.writeString(directory.resolve("w.json"), "{\"tasks\":\n {\"a\": {\"runn\": 5,}}}");
        assertThatThrownBy(() -> read("topology: 2s 2c\ntasks: w.json\n")).hasMessageContaining("w.json:2: key (runn)");
        assertThatThrownBy(() -> read("topology: 2s 2c\ntasks: none.json\n"))
                .hasMessageContaining("there is no such file");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "kernel: 6.12                    | kernl: 6.12                    | s.yaml:3: key (kernl) is not known | you meant kernel.",
                "hz: 1000                        | hz: 500                        | s.yaml:8: hz (500) is not known | 100, 250, 300 or 1000",
                "duration: 2s                    | duration: 2                    | s.yaml:15: duration (2) has no unit | you meant 2ms",
                "duration: 2s                    | duration: -2s                  | s.yaml:15: duration (-2s) must not be negative | s.yaml",
                "preemption: lazy                | preemption: lazi               | s.yaml:9: preemption (lazi) is not known | you meant lazy",
                "renice: { task: hog, nice: 5 }  | renice: { task: hgo, nice: 5 } | s.yaml:30: task (hgo) is not known | you meant hog",
                "renice: { task: hog, nice: 5 }  | renice: { task: hog }          | s.yaml:30: renice has no nice | s.yaml",
                "renice: { task: hog, nice: 5 }  | renise: { task: hog }          | s.yaml:30: action (renise) is not known | you meant renice",
                "cpu-off: 3                      | cpu-off: 4                     | s.yaml:34: cpu (4) is not known | has the CPUs 0-3",
                "cpu: 1                          | cpu: 9                         | s.yaml:19: cpu (9) is not known | has the CPUs 0-3",
                "period: 10ms                    | period: 10us                   | s.yaml:19: duration (100000 ns) of pressure must be above 0 | interchanged",
                "wakeup: 0                       | wakup: 0                       | s.yaml:17: cost (wakup) is not known | you meant wakeup",
                "cpus: [2, 3]                    | cpus: []                       | s.yaml:31: cpus ([]) allows no CPU | s.yaml",
                "topology: 1s 4c                 | topology: 1s 4q                | s.yaml:2: topology | s.yaml",
                "instance: 2                     | instance: 10000000             | the tasks make 10000001 threads | s.yaml",
                "seed: 7                         | cgroups: { a: { cpu.max: [] } }| s.yaml:14: cpu.max ([]) must be what is written to the file | s.yaml",
                "seed: 7                         | cgroups: { a: {}, /a/: {} }    | s.yaml:14: cgroup (/a) is there twice, first in line 14 | one group",
                "sleep: 2000                     | slep: 2000                     | s.yaml:24: key (slep) is not known | you meant sleep",
                "start: released                 | start: release                 | s.yaml:13: start (release) is not known | you meant released",
            })
    void refusesWithLineAndHint(String good, String bad, String message, String hint) {
        assertThat(WHOLE).contains(good);
        assertThatThrownBy(() -> read(WHOLE.replace(good, bad)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message)
                .hasMessageContaining(hint);
    }

    @Test
    void namesOfGroupsThatNoKernelTakesAreRefused() {
        for (String name : List.of("a\\nb", "a\\0b", "x".repeat(256))) {
            assertThatThrownBy(() -> read(WHOLE.replace("seed: 7", "cgroups: { \"" + name + "\": {} }")))
                    .hasMessageContaining("has a name that no kernel takes");
        }
    }

    @Test
    void reportsAllFaultsTogether() {
        String bad = WHOLE.replace("hz: 1000", "hz: 1")
                .replace("run: 1000\n", "run: -1\n")
                .replace("cpu-off: 3", "cpu-off: 7");
        InvalidInputException e = catchThrowableOfType(InvalidInputException.class, () -> read(bad));
        assertThat(e.problems()).extracting(InputProblem::line).containsExactly(8, 23, 34);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a: &x [1]\\nb: *x     | anchors and aliases",
                "a: [1, 2             | this is not YAML",
                "a: 1\\n---\\nb: 2      | a second document begins",
                "``                   | the file is empty",
                "- 1                  | the file holds a list, not a scenario",
                "a:\\n\\t- b            | this is not YAML",
            })
    void refusesWhatIsNotOneDocument(String yaml, String message) {
        assertThatThrownBy(() -> read(yaml.replace("\\n", "\n").replace("\\t", "\t")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("s.yaml")
                .hasMessageContaining(message);
    }

    @Test
    void refusesDeepNesting() {
        assertThatThrownBy(() -> read("a: " + "[".repeat(5_000) + "]".repeat(5_000)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("nest");
    }

    @Test
    void aScenarioNeedsAMachineAndTasks() {
        assertThatThrownBy(() -> read("kernel: 6.12"))
                .hasMessageContaining("there is no topology")
                .hasMessageContaining("there are no tasks");
    }
}
