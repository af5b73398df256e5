package org.schedlab.topology.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schedlab.topology.Topology;
import org.schedlab.topology.TopologyLevel;
import org.schedlab.topology.input.InvalidInputException;

/** Machines that people write themselves, directories, and this machine. */
class TextFormatsTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            pack:2 numa:2 l3:1 core:8 pu:2       | 64 CPUs, 32 cores, 4 llcs, 2 packages, 4 nodes
            pack:2 [numa] core:4 pu:1            | 8 CPUs, 8 cores, 2 llcs, 2 packages, 2 nodes
            2 4 2                                | 16 CPUs, 8 cores, 2 llcs, 2 packages, 1 node
            node:1 package:1 l2:4 core:1 pu:1    | 4 CPUs, 4 cores, 4 llcs, 1 package, 1 node
            core:2 pu:2(indexes=0,2,1,3)         | 4 CPUs, 2 cores, 1 llc, 1 package, 1 node
            """)
    void syntheticStringsNameLevelsFromTheOutsideIn(String text, String machine) {
        assertThat(TopologyReaders.read(text)).hasToString(machine);
    }

    @Test
    void indexesOfSyntheticStringsAreTheNumbersOfTheCpus() {
        Topology machine = TopologyReaders.read("core:2 pu:2(indexes=0,2,1,3)");
        assertThat(machine.groupCpus(TopologyLevel.CORE, machine.groupOf(TopologyLevel.CORE, 0)))
                .hasToString("0,2");
        assertThatThrownBy(() -> TopologyReaders.read("core:2 pu:2(indexes=0,2,1,1)"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("are not 4 different numbers");
    }

    @Test
    void syntheticMachinesBeyondTheKernelsLimitAreRefused() {
        assertThatThrownBy(() -> TopologyReaders.read("pack:64 core:64 pu:8"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("more than (8192) CPUs");
    }

    @Test
    void syntheticMachinesWithoutACpuAreRefused() {
        assertThatThrownBy(() -> TopologyReaders.read("pu:0"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("there is no cpu");
    }

    @Test
    void lscpuAsTerminalsShowItNamesCachesShorter() throws IOException {
        Path file = Files.writeString(folder.resolve("lscpu.txt"), """
                Architecture:            x86_64
                CPU(s):                  8
                  On-line CPU(s) list:   0-7
                    Thread(s) per core:  2
                    Core(s) per socket:  4
                    Socket(s):           1
                Caches (sum of all):
                  L2:                    2 MiB (4 instances)
                  L3:                    16 MiB (2 instances)
                """);
        assertThat(TopologyReaders.read(file.toString())).hasToString("8 CPUs, 4 cores, 2 llcs, 1 package, 1 node");
    }

    @Test
    void lscpuWithCpusInTwoNodesOrInNoneIsRefused() throws IOException {
        String head =
                "CPU(s): 4\nOn-line CPU(s) list: 0-3\nThread(s) per core: 1\nCore(s) per socket: 4\nSocket(s): 1\n";
        Path twice = Files.writeString(
                folder.resolve("twice.txt"), head + "NUMA node0 CPU(s): 0-1\nNUMA node1 CPU(s): 1-3\n");
        assertThatThrownBy(() -> TopologyReaders.read(twice.toString()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("cpus (1) are in two nodes");
        Path none =
                Files.writeString(folder.resolve("none.txt"), head + "NUMA node0 CPU(s): 0-1\nNUMA node1 CPU(s): 3\n");
        assertThatThrownBy(() -> TopologyReaders.read(none.toString()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("cpus (2) are in no node");
    }

    @Test
    void yamlOfAnotherKindThanItsKeyIsRefused() {
        assertThatThrownBy(() -> yaml("cpus: 0-3\ncapacities: hello\n")).hasMessageContaining("is not a map");
        assertThatThrownBy(() -> yaml("cpus: 0-3\ndistances: nonsense\n"))
                .hasMessageContaining("is not a list of rows");
        assertThatThrownBy(() -> yaml("cpus: 0-3\ndistances: [10, 20]\n")).hasMessageContaining("is not a row");
    }

    private Topology yaml(String text) throws IOException {
        return TopologyReaders.read(
                Files.writeString(folder.resolve("m.yaml"), text).toString());
    }

    @Test
    void yamlTellsGroupsCapacitiesAndSets() throws IOException {
        Topology machine = yaml("""
                cpus: 0-7
                llcs: [0-3, 4-7]
                cores: [0-1, 2-3]
                nodes: [0-3, 4-7]
                capacities: {0-3: 446, 4-7: 1024}
                distances: [[10, 17], [17, 10]]
                online: 0-6
                allowed: 0-3
                """);
        assertThat(machine).hasToString("7 CPUs, 5 cores, 2 llcs, 2 packages, 2 nodes");
        assertThat(machine.capacityOrig(2)).isEqualTo(446);
        assertThat(machine.capacityOrig(5)).isEqualTo(1024);
        assertThat(machine.distance(0, 1)).isEqualTo(17);
        assertThat(machine.online()).hasToString("0-6");
        assertThat(machine.allowed()).hasToString("0-3");
        assertThat(machine.possible()).hasToString("0-7");
    }

    @Test
    void yamlStartsFromAShapeAndMayBeJson() throws IOException {
        assertThat(yaml("{\"shape\": \"2s 2c\", \"online\": \"0-2\"}"))
                .hasToString("3 CPUs, 3 cores, 2 llcs, 2 packages, 2 nodes");
    }

    @Test
    void faultsOfYamlAreToldTogetherWithTheirLines() {
        assertThatThrownBy(() -> yaml("shape: 2c\nllc: [0-1]\nonlin: 0\n"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("m.yaml:2: key (llc) is not known")
                .hasMessageContaining("m.yaml:3: key (onlin) is not known");
        assertThatThrownBy(() -> yaml("cpus: 0-3\nllcs: [0-1, 1-3]\n"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("m.yaml:2");
    }

    private Path cpu(String tree) throws IOException {
        return Files.createDirectories(folder.resolve(tree).resolve("sys/devices/system/cpu/cpu0/topology"));
    }

    @Test
    void aDirectoryMustHoldASnapshotItselfOrOneAlone() throws IOException {
        Files.writeString(cpu("outer/a").resolve("core_id"), "0\n");
        assertThat(TopologyReaders.read(folder.resolve("outer/a").toString()).online())
                .hasToString("0");
        assertThat(TopologyReaders.read(folder.resolve("outer").toString()).online())
                .hasToString("0");
        // Further down it would be a guess that this is the one that was meant.
        assertThatThrownBy(() -> TopologyReaders.read(folder.toString()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("the directory has no sys/devices/system/cpu");
        Files.writeString(cpu("outer/b").resolve("core_id"), "0\n");
        assertThatThrownBy(() -> TopologyReaders.read(folder.resolve("outer").toString()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("the directory holds 2 machines")
                .hasMessageContaining("Maybe name one of them");
    }

    @Test
    void cpusThatTellNothingAreNoMachine() throws IOException {
        cpu("bare");
        assertThatThrownBy(() -> TopologyReaders.read(folder.resolve("bare").toString()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("no CPU of sys/devices/system/cpu tells its topology");
    }

    @Test
    void thisMachineHasTheCpusThatTheKernelSaysAreOnline() throws IOException {
        Path online = Path.of("/sys/devices/system/cpu/online");
        assumeTrue(Files.isReadable(online), "no Linux sysfs here");
        assertThat(TopologyReaders.readThisMachine().online())
                .hasToString(Files.readString(online).strip());
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }
}
