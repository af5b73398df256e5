package org.schedlab.topology.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.topology.show.DomainsText;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Domains of recorded kernels, value by value as their debugfs printed them. */
class TruthDomainsTest {

    private static final JsonMapper JSON = new JsonMapper();

    /** Machines of the recordings in short strings, by their word in the folder name. */
    private static final Map<String, String> MACHINES = Map.of(
            "up1", "1c",
            "c2", "2c",
            "c4", "4c",
            "s2c2t2", "1n 2s 2c 2t",
            "n2c4", "2n 4c",
            "n2s2c2", "2n 2s 2c");

    record Recording(String name, JsonNode node) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Recording> recordings() throws IOException {
        try (InputStream in = TruthDomainsTest.class.getResourceAsStream("/truth/domains.json")) {
            List<Recording> all = new ArrayList<>();
            JSON.readTree(in).properties().forEach(e -> all.add(new Recording(e.getKey(), e.getValue())));
            return all;
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void domainsEqualTheRecordedKernels(Recording recording) {
        JsonNode node = recording.node();
        Topology machine = Topology.regular(node.get("machine").asString());
        SchedDomains domains = SchedDomains.build(machine, node.get("release").asString());
        assertThat(DomainsText.files(domains)).isEqualTo(expected(node.get("domains")));
    }

    @Test
    void domainsEqualEveryManifestAtHand() throws IOException {
        Path truth = Path.of(System.getProperty("schedlab.shared", "none"), "truth");
        assumeTrue(Files.isDirectory(truth), "the recordings are not at hand");
        int compared = 0;
        try (DirectoryStream<Path> cells = Files.newDirectoryStream(truth, "*__*__*")) {
            for (Path cell : cells) {
                String[] words = cell.getFileName().toString().split("__", -1);
                JsonNode manifest = JSON.readTree(cell.resolve("manifest.json").toFile());
                SchedDomains domains = SchedDomains.build(Topology.regular(MACHINES.get(words[2])), words[1]);
                assertThat(DomainsText.files(domains))
                        .as(cell.getFileName().toString())
                        .isEqualTo(expected(manifest.get("sched_domains")));
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(200);
    }

    @Test
    void spansFollowTheRecordedMachines() {
        SchedDomains domains = SchedDomains.build(Topology.regular("2n 2s 2c"), "6.12");
        assertThat(domains.domain(5, 0).span()).hasToString("4-5");
        assertThat(domains.domain(5, 1).span()).hasToString("4-7");
        assertThat(domains.domain(5, 2).span()).hasToString("0-7");
        assertThat(domains.domain(5, 2).group(0)).hasToString("4-7");
        assertThat(domains.domain(5, 2).group(1)).hasToString("0-3");
        assertThat(domains.domain(5, 1).group(0)).hasToString("4-5");
        assertThat(domains.domain(6, 1).group(0)).hasToString("6-7");
        assertThat(domains.domain(6, 1).group(1)).hasToString("4-5");
        assertThat(domains.llcSize(5)).isEqualTo(2);
        assertThat(domains.llcId(5)).isEqualTo(4);
        assertThat(domains.numa(5)).isSameAs(domains.domain(5, 2));
        assertThat(domains.lowest(5).parent()).isSameAs(domains.domain(5, 1));
        assertThat(domains.highest(5).child()).isSameAs(domains.domain(5, 1));
    }

    @Test
    void aSingleCpuHasNoDomains() {
        SchedDomains domains = SchedDomains.build(Topology.regular("1c"), "6.12");
        assertThat(domains.depth(0)).isZero();
        assertThat(domains.lowest(0)).isNull();
        assertThat(domains.llcSize(0)).isEqualTo(1);
    }

    @Test
    void isolatedCpusHaveNoDomainsAndLeaveTheOthersSpans() {
        Topology machine = Topology.regular("2n 4c");
        SchedDomains domains = SchedDomains.buildIsolated(machine, CpuMask.of(8, 1, 6), "6.12");
        assertThat(domains.depth(1)).isZero();
        assertThat(domains.rootOf(6)).isEqualTo(SchedDomains.NO_ROOT);
        assertThat(domains.domain(0, 0).span()).hasToString("0,2-3");
        assertThat(domains.domain(0, 1).span()).hasToString("0,2-5,7");
    }

    private static NavigableMap<String, String> expected(JsonNode recorded) {
        NavigableMap<String, String> files = new TreeMap<>();
        if (recorded.isObject()) {
            recorded.properties().forEach(e -> {
                if (!e.getKey().contains("newidle") && !e.getKey().contains("last_")) {
                    files.put(e.getKey(), e.getValue().asString().strip());
                }
            });
        }
        return files;
    }
}
