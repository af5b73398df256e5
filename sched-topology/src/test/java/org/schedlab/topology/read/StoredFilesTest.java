package org.schedlab.topology.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.schedlab.topology.Topology;
import org.schedlab.topology.TopologyLevel;
import org.schedlab.topology.input.InvalidInputException;

/**
 * Every stored file of real machines against the facts beside it. For scheduling the kernel's sysfs is followed: sysfs trees and lscpu tables
 * are held to the sibling masks of sysfs, hwloc files to hwloc's cores (they know no others), plain lscpu output to the counts and sets it
 * tells.
 */
class StoredFilesTest {

    /** Files that are refused, with what must be said. */
    private static final Map<String, String> REFUSED = Map.of(
            "8em64t-2s2ca2c-buggynuma.tar.bz2", "cpu (0) is in node 0 and in node 1",
            "fakeheterocpunuma.tar.bz2", "cpu (20) is in node 3 and in node 4",
            "rv64-visionfive2.lscpu-p.txt", "rv64-visionfive2.lscpu-p.txt:5: CPU () is not",
            "rv64-visionfive2.lscpu-e-all.txt", "rv64-visionfive2.lscpu-e-all.txt:2: CPU (-) is not",
            "rv64-visionfive2.lscpu-e.json", "CPU (-) is not",
            "s390-lpar.lscpu.txt", "24 sockets do not fit (17) cores",
            "s390-lpar.lscpu.json", "24 sockets do not fit (17) cores",
            "s390-lpar.upstream-expected.txt", "24 sockets do not fit (17) cores");

    private static Path stored;

    record Stored(Path path) {
        String name() {
            return path.getFileName().toString();
        }

        @Override
        public String toString() {
            return name();
        }
    }

    @BeforeAll
    static void findFiles() {
        stored = folder();
        assumeTrue(Files.isDirectory(stored), "the stored files are not at hand");
    }

    private static Path folder() {
        return Path.of(System.getProperty("schedlab.shared", "none"), "data", "topology");
    }

    static List<Stored> files() throws IOException {
        if (!Files.isDirectory(folder())) {
            return List.of(new Stored(Path.of("not at hand")));
        }
        try (Stream<Path> files = Files.walk(folder())) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().endsWith(".facts.json"))
                    .sorted()
                    .map(Stored::new)
                    .toList();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("files")
    void agreesWithItsFactsOrIsRefusedWithTheReason(Stored file) {
        String refusal = file.name().endsWith(".console") ? "the format is not known" : REFUSED.get(file.name());
        if (refusal != null) {
            assertThatThrownBy(() -> TopologyReaders.read(file.path().toString()))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining(refusal);
            return;
        }
        Topology machine = TopologyReaders.read(file.path().toString());
        Facts facts = Facts.beside(file.path());
        String name = file.name();
        if (name.contains(".tar.")) {
            compare(machine, facts.expectedOfSysfs(), new int[0]);
        } else if (name.contains("upstream-expected.xml")) {
            assertThat(machine.online().isSubsetOf(machine.possible())).isTrue();
            assertThat(Facts.occupied(machine, TopologyLevel.CORE)).isNotEqualTo("[]");
        } else if (name.contains(".xml")) {
            compareHwloc(machine, facts);
        } else if (name.contains(".lscpu-")) {
            compareTable(machine, facts);
        } else {
            compareSummary(machine, facts);
        }
    }

    private static void compare(Topology machine, NavigableMap<String, String> expected, int[] matrixOrder) {
        NavigableMap<String, String> actual = Facts.of(machine, matrixOrder);
        actual.keySet().retainAll(expected.keySet());
        assertThat(actual).isEqualTo(expected);
    }

    private static void compareHwloc(Topology machine, Facts facts) {
        NavigableMap<String, String> expected = facts.expectedOfHwloc();
        String nodes = expected.remove("nodes");
        compare(machine, expected, facts.matrixOrder());
        TreeMap<Integer, String> ids = new TreeMap<>();
        for (int node = 0; node < machine.nodeCount(); node++) {
            ids.put(machine.nodeOsId(node), machine.nodeCpus(node).toString());
        }
        assertThat(List.of(nodes.replaceAll("[\\[\\] ]", "").split(",")))
                .containsExactlyInAnyOrderElementsOf(
                        ids.keySet().stream().map(String::valueOf).toList());
        BitSet seen = new BitSet();
        facts.hwloc().get("numa_nodes").forEach(node -> {
            // A node at a place that an earlier, or a more local, one already has holds memory only.
            String own = ids.get(node.get("os_index").asInt());
            BitSet cpus = CpuLists.list(node.get("cpus").asString());
            cpus.and(CpuLists.list(facts.hwloc().get("cpus").asString()));
            if (!own.isEmpty()) {
                assertThat(own).isEqualTo(CpuLists.format(cpus));
            }
            seen.or(CpuLists.list(own));
        });
        assertThat(CpuLists.format(seen)).isEqualTo(facts.hwloc().get("cpus").asString());
    }

    private static void compareTable(Topology machine, Facts facts) {
        NavigableMap<String, String> expected = facts.expectedOfSysfs();
        expected.keySet().retainAll(List.of("online", "cores", "llcs"));
        if (facts.hwloc().get("llc_groups").isEmpty()) {
            // Only lscpu knows sparc64's caches, each private to a CPU: their sysfs form has no list of sharers.
            expected.put("llcs", Facts.llcs(machine).equals("[]") ? "[]" : expected.get("cores"));
        }
        compare(machine, expected, new int[0]);
        assertThat(Facts.occupied(machine, TopologyLevel.PACKAGE))
                .isEqualTo(Facts.groups(facts.lscpu().get("p_socket_groups"), facts.online()));
    }

    private static void compareSummary(Topology machine, Facts facts) {
        NavigableMap<String, String> expected = facts.expectedOfSysfs();
        assertThat(machine.online()).hasToString(expected.get("online"));
        assertThat(machine.occupied(TopologyLevel.CORE))
                .isEqualTo(facts.sysfs().get("thread_siblings_groups").size());
        assertThat(Facts.of(machine, new int[0])).containsEntry("nodes", expected.get("nodes"));
    }
}
