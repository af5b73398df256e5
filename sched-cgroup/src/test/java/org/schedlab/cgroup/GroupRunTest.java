package org.schedlab.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schedlab.metrics.GroupResult;
import org.schedlab.metrics.GroupsResult;
import org.schedlab.metrics.RunResult;
import org.schedlab.policies.CorePlugin;
import org.schedlab.scenario.Composer;
import org.schedlab.scenario.RunChoices;
import org.schedlab.scenario.ScenarioReader;
import org.schedlab.topology.input.InputProblem;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.topology.read.TopologyReaders;
import org.schedlab.trace.SchedObserver;
import org.schedlab.workload.text.InputText;
import org.schedlab.workload.text.YamlTree;

class GroupRunTest {

    private static final String HOG = "run: 400000000 }\n";

    static RunResult run(String kernel, String... lines) {
        return run(kernel, List.of(), lines);
    }

    static RunResult run(String kernel, List<SchedObserver> observers, String... lines) {
        byte[] yaml = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        return Composer.with(List.of(new CorePlugin(), new CgroupPlugin()))
                .compose(
                        ScenarioReader.read(
                                "s.yaml",
                                YamlTree.parse(InputText.of("s.yaml", yaml)),
                                Path.of(""),
                                TopologyReaders.standard(),
                                null),
                        RunChoices.of(kernel, 2_000_000_000))
                .simulation(observers)
                .run();
    }

    private static GroupsResult groups(RunResult result) {
        GroupsResult groups = result.cgroups();
        assertThat(groups).isNotNull();
        return groups;
    }

    static double share(RunResult result, String path) {
        return groups(result).groups().stream()
                .filter(group -> group.path().equals(path))
                .mapToDouble(GroupResult::share)
                .sum();
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.0", "4.16", "5.10", "6.1", "6.8", "6.12", "7.3"})
    void weightsDivideTheCpuOnEveryLevel(String kernel) {
        RunResult result = run(
                kernel,
                "topology: 1s 1c",
                "cgroups:",
                "  /A: { cpu.weight: 100 }",
                "  /A/A1: { cpu.weight: 100 }",
                "  /A/A2: { cpu.weight: 200 }",
                "  /B: { cpu.weight: 200 }",
                "tasks:",
                "  a1: { cgroup: /A/A1, " + HOG,
                "  a2: { cgroup: /A/A2, instance: 2, " + HOG,
                "  b: { cgroup: /B, " + HOG);
        assertThat(share(result, "/A/A1")).isCloseTo(1 / 9., within(0.01));
        assertThat(share(result, "/A/A2")).isCloseTo(2 / 9., within(0.01));
        assertThat(share(result, "/A")).isCloseTo(share(result, "/A/A1") + share(result, "/A/A2"), within(1e-9));
        assertThat(share(result, "/B")).isCloseTo(2 / 3., within(0.01));
        assertThat(result.warnings()).isEmpty();
    }

    @Test
    void theTimelineMakesWritesMovesAndRemoves() {
        RunResult result = run(
                "6.12",
                "topology: 1s 1c",
                "cgroups: { /A: }",
                "tasks:",
                "  a: { cgroup: /A, " + HOG,
                "  b: { cgroup: /A, " + HOG,
                "timeline:",
                "  - { at: 500ms, create: /B }",
                "  - { at: 500ms, write: { cgroup: /B, cpu.weight: 300 } }",
                "  - { at: 1s, move: { task: b, cgroup: /B } }",
                "  - { at: 1500ms, remove: /B }",
                "  - { at: 1600ms, move: { task: b, cgroup: / } }",
                "  - { at: 1700ms, remove: /B }",
                "  - { at: 3s, create: /C }");
        assertThat(share(result, "/B")).isCloseTo(0.3 * 0.75, within(0.01));
        assertThat(share(result, "/A")).isCloseTo(0.5 + 0.3 * 0.25 + 0.2 * 0.5, within(0.01));
        assertThat(result.warnings())
                .hasSize(2)
                .anyMatch(w -> w.startsWith("remove /B was refused at 1500000000 ns"))
                .anyMatch(w -> w.equals("timeline: 1 action from 3000000000 ns on came after the end (2000000000 ns)"));
    }

    @Test
    void whatTheKernelRefusesIsReportedWhereItWasWritten() {
        InvalidInputException refused = catchThrowableOfType(
                InvalidInputException.class,
                () -> run(
                        "6.12",
                        "topology: 1s 2c",
                        "cgroups:",
                        "  /A: { cpu.weight: 0 }",
                        "  /B: { cpu.max: 500 100000 }",
                        "  /C:",
                        "    cpu.max: 20000 100000",
                        "    cpu.max.burst: 30000",
                        "    cpuset.cpus: 0-3",
                        "    cpu.wait: 1",
                        "tasks:",
                        "  a: { cgroup: /A, " + HOG,
                        "  b: { cgroup: /AB, " + HOG,
                        "timeline:",
                        "  - { at: 1s, write: { cgroup: /A, cpu.idle: 1, cpu.weight: 5 } }",
                        "  - { at: 2s, remove: /D }"));
        assertThat(refused).isNotNull();
        assertThat(refused.problems())
                .extracting(InputProblem::place)
                .containsExactly(
                        "s.yaml:3", "s.yaml:4", "s.yaml:7", "s.yaml:8", "s.yaml:9", "s.yaml", "s.yaml:16", "s.yaml:17");
        assertThat(refused)
                .hasMessageContaining("/A: cpu.weight (0) is refused with ERANGE: the weight must be 1 to 10000")
                .hasMessageContaining("/B: cpu.max (500 100000) is refused with EINVAL: the quota (500 us) is below")
                .hasMessageContaining("you meant cpu.weight")
                .hasMessageContaining("cgroup (/AB) of task b is not one of the scenario's cgroups");
    }

    @ParameterizedTest
    @CsvSource({
        "5.10,cpu.max.burst: 0,file (cpu.max.burst) is refused with ENOENT: the kernel of this run does not have it",
        "5.10,cpu.idle: 1,file (cpu.idle) is refused with ENOENT: the kernel of this run does not have it",
        "4.16,cpuset.cpus.partition: root,file (cpuset.cpus.partition) is refused with ENOENT",
        "5.10,cpuset.cpus.partition: isolated,'cpuset.cpus.partition (isolated) is refused with EINVAL: the kernel of this run does not have it'",
    })
    void aFileThatTheReleaseDoesNotHaveIsRefusedByName(String kernel, String line, String refusal) {
        String[] scenario = {
            "topology: 1s 2c", "cgroups: { /A: { " + line + " } }", "tasks:", "  a: { cgroup: /A, " + HOG,
        };
        assertThatThrownBy(() -> run(kernel, scenario))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(refusal)
                .hasMessageContaining("s.yaml:2");
        assertThat(run("6.1", scenario).warnings()).isEmpty();
    }

    @Test
    void aCpusetChangeMovesTasksOffForbiddenCpus() {
        RunResult result = run(
                "6.12",
                "topology: 1s 2c",
                "cgroups: { /A: { cpuset.cpus: 0 } }",
                "tasks:",
                "  a: { cgroup: /A, " + HOG,
                "timeline:",
                "  - { at: 500ms, write: { cgroup: /A, cpuset.cpus: 1 } }",
                "  - { at: 1500ms, write: { cgroup: /A, cpuset.cpus: 0 } }",
                "  - { at: 1600ms, setaffinity: { task: a, cpus: [1] } }");
        assertThat(result.tasks().get(0).cpuNsByCpu().get(1) / 1e9).isCloseTo(1, within(0.001));
        assertThat(result.warnings())
                .singleElement()
                .asString()
                .isEqualTo("setaffinity of a to the cpus 1 was refused with EINVAL at 1600000000 ns:"
                        + " none of them is online");
    }

    @Test
    void affinityToAnOfflineCpuIsRefusedAloud() {
        RunResult result = run(
                "6.12",
                "topology: 1s 2c",
                "tasks:",
                "  a: { cpus: [0], " + HOG,
                "timeline:",
                "  - { at: 100ms, cpu-off: 1 }",
                "  - { at: 200ms, setaffinity: { task: a, cpus: [1] } }");
        assertThat(result.warnings()).singleElement().asString().contains("refused with EINVAL at 200000000 ns");
        assertThat(result.cgroups()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"5.10", "6.1", "6.8", "6.12", "7.3"})
    void aQuotaLimitsAGroupAndTheResultCountsAsTheKernelDoes(String kernel) {
        RunResult result = run(
                kernel,
                "topology: 1s 1c",
                "cgroups: { /A: { cpu.max: 20000 100000 } }",
                "tasks:",
                "  a: { cgroup: /A, " + HOG);
        GroupResult group = groups(result).groups().get(0);
        assertThat(group.share()).isBetween(0.19, 0.22);
        assertThat(group.nrPeriods()).isBetween(18L, 21L);
        assertThat(group.nrThrottled()).isBetween(18L, 21L);
        assertThat(group.throttledNs()).isNotNull();
        assertThat(group.throttledNs() / 2e9).isBetween(0.75, 0.82);
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.1", "6.12", "7.3"})
    void aQuotaHoldsOnSeveralCpusWithSleepersAndChanges(String kernel) {
        RunResult result = run(
                kernel,
                "topology: 1s 4c",
                "cgroups: { /A: { cpu.max: 50000 100000 }, /A/B: }",
                "tasks:",
                "  a: { cgroup: /A, instance: 2, " + HOG,
                "  s: { cgroup: /A/B, instance: 3, run: 1500, sleep: 2500 }",
                "  free: { run: 1000, sleep: 3000 }",
                "timeline:",
                "  - { at: 1s, write: { cgroup: /A, cpu.max: max } }",
                "  - { at: 1500ms, write: { cgroup: /A, cpu.max: 20000 50000 } }",
                "  - { at: 1700ms, cpu-off: 3 }",
                "  - { at: 1800ms, move: { task: s, cgroup: / } }");
        assertThat(result.ended()).isEqualTo(RunResult.End.TIME);
        assertThat(share(result, "/A")).isBetween(0.25 + 0.5, 0.3 + 0.5 * 4 + 0.2);
        assertThat(result.warnings()).isEmpty();
    }

    @Test
    void groupsThatSleepLeaveTheListOfQueuesWithLoad() {
        RunResult result = run(
                "6.12",
                "topology: 1s 1c",
                "tasks:",
                "  a: { cgroup: /a, loop: 1, run: 300, sleep: 10000000 }",
                "  b: { cgroup: /b, loop: 1, run: 300, sleep: 10000000 }",
                "  other: { cgroup: /c, run: 1000, sleep: 9000 }");
        GroupsResult.Leaf leaf = groups(result).leaf();
        assertThat(leaf.overTime().longest(0))
                .isGreaterThanOrEqualTo(leaf.lengths().get(0));
        assertThat(leaf.lengths().get(0)).isEqualTo(2);
        assertThat(leaf.pruned()).isGreaterThanOrEqualTo(2);
        assertThat(leaf.queuesVisited()).isGreaterThan(leaf.passes());
    }

    @Test
    void phasesAndForksGoToTheirGroups() {
        RunResult result = run(
                "6.12",
                "topology: 1s 1c",
                "tasks:",
                "  a:",
                "    loop: 1",
                "    cgroup: /a",
                "    phases:",
                "      p1: { run: 100000 }",
                "      p2: { cgroup: /b, run: 200000, fork: child }",
                "  child: { instance: 0, loop: 1, run: 50000 }");
        assertThat(share(result, "/a") / share(result, "/b")).isCloseTo(100. / 250, within(0.01));
    }

    @Test
    void automaticGroupsGiveEachSessionAnEqualPart() {
        RunResult result = run(
                "6.12",
                "topology: 1s 1c",
                "features: [AUTOGROUP]",
                "tasks:",
                "  many: { instance: 9, " + HOG,
                "  one: { " + HOG);
        assertThat(result.groups().get(1).share()).isCloseTo(0.5, within(0.01));
    }

    @Test
    void withoutAPluginForGroupsTheScenarioIsRefused() {
        byte[] yaml =
                "topology: 1s 1c\ncgroups: { /a: }\ntasks: { a: { run: 1000 } }\n".getBytes(StandardCharsets.UTF_8);
        Composer composer = Composer.with(List.of(new CorePlugin()));
        assertThatThrownBy(() -> composer.compose(
                        ScenarioReader.read(
                                "s.yaml",
                                YamlTree.parse(InputText.of("s.yaml", yaml)),
                                Path.of(""),
                                TopologyReaders.standard(),
                                null),
                        RunChoices.of("6.12", 1_000_000)))
                .hasMessageContaining("no installed plugin models them");
    }

    @Test
    void theSameScenarioGivesTheSameResult() {
        String[] lines = {
            "topology: 1s 2c",
            "tasks:",
            "  a: { cgroup: /a, instance: 3, run: 1500, sleep: 2500 }",
            "  b: { cgroup: /b/c, instance: 2, run: 700, sleep: 900 }",
        };
        assertThat(run("6.12", lines)).isEqualTo(run("6.12", lines));
    }
}
