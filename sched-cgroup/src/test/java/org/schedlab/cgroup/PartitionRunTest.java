package org.schedlab.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schedlab.metrics.RunResult;

/** Partitions of cpusets divide the scheduling domains of a run. */
class PartitionRunTest {

    /** Two sleepers in a group with the upper half of four CPUs. */
    private static RunResult sleepers(String kernel, String partition, String... timeline) {
        String[] lines = {
            "topology: 1s 4c",
            "cgroups:",
            "  /P: { cpuset.cpus: 2-3, cpuset.cpus.partition: " + partition + " }",
            "tasks:",
            "  p: { cgroup: /P, instance: 2, run: 7000, sleep: 1000 }",
            "  other: { run: 1000, sleep: 9000 }",
        };
        String[] all = new String[lines.length + timeline.length];
        System.arraycopy(lines, 0, all, 0, lines.length);
        System.arraycopy(timeline, 0, all, lines.length, timeline.length);
        return GroupRunTest.run(kernel, all);
    }

    /** A root partition has domains of its own, over which tasks spread as they wake; an isolated one has none, and tasks stay where they are. */
    @ParameterizedTest
    @CsvSource({
        "5.10,root,1.75",
        "6.1,root,1.75",
        "6.12,root,1.75",
        "7.3,root,1.75",
        "6.1,isolated,1.0",
        "6.12,isolated,1.0",
        "7.3,isolated,1.0",
        "6.12,member,1.75"
    })
    void tasksSpreadOverARootPartitionAndStayInAnIsolatedOne(String kernel, String partition, double share) {
        RunResult result = sleepers(kernel, partition);
        assertThat(result.warnings()).isEmpty();
        assertThat(GroupRunTest.share(result, "/P")).isCloseTo(share, within(0.05));
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.1", "6.12", "7.3"})
    void domainsFollowAPartitionThatComesAndGoes(String kernel) {
        RunResult result = sleepers(
                kernel,
                "isolated",
                "timeline:",
                "  - { at: 500ms, write: { cgroup: /P, cpuset.cpus.partition: member } }",
                "  - { at: 1s, write: { cgroup: /P, cpuset.cpus.partition: root } }");
        assertThat(result.warnings()).isEmpty();
        assertThat(GroupRunTest.share(result, "/P")).isCloseTo(0.25 * 1.0 + 0.75 * 1.75, within(0.07));
    }
}
