package org.schedlab.topology.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schedlab.topology.Topology;
import org.schedlab.topology.input.InvalidInputException;

/** Files whose parts contradict each other, or say what no machine is: refused with the value and its place, never read as another machine. */
class ContradictionsTest {

    private static final String LSCPU = """
            Architecture: x86_64
            CPU(s): 8
            On-line CPU(s) list: 0-7
            Thread(s) per core: 2
            Core(s) per socket: 2
            Socket(s): 2
            L3 cache: 16 MiB (2 instances)
            NUMA node(s): 2
            NUMA node0 CPU(s): 0-3
            NUMA node1 CPU(s): 4-7
            """;
    private static final String HEADER = "# CPU,Core,Socket,Node,,L1d,L1i,L2,L3\n";

    @TempDir
    private Path folder;

    private Topology read(String name, String content) throws IOException {
        return TopologyReaders.read(
                Files.writeString(folder.resolve(name), content).toString());
    }

    private void refused(String content, String message) {
        assertThatThrownBy(() -> read("f.txt", content))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message);
    }

    @Test
    void theUnbrokenSampleIsRead() throws IOException {
        assertThat(read("f.txt", LSCPU)).hasToString("8 CPUs, 4 cores, 2 llcs, 2 packages, 2 nodes");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Thread(s) per core: 2   | Thread(s) per core: 4            | f.txt:4: the counts make (16) CPUs, but 8 are on-line
            Core(s) per socket: 2   | Core(s) per socket: 3            | f.txt:4: the counts make (12) CPUs
            Thread(s) per core: 2   | Thread(s) per core: 3            | f.txt:4: 8 CPUs do not fit (3) threads
            Socket(s): 2            | Socket(s): 99999999999           | f.txt:6: Socket(s) (99999999999) is not a number from 1
            Socket(s): 2            | Socket(s): sock0                 | f.txt:6: Socket(s) (sock0) is not a number
            Socket(s): 2            | Socket(s): 0                     | f.txt:6: Socket(s) (0) is not a number
            Socket(s): 2            | Flags: fpu                       | f.txt:4: Socket(s) is missing beside the other counts
            Core(s) per socket: 2   | Socket(s): 2                     | f.txt:4: Core(s) per socket is missing
            Thread(s) per core: 2   | Thread(s) per core: \u00ff       | f.txt:4: Thread(s) per core (\u00ff) is not a number
            CPU(s): 8               | CPU(s): 9                        | f.txt:2: CPU(s) (9) is not the number of CPUs that are listed (8)
            list: 0-7               | list: 0-6                        | CPU(s) (8) is not the number of CPUs that are listed (7)
            list: 0-7               | list: cpu9                       | f.txt:3: (cpu9) is not a list of numbers
            On-line CPU(s) list: 0-7| BogoMIPS: 4                      | the On-line CPU(s) list is missing
            NUMA node(s): 2         | NUMA node(s): 3                  | f.txt:8: NUMA node(s) (3) is not the number of nodes that are listed (2)
            NUMA node1              | NUMA node99999                   | f.txt:10: node (99999) is beyond 1023
            node1 CPU(s): 4-7       | node1 CPU(s): 4-8                | f.txt:10: cpus (8) of node 1 are neither on-line nor off-line
            node1 CPU(s): 4-7       | node0 CPU(s): 4-7                | f.txt:10: node 0 has other cpus (4-7) than in line 9
            (2 instances)           | (0 instances)                    | f.txt:7: L3 cache (16 MiB (0 instances)) is not the size of a cache
            node0 CPU(s): 0-3       | node0 CPU(s): 0-5                | cpus (4-5) are in two nodes
            """)
    void countsOfLscpuThatContradictEachOtherAreRefused(String from, String to, String message) {
        assertThat(LSCPU).contains(from);
        refused(LSCPU.replace(from, to), message);
    }

    @Test
    void coresWithOneAndWithTwoThreadsAreBelievedWhereEachHasItsFirstCache() throws IOException {
        String hybrid = """
                CPU(s): 6
                On-line CPU(s) list: 0-5
                Thread(s) per core: 2
                Core(s) per socket: 4
                Socket(s): 1
                L1d cache: 160 KiB (4 instances)
                """;
        assertThat(read("f.txt", hybrid)).hasToString("6 CPUs, 4 cores, 1 llc, 1 package, 1 node");
        refused(hybrid.replace("(4 inst", "(3 inst"), "f.txt:3: the counts make (8) CPUs, but 6 are on-line");
    }

    @Test
    void socketsInEqualSharesMustFitTheNodes() {
        refused(
                LSCPU.replace("node0 CPU(s): 0-3", "node0 CPU(s): 0-5")
                        .replace("node1 CPU(s): 4-7", "node1 CPU(s): 6-7"),
                "f.txt:9: sockets in equal shares do not fit node 0 (cpus 0-5)");
    }

    @Test
    void anOfflineCpuKeepsItsPlaceWhereOneNodeLacksIt() throws IOException {
        Topology machine = read(
                "f.txt",
                LSCPU.replace("list: 0-7", "list: 0-4,6-7\nOff-line CPU(s) list: 5")
                        .replace("node1 CPU(s): 4-7", "node1 CPU(s): 4,6-7"));
        assertThat(machine).hasToString("7 CPUs, 4 cores, 2 llcs, 2 packages, 2 nodes");
        assertThat(machine.packageCpus(4)).hasToString("4,6-7");
        assertThat(machine.siblings(4)).hasToString("4,6");
        refused(
                LSCPU.replace("list: 0-7", "list: 1-4,6-7\nOff-line CPU(s) list: 0,5")
                        .replace("node0 CPU(s): 0-3", "node0 CPU(s): 1-3")
                        .replace("node1 CPU(s): 4-7", "node1 CPU(s): 4,6-7"),
                "f.txt:4: nothing tells the node of the off-line cpus (0,5)");
        refused(
                LSCPU.replace("list: 0-7", "list: 0-7\nOff-line CPU(s) list: 7"),
                "f.txt:4: cpus (7) are both on-line and off-line");
    }

    @Test
    void masksOfLscpuXAreListsToo() throws IOException {
        assertThat(read(
                        "f.txt",
                        LSCPU.replace("CPU(s) list: 0-7", "CPU(s) mask: 0xff")
                                .replace("0-3", "0x0f")
                                .replace("4-7", "0xf0")))
                .hasToString("8 CPUs, 4 cores, 2 llcs, 2 packages, 2 nodes");
    }

    @Test
    void aMarkOfUtf8IsPassedOverAndUtf16IsNamed() throws IOException {
        assertThat(read("f.txt", "\ufeff" + LSCPU)).hasToString("8 CPUs, 4 cores, 2 llcs, 2 packages, 2 nodes");
        for (String text : new String[] {LSCPU, "<?xml version=\"1.0\" encoding=\"UTF-16\"?><topology/>"}) {
            for (var charset : new java.nio.charset.Charset[] {
                StandardCharsets.UTF_16, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE
            }) {
                Path file = Files.write(folder.resolve("u.xml"), text.getBytes(charset));
                assertThatThrownBy(() -> TopologyReaders.read(file.toString()))
                        .isInstanceOf(InvalidInputException.class)
                        .hasMessageContaining("u.xml:1: the text is UTF-16 and not UTF-8")
                        .hasMessageContaining("Maybe iconv");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0,0,0,0,,0,0,0          | f.txt:2: the row has 8 values for (9) columns
            0,0,0,0,,0,0,0,0,1      | f.txt:2: the row has 10 values for (9) columns
            0,0,0,0,7,0,0,0,0       | f.txt:2: the row has a value (7) in a column without a name
            0,,0,0,,0,0,0,0         | f.txt:2: online cpu (0) has no core, cpu 1 has one
            0,0,,0,,0,0,0,0         | f.txt:2: online cpu (0) has no socket
            0,0,0,,,0,0,0,0         | f.txt:2: online cpu (0) has no node
            0,0,0,0,,0,0,0,-1       | f.txt:2: l3 (-1) is not a list
            1,0,0,0,,0,0,0,0        | f.txt:3: cpu (1) has two rows
            0,1,0,1,,1,1,1,0        | cpus (0,1) are threads of one core and in two nodes
            0,1,0,0,,1,1,1,1        | cpus (0,1) are threads of one core and in two llcs
            """)
    void rowsThatDoNotFitAreRefused(String row, String message) {
        refused(HEADER + row + "\n1,1,0,0,,1,1,1,0\n", message);
    }

    @Test
    void columnsOfALaterLscpuArePassedOver() throws IOException {
        assertThat(read("f.txt", "# CPU,Core,Stepping\n0,0,7\n1,1,7\n"))
                .hasToString("2 CPUs, 2 cores, 1 llc, 1 package, 1 node");
    }

    @Test
    void columnsMustNotBeMisspeltAndBeThereOnce() {
        refused("# CPU,Coer,Socket\n0,0,0\n", "f.txt:1: column (coer) is not known");
        refused("# CPU,Coer,Socket\n0,0,0\n", "Maybe you meant CORE");
        refused("CPU CORE CORE ONLINE\n0 0 0 yes\n", "f.txt:1: column (core) is there twice");
        refused("CPU CORE ONLINE\n0 0 maybe\n", "f.txt:2: ONLINE (maybe) is neither yes nor no");
        refused("CPU CORE L1d:L2 ONLINE\n0 0 0:0:0 yes\n", "f.txt:2: value (0:0:0) does not fit the columns l1d:l2");
        refused("# CPU,Core\n0,0\n# CPU,Core\n1,1\n", "f.txt:3: the table has a second header");
        refused("{\"cpus\": [\n{\"cpu\": 0, \"core\": 0, \"core\": 1}]}", "f.txt:2: key (core) is there twice");
        refused("{\"cpus\": [\n{\"cpu\": 0, \"cor\": 0}]}", "f.txt:2: column (cor) is not known");
    }

    @Test
    void missingValuesThatAreNotJsonAreReadAndOthersAreNamedByLineAndColumn() throws IOException {
        assertThat(
                        read(
                                "f.txt",
                                "{\"cpus\": [{\"cpu\": 0, \"node\": -, \"core\": ,\n \"maxmhz\": 4200,0000,\n\"online\": true}]}"))
                .hasToString("1 CPU, 1 core, 1 llc, 1 package, 1 node");
        refused(
                "{\"cpus\": [\n{\"cpu\": 0, \"node\": -, \"core\": x}]}",
                "f.txt:2: the JSON is broken at column 31 (Unrecognized token");
    }

    private void yamlRefused(String content, String message) {
        assertThatThrownBy(() -> read("m.yaml", content))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message);
    }

    @Test
    void yamlThatNamesWhatIsNotThereIsRefused() {
        yamlRefused(
                "cpus: 0-3\nllcs: [0-1, 2-9]\n", "m.yaml:1: cpus (4-9) are named and are none of the machine (0-3)");
        yamlRefused("cpus: 0-3\ncapacities: {9: 512}\n", "cpus (9) are named");
        yamlRefused("cpus: 0-3\nllcs: [[0, 1], [2, 3]]\n", "m.yaml:2: llcs: ([0,1]) is not a CPU list");
        yamlRefused("cpus: 0-3\nonline: {0: 1}\n", "m.yaml:2: online: ({\"0\":1}) is not a CPU list");
        yamlRefused("cpus: 0-3\nnodes: [0-1, 2-3]\ndistances: [[0, 20], [20, 10]]\n", "distance (0)");
        yamlRefused(
                "cpus: 0-3\nnodes: [0-1, 2-3]\ndistances: [[11, 20], [20, 10]]\n",
                "m.yaml:3: distances: distance (11)");
        yamlRefused("cpus: 0-3\nnodes: [0-1, 2-3]\ndistances: [[10, 9], [20, 10]]\n", "is not between 10 and 255");
        yamlRefused(
                "cpus: 0-3\nnodes: [0-1, 2-3]\ndistances: [[10]]\n", "m.yaml:3: distances have (1) rows for 2 nodes");
        yamlRefused("cpus: 0-3\ncapacities: {0-1: 999999999}\n", "is not a number from 1 to 65536");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            core:2 pack:2 pu:1               | level (package) is inside core
            core:2 numa:2 pu:2               | level (numanode) is inside core
            core:2 [numa] pu:2               | level (numanode) is inside core
            core:2 l3:2 pu:1                 | level (l3) is inside core
            die:2 pack:2 pu:2                | level (package) is inside die
            l2:2 l3:2 core:1 pu:1            | cache (l3) is inside l2
            core:2 core:2 pu:1               | level (core) is there twice
            pack:2 [numa] [numa] core:4 pu:1 | level (numanode) is there twice
            machine:2 pu:4                   | machine (2) is not one around all others
            core:2 pu:2(indexes=core:pu)     | indexes (core:pu) cannot be followed
            pack:2(indexes=1,0) core:2 pu:2  | indexes (1,0) cannot be followed
            core:2 pu:2(index=0,1,2,3)       | attribute (index=0,1,2,3) is not known
            core:2 pu:2(indexes=0,1,2)       | indexes (0,1,2) are not 4 different numbers
            core:2 pu:1(indexes=0,99999)     | indexes: number (99999) is beyond 8191
            numa:2(indexes=0,2000) pu:2      | indexes (0,2000) of nodes are beyond 1023
            """)
    void syntheticStringsWhoseLevelsCannotNestAreRefused(String text, String message) {
        assertThatThrownBy(() -> TopologyReaders.read(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message)
                .hasMessageContaining("Maybe");
    }

    @Test
    void indexesOfNodesAndCachesInsideCoresAreFollowed() {
        Topology machine = TopologyReaders.read("numa:2(indexes=5,7) core:2 l1d:1(size=32768) l1i:1 pu:2");
        assertThat(machine).hasToString("8 CPUs, 4 cores, 4 llcs, 2 packages, 2 nodes");
        assertThat(machine.nodeOsId(0)).isEqualTo(5);
        assertThat(machine.nodeOsId(1)).isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            shape: [2s, 2c]                                    | m.yaml:1: shape: (["2s","2c"]) is not a shape
            shape: !!javax.X [!!java.Y [1]]                    | m.yaml:1: shape: ([[1]]) is not a shape
            shape: 2s 8c;llcs: [8-11]                          | m.yaml:2: llcs: cpus (0-7,12-15) of the shape are in none of these groups
            shape: 2s 8c;nodes: [8-15]                         | m.yaml:2: nodes: cpus (0-7) of the shape are in none
            shape: 1s 8c 2t;cores: [14-15]                     | m.yaml:2: cores: cpus (0-13) of the shape
            shape: 2s 8c;packages: [8-11]                      | m.yaml:2: packages: cpus (0-7,12-15) of the shape
            cpus: 0-7;nodes: [4-7, ""]                         | m.yaml:2: nodes: cpus (0-3) are online and in no node
            shape: 2c;---;shape: 4c                            | m.yaml:3: something follows the machine
            {"shape":"2c"} garbage {"shape":"4c"}              | m.yaml:1: the YAML is broken
            shape: 4c;capacities: {0-1: 100, 0-1: 200}         | the YAML is broken (Duplicate property
            shape: 4c;capacities: {0-2: 100, 1-3: 200}         | m.yaml:2: capacities: cpus (1-3) have two capacities
            shape: 4c;online: 0-1;allowed: 2-3                 | m.yaml:3: allowed: none of the cpus (2-3) is online
            cpus: 1:30                                         | m.yaml:1: cpus: list (1:30) has a stride without a range
            cpus: 0-3;cores: [0-1, 2-3];capacities: {0: 512}   | cpus (0,1) are threads of one core and have two capacities
            cpus: 0-7;cores: [0-1,2-3,4-5,6-7];clusters: [1-2, 0-0, 3-7] | cpus (0,1) are threads of one core and in two clusters
            cpus: 0-7;cores: [0-1,2-3,4-5,6-7];dies: [1-2, 0-0, 3-7]     | cpus (0,1) are threads of one core and in two dies
            cpus: 0-7;packages: [0-3, 4-7];llcs: [2-5, 0-1, 6-7]         | the llc of cpus (2-5) and the package of cpus (0-3) cut each other
            cpus: 0-7;packages: [0-3, 4-7];dies: [2-5, 0-1, 6-7]         | the die of cpus (2-5) and the package of cpus (0-3) cut each other
            cpus: 0-7;llcs: [0-3, 4-7];clusters: [2-5, 0-1, 6-7]         | the cluster of cpus (2-5) and the llc of cpus (0-3) cut each other
            cpus: 0-7;packages: [0-3, 4-7];nodes: [2-5, "0-1,6-7"]       | the package of cpus (0-3) and the node of cpus (0-1,6-7) cut each other
            """)
    void yamlThatMergesOrCutsGroupsIsRefused(String lines, String message) {
        assertThatThrownBy(() -> read("m.yaml", lines.replace(";", "\n") + "\n"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message)
                .hasMessageContaining("Maybe");
    }

    @Test
    void fullListsOverAShapeReplaceItsGroups() throws IOException {
        assertThat(read("m.yaml", "shape: 2s 8c\nllcs: [0-3, 4-7, 8-11, 12-15]\nnodes: [0-15]\n"))
                .hasToString("16 CPUs, 16 cores, 4 llcs, 2 packages, 1 node");
    }

    private static final String XML = """
            <topology version="3.0">
            <object type="Machine" os_index="0" cpuset="0x3" complete_cpuset="0x3" allowed_cpuset="0x3" nodeset="0x3">
            <object type="NUMANode" os_index="0" cpuset="0x1"/>
            <object type="NUMANode" os_index="1" cpuset="0x2"/>
            <object type="Core" os_index="0" cpuset="0x1"><object type="PU" os_index="0" cpuset="0x1"/></object>
            <object type="Core" os_index="1" cpuset="0x2"><object type="PU" os_index="1" cpuset="0x2"/></object>
            </object>
            <distances2 type="NUMANode" nbobjs="2" kind="5" name="NUMALatency" indexing="os">
            <indexes length="4">0 1 </indexes>
            <u64values length="12">10 21 21 10 </u64values>
            </distances2>
            <cpukind cpuset="0x1"><info name="LinuxCapacity" value="446"/></cpukind>
            </topology>
            """;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            type="PU" os_index="1"     | type="PX" os_index="1"     | type (PX) of an object is not known
            type="PU" os_index="1"     | os_index="1"               | f.txt:6: an object has no type
            type="PU" os_index="1"     | type="PU"                  | f.txt:6: a PU has the os_index (-1)
            type="PU" os_index="1"     | type="PU" os_index="0"     | f.txt:6: cpu (0) is there twice
            type="PU" os_index="1"     | type="PU" os_index="x"     | f.txt:6: os_index (x) is not a number
            os_index="1" cpuset="0x2"/></object> | os_index="1" cpuset="0x1"/></object> | f.txt:6: the cpuset (0) of a PU does not fit cpu (1)
            cpuset="0x3" complete      | cpuset="0x7" complete      | f.txt:2: cpus (2) of the cpuset have no PU
            complete_cpuset="0x3"      | complete_cpuset="0x1"      | f.txt:2: cpus (1) are not in the complete_cpuset
            allowed_cpuset="0x3"       | allowed_cpuset="0xf"       | f.txt:2: cpus (2-3) are not in the complete_cpuset
            type="NUMANode" os_index="1" | type="NUMANode" os_index="5" | f.txt:2: the nodeset (0-1) does not name the NUMANodes of the file (0,5)
            type="NUMANode" os_index="1" | type="NUMANode" os_index="99999" | f.txt:4: a NUMANode has the os_index (99999)
            10 21 21 10                | 10 21 21                   | f.txt:8: 3 distances do not fit (2) nodes
            10 21 21 10                | 0 21 21 10                 | f.txt:8: distance (0) of node 0 to itself is not 10
            10 21 21 10                | 10 5 21 10                 | f.txt:8: distance (5) of node 0 to node 1 is not between 10 and 255
            >0 1 <                     | >0 7 <                     | f.txt:8: node (7) has distances and is not there
            "NUMANode" os_index="1" cpuset="0x2" | "NUMANode" os_index="1" cpuset="0x1" | f.txt:2: cpu (1) is not in the cpuset of its NUMANode
            "NUMANode" os_index="1" cpuset="0x2" | "Group" os_index="1" cpuset="0x2" | f.txt:2: the nodeset (0-1) does not name
            "Core" os_index="1" cpuset="0x2" | "Core" os_index="1" cpuset="0x3" | f.txt:6: cpus (0) of the cpuset of a Core have no PU in it
            value="446"                | value="0"                  | f.txt:12: LinuxCapacity (0) is not between 1 and 65536
            """)
    void hwlocFilesThatContradictThemselvesAreRefused(String from, String to, String message) throws IOException {
        assertThat(read("f.txt", XML)).hasToString("2 CPUs, 2 cores, 2 llcs, 2 packages, 2 nodes");
        assertThat(XML).contains(from);
        refused(XML.replace(from, to), message);
    }

    @Test
    void cachesOfHwlocFilesFallInward() throws IOException {
        String xml = XML.replace(
                        "<object type=\"Core\" os_index=\"0\"",
                        "<object type=\"L3Cache\" cpuset=\"0x1\"><object type=\"L2Cache\" cpuset=\"0x1\"><object type=\"Core\" os_index=\"0\"")
                .replace(
                        "<object type=\"Core\" os_index=\"1\"",
                        "</object></object><object type=\"Core\" os_index=\"1\"");
        assertThat(read("f.txt", xml)).hasToString("2 CPUs, 2 cores, 2 llcs, 2 packages, 2 nodes");
        refused(xml.replace("L3Cache", "L1Cache"), "f.txt:5: a cache of level (1) is around one of level 2");
    }

    @Test
    void threadsWithoutSiblingMasksAreThoseOfOneNumberAndFirstCache() throws IOException {
        Path root = machine();
        for (int cpu = 0; cpu < 4; cpu++) {
            String at = "cpu/cpu" + cpu + "/";
            Files.delete(root.resolve("sys/devices/system/" + at + "topology/thread_siblings"));
            file(root, at + "topology/core_id", String.valueOf(cpu / 2));
            file(root, at + "topology/physical_package_id", "0");
            file(root, at + "cache/index1/level", "1");
            file(root, at + "cache/index1/type", "Data");
            file(root, at + "cache/index1/shared_cpu_map", cpu < 2 ? "3" : cpu < 3 ? "4" : "8");
        }
        Topology machine = TopologyReaders.read(root.toString());
        assertThat(machine).hasToString("4 CPUs, 3 cores, 2 llcs, 1 package, 2 nodes");
        assertThat(machine.siblings(0)).hasToString("0-1");
        file(root, "cpu/cpu1/topology/physical_package_id", "1");
        assertThatThrownBy(() -> TopologyReaders.read(root.toString()))
                .hasMessageContaining("physical_package_id (1) of cpu 1 is not that of its sibling cpu 0 (0)");
    }

    private Path machine() throws IOException {
        Path root = folder.resolve("tree");
        file(root, "cpu/online", "0-3");
        file(root, "cpu/possible", "0-3");
        for (int cpu = 0; cpu < 4; cpu++) {
            String at = "cpu/cpu" + cpu + "/";
            file(root, at + "topology/thread_siblings", String.valueOf(1 << cpu));
            file(root, at + "topology/core_siblings", "f");
            file(root, at + "cpu_capacity", "1024");
            file(root, at + "cache/index0/level", "3");
            file(root, at + "cache/index0/type", "Unified");
            file(root, at + "cache/index0/shared_cpu_map", cpu < 2 ? "3" : "c");
        }
        for (int node = 0; node < 2; node++) {
            file(root, "node/node" + node + "/cpumap", node == 0 ? "3" : "c");
            file(root, "node/node" + node + "/distance", node == 0 ? "10 20" : "21 10");
        }
        return root;
    }

    private static void file(Path root, String path, String content) throws IOException {
        Path file = root.resolve("sys/devices/system").resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content + "\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            node/node1/distance              | 20 0    | distance (0) of node 1 to itself is not 10
            node/node1/distance              | 9 10    | distance (9) of node 1 to node 0 is not between 10 and 255
            node/node1/distance              | 20      | 1 distances for (2) nodes
            node/node1/cpumap                | 1c      | cpus (4) of node 1 are not possible
            node/node1/cpumap                | 8       | online cpu (2) is in no node
            node/node99999/cpumap            | 0       | node (99999) is beyond 1023
            cpu/cpu1/cpu_capacity            | 0       | capacity (0) is not between 1 and 65536
            cpu/cpu1/cpu_capacity            | -5      | capacity (-5) is not between
            cpu/cpu1/cpu_capacity            | 9999999 | capacity (9999999) is not between
            cpu/online                       | 0-7     | cpus (4-7) are online and not in possible (0-3)
            cpu/present                      | 0-2     | cpus (3) are online and not in present (0-2)
            cpu/possible                     | 0-x     | is not a list of numbers
            cpu/cpu1/topology/thread_siblings | 12     | cpus (4) are not possible
            cpu/cpu0/topology/physical_package_id | x  | is not a number
            cpu/cpu1/topology/thread_siblings | 0      | the siblings of online cpu 1 are none
            cpu/cpu1/topology/thread_siblings | 3      | siblings (0-1) differ from those of cpu 0 (0)
            cpu/cpu1/cache/index0/shared_cpu_map | 7   | sharers (0-2) differ from those of cpu 0 (0-1)
            cpu/cpu1/cache/index0/level      | 77      | cache level (77) is not 1 to 8
            cpu/cpu1/cache/index0/type       | Unifeid | cache type (Unifeid) is not known
            cpu/cpu1/cache/index0/level      | 2       | and has no such sharers itself
            """)
    void snapshotsThatContradictThemselvesAreRefused(String path, String content, String message) throws IOException {
        Path root = machine();
        assertThat(TopologyReaders.read(root.toString())).hasToString("4 CPUs, 4 cores, 2 llcs, 1 package, 2 nodes");
        file(root, path, content);
        assertThatThrownBy(() -> TopologyReaders.read(root.toString()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message)
                .hasMessageContaining("tree");
        Files.delete(root.resolve("sys/devices/system").resolve(path));
    }

    @Test
    void siblingsThatOnlySomeCpusTellAreRefused() throws IOException {
        Path root = machine();
        Files.delete(root.resolve("sys/devices/system/cpu/cpu2/topology/core_siblings"));
        assertThatThrownBy(() -> TopologyReaders.read(root.toString()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("online cpus (2) have no topology/core_siblings, others have");
    }
}
