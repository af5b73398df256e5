package org.schedlab.topology.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.schedlab.topology.CpuMask.NO_CPU;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.topology.domain.SchedDomain;
import org.schedlab.topology.domain.SchedDomains;
import org.schedlab.topology.input.InvalidInputException;

/**
 * Damaged files of every format: each is read as a machine whose rules hold, or refused in a clear message; nothing else, and in time.
 * {@code -Dschedlab.mutations=20000} damages more often.
 */
class MutationTest {

    private static final int MUTATIONS = Integer.getInteger("schedlab.mutations", 350);
    private static final long SEED = Long.getLong("schedlab.seed", 20261130L);
    private static final Pattern NUMBER = Pattern.compile("\\d+");
    private static final List<String> NUMBERS =
            List.of("0", "1", "2", "3", "7", "-1", "255", "1024", "8191", "8192", "99999", "99999999999", "x", "");
    private static final int MAX_STORED_BYTES = 200_000;

    @TempDir
    private Path folder;

    private static final List<String> SAMPLES = List.of("""
            # CPU,Core,Socket,Node,,L1d,L1i,L2,L3
            0,0,0,0,,0,0,0,0
            1,0,0,0,,0,0,0,0
            2,1,1,1,,1,1,1,1
            3,1,1,1,,1,1,1,1
            """, """
            CPU NODE SOCKET CORE L1d:L1i:L2:L3 ONLINE
              0    0      0    0 0:0:0:0 yes
              1 0 0 1 1:1:1:0 yes
              2 1 1 2 2:2:2:1 yes
            """, """
            Architecture: x86_64
            CPU(s): 8
            On-line CPU(s) list: 0-6
            Off-line CPU(s) list: 7
            Thread(s) per core: 2
            Core(s) per socket: 2
            Socket(s): 2
            L2 cache: 1 MiB (4 instances)
            L3 cache: 8 MiB (2 instances)
            NUMA node(s): 2
            NUMA node0 CPU(s): 0-3
            NUMA node1 CPU(s): 4-6
            """, """
            {"cpus":[
            {"cpu":0,"core":0,"socket":0,"online":true},
            {"cpu":1,"core":-,"socket":-,"online":false}]}
            """, """
            {"lscpu":[{"field":"CPU(s):","data":"4"},
            {"field":"On-line CPU(s) list:","data":"0-3"},
            {"field":"Thread(s) per core:","data":"2"},
            {"field":"Core(s) per socket:","data":"2"},{"field":"Socket(s):","data":"1"}]}
            """, """
            <topology><object type="Machine" cpuset="0x3" complete_cpuset="0x3" allowed_cpuset="0x3" nodeset="0x3">
            <object type="NUMANode" os_index="0" cpuset="0x1"/>
            <object type="NUMANode" os_index="1" cpuset="0x2"/>
            <object type="L2Cache" cpuset="0x1"><object type="Core"><object type="PU" os_index="0" cpuset="0x1"/></object></object>
            <object type="L2Cache" cpuset="0x2"><object type="Core"><object type="PU" os_index="1" cpuset="0x2"/></object></object>
            </object><distances2 type="NUMANode" nbobjs="2" kind="5" name="NUMALatency" indexing="os"><indexes>0 1</indexes><u64values>10 20 20 10</u64values></distances2></topology>
            """, """
            shape: 2s 2c 2t
            capacities: {0-1: 512}
            distances: [[10, 20], [20, 10]]
            online: 0-6
            allowed: 0-3
            """, """
            cpus: 0-7
            cores: [0-1, 2-3]
            clusters: [0-3, 4-7]
            llcs: [0-3, 4-7]
            nodes: [0-3, 4-7]
            packages: [0-3, 4-7]
            possible: 0-9
            """);

    /** A file before or after it is damaged. */
    private static final class Sample {

        private final String name;
        private final byte[] bytes;

        Sample(String name, byte[] bytes) {
            this.name = name;
            this.bytes = bytes.clone();
        }

        String name() {
            return name;
        }

        byte[] bytes() {
            return bytes;
        }
    }

    @Test
    void damagedSamplesOfEveryFormatAreReadOrRefused() throws IOException {
        List<Sample> samples = new ArrayList<>();
        SAMPLES.forEach(text -> samples.add(new Sample("sample.txt", text.getBytes(StandardCharsets.UTF_8))));
        for (Sample whole : samples) {
            assertThat(tryOut(whole, "undamaged")).isZero();
        }
        damage(samples, MUTATIONS);
    }

    @Test
    void damagedSnapshotsAreReadOrRefused() throws IOException {
        assertThat(tryOut(new Sample("snapshot.tar", tar(snapshot())), "undamaged"))
                .isZero();
        Random random = new Random(SEED);
        int refusals = 0;
        for (int round = 0; round < MUTATIONS; round++) {
            Map<String, String> files = snapshot();
            String victim = new ArrayList<>(files.keySet()).get(random.nextInt(files.size()));
            String content = new String(
                    mutated(files.getOrDefault(victim, "").getBytes(StandardCharsets.ISO_8859_1), random),
                    StandardCharsets.ISO_8859_1);
            if (random.nextInt(8) == 0) {
                files.remove(victim);
            } else {
                files.put(victim, content);
            }
            refusals +=
                    tryOut(new Sample("snapshot.tar", tar(files)), "round " + round + " " + victim + " = " + content);
        }
        assertThat(refusals).as("refusals with seed " + SEED).isBetween(1, MUTATIONS - 1);
    }

    @Test
    void damagedStoredFilesAreReadOrRefused() throws IOException {
        Path stored = Path.of(System.getProperty("schedlab.shared", "none"), "data", "topology");
        assumeTrue(Files.isDirectory(stored), "the stored files are not at hand");
        List<Sample> samples = new ArrayList<>();
        try (Stream<Path> files = Files.walk(stored)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(".facts.json") || name.endsWith(".console") || Files.size(file) > MAX_STORED_BYTES) {
                    continue;
                }
                byte[] bytes = Files.readAllBytes(file);
                if (name.endsWith(".xml.gz")) {
                    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
                        bytes = in.readAllBytes();
                    }
                    name = name.substring(0, name.length() - 3);
                }
                samples.add(new Sample(name, bytes));
            }
        }
        damage(samples, MUTATIONS);
    }

    private void damage(List<Sample> samples, int rounds) throws IOException {
        Random random = new Random(SEED);
        int refusals = 0;
        for (int round = 0; round < rounds; round++) {
            Sample whole = samples.get(random.nextInt(samples.size()));
            byte[] bytes = mutated(whole.bytes(), random);
            refusals += tryOut(new Sample(whole.name(), bytes), "round " + round + " of " + whole.name());
        }
        assertThat(refusals).as("refusals with seed " + SEED).isBetween(1, rounds - 1);
    }

    private static byte[] mutated(byte[] bytes, Random random) {
        if (bytes.length == 0) {
            return bytes;
        }
        byte[] copy = bytes.clone();
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        List<String> lines = new ArrayList<>(Arrays.asList(text.split("\n", -1)));
        int line = random.nextInt(lines.size());
        switch (random.nextInt(6)) {
            case 0 -> copy[random.nextInt(copy.length)] ^= (byte) (1 << random.nextInt(8));
            case 1 -> copy = Arrays.copyOf(copy, random.nextInt(copy.length));
            case 2 -> {
                lines.remove(line);
                copy = String.join("\n", lines).getBytes(StandardCharsets.ISO_8859_1);
            }
            case 3 -> {
                lines.add(random.nextInt(lines.size()), lines.get(line));
                copy = String.join("\n", lines).getBytes(StandardCharsets.ISO_8859_1);
            }
            default -> {
                List<MatchResult> numbers = NUMBER.matcher(text).results().toList();
                if (!numbers.isEmpty()) {
                    MatchResult number = numbers.get(random.nextInt(numbers.size()));
                    copy = (text.substring(0, number.start())
                                    + NUMBERS.get(random.nextInt(NUMBERS.size()))
                                    + text.substring(number.end()))
                            .getBytes(StandardCharsets.ISO_8859_1);
                }
            }
        }
        return copy;
    }

    /** 1 when the file is refused, otherwise 0. */
    private int tryOut(Sample sample, String what) throws IOException {
        Path file = Files.write(folder.resolve(sample.name()), sample.bytes());
        long startNs = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        String at = "seed " + SEED + " " + what;
        int refused = 0;
        try {
            checkRules(TopologyReaders.read(file.toString()), at);
        } catch (InvalidInputException e) {
            refused = 1;
            assertThat(e.problems()).as(at).hasSizeLessThanOrEqualTo(3);
            e.problems()
                    .forEach(problem -> assertThat(problem.what())
                            .as(at)
                            .isNotBlank()
                            .isNotEqualTo("null")
                            .doesNotContain("\n"));
        } catch (RuntimeException e) {
            fail(
                    at + "\n"
                            + new String(
                                    sample.bytes(),
                                    0,
                                    Math.min(sample.bytes().length, 2000),
                                    StandardCharsets.ISO_8859_1),
                    e);
        }
        long ms = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - startNs) / 1_000_000;
        assertThat(ms).as("ms, " + at).isLessThan(2000);
        return refused;
    }

    private static void checkRules(Topology machine, String at) {
        CpuMask online = machine.online();
        CpuMask inNodes = new CpuMask(online.capacity());
        int members = 0;
        for (int node = 0; node < machine.nodeCount(); node++) {
            inNodes.or(machine.nodeCpus(node));
            members += machine.nodeCpus(node).count();
        }
        boolean holds = inNodes.equals(online) && members == online.count();
        SchedDomains domains = SchedDomains.build(machine, "6.12");
        for (int cpu = online.next(0); cpu != NO_CPU; cpu = online.next(cpu + 1)) {
            for (CpuMask mask : List.of(machine.siblings(cpu), machine.llcCpus(cpu), machine.packageCpus(cpu))) {
                holds &= mask.contains(cpu) && mask.isSubsetOf(online);
            }
            CpuMask siblings = machine.siblings(cpu);
            for (int other = siblings.next(0); other != NO_CPU; other = siblings.next(other + 1)) {
                holds &= machine.siblings(other).equals(siblings)
                        && machine.llcOf(other) == machine.llcOf(cpu)
                        && machine.nodeOf(other) == machine.nodeOf(cpu);
            }
            CpuMask inner = CpuMask.of(online.capacity(), cpu);
            for (int level = 0; level < domains.depth(cpu); level++) {
                SchedDomain domain = domains.domain(cpu, level);
                holds &= inner.isSubsetOf(domain.span());
                inner = domain.span();
            }
        }
        assertThat(holds).as("the rules of " + machine + ", " + at).isTrue();
    }

    private static Map<String, String> snapshot() {
        TreeMap<String, String> files = new TreeMap<>();
        files.put("cpu/online", "0-3\n");
        files.put("cpu/possible", "0-3\n");
        for (int cpu = 0; cpu < 4; cpu++) {
            String at = "cpu/cpu" + cpu + "/";
            files.put(at + "topology/core_id", cpu / 2 + "\n");
            files.put(at + "topology/physical_package_id", "0\n");
            files.put(at + "topology/thread_siblings", (cpu < 2 ? "3" : "c") + "\n");
            files.put(at + "topology/core_siblings_list", "0-3\n");
            files.put(at + "cpu_capacity", "1024\n");
            files.put(at + "cache/index0/level", "2\n");
            files.put(at + "cache/index0/type", "Unified\n");
            files.put(at + "cache/index0/shared_cpu_map", (cpu < 2 ? "3" : "c") + "\n");
        }
        files.put("node/node0/cpumap", "3\n");
        files.put("node/node1/cpulist", "2-3\n");
        files.put("node/node0/distance", "10 20\n");
        files.put("node/node1/distance", "20 10\n");
        return files;
    }

    private static byte[] tar(Map<String, String> files) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out)) {
            for (var file : files.entrySet()) {
                byte[] bytes = file.getValue().getBytes(StandardCharsets.ISO_8859_1);
                TarArchiveEntry entry = new TarArchiveEntry("m/sys/devices/system/" + file.getKey());
                entry.setSize(bytes.length);
                tar.putArchiveEntry(entry);
                tar.write(bytes);
                tar.closeArchiveEntry();
            }
        }
        return out.toByteArray();
    }
}
