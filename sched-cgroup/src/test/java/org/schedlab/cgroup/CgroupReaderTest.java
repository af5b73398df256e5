package org.schedlab.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schedlab.cgroup.read.CgroupReader;
import org.schedlab.cgroup.read.CgroupSnapshot;
import org.schedlab.cgroup.show.CgroupJson;
import org.schedlab.cgroup.show.CgroupScenario;
import org.schedlab.cgroup.show.CgroupText;
import org.schedlab.topology.input.InputProblem;
import org.schedlab.topology.input.InvalidInputException;

class CgroupReaderTest {

    @TempDir
    private Path dir;

    private void put(String path, String content) throws IOException {
        Path file = dir.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    private CgroupSnapshot read(Path path) {
        return CgroupReader.read(path.getFileName().toString(), path);
    }

    private static GroupSettings settings(SettingsTree tree, String path) {
        Cgroup group = tree.group(path);
        assertThat(group).as(path).isNotNull();
        return group.settings();
    }

    private static CgroupSnapshot stored(String name) {
        Path file = Path.of(System.getProperty("schedlab.shared", "none"), "data", name);
        assumeTrue(Files.exists(file), "no stored files beside the checkout");
        return CgroupReader.read(name, file);
    }

    @Test
    void readsADirectoryWithSystemdSlices() throws IOException {
        put("sys/fs/cgroup/cgroup.controllers", "cpuset cpu\n");
        put("sys/fs/cgroup/system.slice/cpu.weight", "200\n");
        put("sys/fs/cgroup/system.slice/web.service/cpu.max", "20000 100010\n");
        put("sys/fs/cgroup/system.slice/web.service/cpu.max.burst", "5000\n");
        put("sys/fs/cgroup/system.slice/web.service/cpuset.cpus", "0-1\n");
        put("sys/fs/cgroup/system.slice/web.service/cpuset.cpus.partition", "root invalid (some reason)\n");
        put("sys/fs/cgroup/system.slice/web.service/cpu.stat", """
                usage_usec 5
                nr_periods 10
                nr_throttled 4
                throttled_usec 1500
                nr_bursts 2
                burst_usec 30
                future_key 9
                """);
        put("sys/fs/cgroup/system.slice/web.service/cgroup.procs", "1\n2\n3\n");
        put("sys/fs/cgroup/system.slice/web.service/cpu.future", "1 2\n");
        put("sys/fs/cgroup/user.slice/cpu.idle", "1\n");
        put("sys/fs/cgroup/user.slice/cpu.weight", "1\n");
        CgroupSnapshot snapshot = read(dir);
        SettingsTree tree = snapshot.trees().get(0);
        assertThat(tree.version()).isEqualTo(CgroupVersion.V2);
        assertThat(tree.groups())
                .extracting(Cgroup::path)
                .containsExactly("/", "/system.slice", "/system.slice/web.service", "/user.slice");
        GroupSettings web = settings(tree, "/system.slice/web.service");
        assertThat(web.cpu().quotaNs()).isEqualTo(20_000_000);
        assertThat(web.cpu().periodNs()).isEqualTo(100_010_000);
        assertThat(web.cpuset().partition()).isEqualTo(Partition.ROOT);
        assertThat(web.kept()).containsEntry("cpu.future", "1 2");
        assertThat(settings(tree, "/user.slice").cpu().idle()).isTrue();
        assertThat(CgroupText.of(snapshot)).isEqualTo("""
                        cgroup v2, 3 groups below the root
                        /
                          system.slice  weight 200
                            web.service  weight 100  quota 20000 of 100010 us (0.200 CPU)  burst 5000 us  cpus 0-1  partition root  3 tasks
                                used 0.005 ms  10 periods  4 throttled (40.0 %)  for 1.500 ms  2 bursts  of 0.030 ms
                                also cpu.future=1 2
                          user.slice  idle
                        """);
        assertThat(CgroupJson.of(snapshot)).contains("\"throttled_ns\" : 1500000", "\"future_key\" : 9");
        assertThat(CgroupScenario.of("x", tree, null))
                .contains("\"/system.slice/web.service\": { cpu.max: \"20000 100010\", cpu.max.burst: \"5000\","
                        + " cpuset.cpus: \"0-1\", cpuset.cpus.partition: \"root\" }")
                .contains("\"web.service\": { cgroup: \"/system.slice/web.service\"");
    }

    @Test
    void joinsTheHierarchiesOfVersionOneAndFindsVersionTwoBesideThem() throws IOException {
        put("cgroup/cpu,cpuacct/cgroup.sane_behavior", "0\n");
        put("cgroup/cpu,cpuacct/a/cpu.shares", "512\n");
        put("cgroup/cpu,cpuacct/a/cpu.cfs_quota_us", "50000\n");
        put("cgroup/cpu,cpuacct/a/cpu.cfs_period_us", "100000\n");
        put("cgroup/cpu,cpuacct/a/cpu.stat", "nr_periods 7\nnr_throttled 2\nthrottled_time 127918677\n");
        put("cgroup/cpu,cpuacct/a/cpuacct.usage", "123\n");
        put("cgroup/cpuset/cgroup.clone_children", "0\n");
        put("cgroup/cpuset/a/cpuset.cpus", "0-3\n");
        put("cgroup/memory/cgroup.procs", "1\n");
        put("cgroup/unified/cgroup.controllers", "\n");
        put("cgroup/unified/b/cgroup.procs", "\n");
        CgroupSnapshot snapshot = read(dir);
        assertThat(snapshot.trees())
                .extracting(SettingsTree::version)
                .containsExactly(CgroupVersion.V2, CgroupVersion.V1);
        SettingsTree v1 = snapshot.trees().get(1);
        assertThat(settings(v1, "/a").cpu().shares()).isEqualTo(512 << 10);
        assertThat(settings(v1, "/a").cpu().quotaNs()).isEqualTo(50_000_000);
        assertThat(settings(v1, "/a").cpuset().cpus()).hasToString("0-3");
        assertThat(settings(v1, "/a").kept()).containsEntry("cpuacct.usage", "123");
        Cgroup a = v1.group("/a");
        assertThat(a).isNotNull();
        assertThat(a.stat()).isNotNull();
        assertThat(a.stat().throttledNs()).isEqualTo(127_918_677L);
        assertThat(snapshot.trees().get(0).group("/b")).isNotNull();
    }

    @Test
    void reportsEveryRefusalWithFileAndLine() throws IOException {
        put("cpu/cgroup.sane_behavior", "0\n");
        put("cpu/a/cpu.shares", "1024\n");
        put("cpu/a/cpu.cfs_quota_us", "50000\n");
        put("cpu/a/b/cpu.cfs_quota_us", "60000\n");
        put("cpu/c/cpu.cfs_period_us", "2000000\n");
        put("cpu/d/cpu.cfs_quota_us", "500\n");
        put("cpu/e/cpu.stat", "nr_periods 1\nnr_throttled ?\n");
        InvalidInputException refused =
                catchThrowableOfType(InvalidInputException.class, () -> read(dir.resolve("cpu")));
        assertThat(refused).isNotNull();
        assertThat(refused.problems())
                .extracting(InputProblem::place)
                .containsExactly(
                        "cpu/a/b/cpu.cfs_quota_us:1",
                        "cpu/c/cpu.cfs_period_us:1",
                        "cpu/d/cpu.cfs_quota_us:1",
                        "cpu/e/cpu.stat:2");
        assertThat(refused.problems().get(0).what())
                .contains("EINVAL", "group /a/b would ask for more (60000 of 100000 us) than /a above it");
    }

    @Test
    void readsOneGroupByItself() throws IOException {
        put("web.slice/cpu.max", "max 100000\n");
        put("web.slice/cpu.weight", "50\n");
        SettingsTree tree = read(dir.resolve("web.slice")).trees().get(0);
        assertThat(settings(tree, "/web.slice").cpu().weight()).isEqualTo(50);
    }

    @Test
    void refusesWhatHoldsNoGroups() throws IOException {
        put("x/readme", "nothing");
        assertThatThrownBy(() -> read(dir)).hasMessageContaining("there are no control files");
        assertThatThrownBy(() -> read(dir.resolve("x/readme"))).hasMessageContaining("neither a directory nor");
        assertThatThrownBy(() -> read(dir.resolve("none")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("cannot be read");
    }

    @Test
    void hostileArchivesAreRefused() throws IOException {
        assertThatThrownBy(() -> read(tar("climb.tar", Map.of("a/../../cpu.max", "max"))))
                .hasMessageContaining("leads out of the archive");
        assertThatThrownBy(() -> read(zip("climb.zip", Map.of("../cpu.max", "max"))))
                .hasMessageContaining("leads out of the archive");
        assertThatThrownBy(() -> read(tar("large.tgz", Map.of("a/cpu.max", " ".repeat(70_000)))))
                .hasMessageContaining("larger than 64 KiB");
        assertThatThrownBy(() -> read(zip("large.zip", Map.of("a/cpu.max", " ".repeat(70_000)))))
                .hasMessageContaining("larger than 64 KiB");
        assertThatThrownBy(() -> read(zip("bomb.zip", Map.of("unwanted", " ".repeat(100 << 20)))))
                .hasMessageContaining("decompressed");
        assertThatThrownBy(() -> read(tar("dots.tar", Map.of("a/b/../cpu.max", "max"))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("leads out of the archive");
        assertThatThrownBy(() -> read(zip("deep.zip", Map.of("a/".repeat(100) + "cpu.max", "max"))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("nested deeper than 64");
        assertThatThrownBy(() -> read(zip("long.zip", Map.of("a".repeat(5_000) + "/cpu.max", "max"))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("4096 characters");
        Files.write(dir.resolve("cut.tgz"), Files.readAllBytes(tar("x.tgz", Map.of("a/cpu.max", "max"))));
        Files.write(dir.resolve("cut.tgz"), java.util.Arrays.copyOf(Files.readAllBytes(dir.resolve("cut.tgz")), 60));
        assertThatThrownBy(() -> read(dir.resolve("cut.tgz"))).isInstanceOf(InvalidInputException.class);
    }

    @Test
    void oneDotInAPathIsNoPartOfIt() throws IOException {
        CgroupSnapshot snapshot = read(tar("dot.tar", Map.of("./a/./cpu.max", "max 50000")));
        assertThat(snapshot.trees().get(0).group("/a")).isNotNull();
    }

    @Test
    void aLongListOfTasksIsNotCountedAndNoFault() throws IOException {
        Path archive = tar("many.tgz", Map.of("g/cgroup.procs", "1234567\n".repeat(20_000), "g/cpu.max", "max 50000"));
        Cgroup group = read(archive).trees().get(0).group("/g");
        assertThat(group).isNotNull();
        assertThat(group.tasks()).isEqualTo(Cgroup.UNKNOWN);
        assertThat(group.settings().cpu().periodNs()).isEqualTo(50_000_000);
    }

    @Test
    void namesWithControlCharactersDoNotReachTheTerminal() throws IOException {
        CgroupSnapshot snapshot =
                read(tar("escape.tar", Map.of("a/\u001b[31mred/cpu.max", "max", "a/b/cpu.max", "max")));
        assertThat(CgroupText.of(snapshot)).doesNotContain("\u001b");
        assertThat(CgroupScenario.of("x", snapshot.trees().get(0), null)).doesNotContain("\u001b");
    }

    @Test
    void readsTheStoredContainersOfBothVersions() {
        CgroupSnapshot both = stored("cgroup/elastic-docker.zip");
        SettingsTree v2 = both.trees().get(0);
        SettingsTree v1 = both.trees().get(1);
        String id = "/docker/b29faf21b7eff959f64b4192c34d5d67a707fe8561e9eaa608cb27693fba4242";
        Cgroup container = v1.group(id);
        assertThat(container).isNotNull();
        assertThat(container.stat()).isNotNull();
        assertThat(container.stat().nrThrottled()).isEqualTo(1046);
        assertThat(container.stat().throttledNs()).isEqualTo(352_597_023_453L);
        assertThat(container.settings().cpuset().cpus()).hasToString("0-3");
        String scope = "/system.slice/docker-1c8fa019edd4b9d4b2856f4932c55929c5c118c808ed5faee9a135ca6e84b039.scope";
        assertThat(settings(v2, scope).cpu().weight()).isEqualTo(100);
        assertThat(both.notes()).singleElement().asString().contains("nr_throttled (4) is more than nr_periods (1)");
    }

    @Test
    void readsTheOtherStoredTrees() {
        SettingsTree session = stored("cgroup/elastic-docker2.zip").trees().get(0);
        String path = "/user.slice/user-1000.slice/session-520.scope";
        assertThat(settings(session, path).kept()).containsEntry("cpu.uclamp.max", "max");
        assertThat(session.children("/user.slice")).hasSize(1);
        SettingsTree cadvisor =
                stored("cgroup/cadvisor-cgroup_v2-test1.tar.gz").trees().get(0);
        assertThat(settings(cadvisor, "/test1").cpu().periodNs()).isEqualTo(100_010_000);
        assertThat(settings(cadvisor, "/test1").cpu().weight()).isEqualTo(50);
        assertThat(settings(cadvisor, "/test1").kept()).containsEntry("cpuset.cpus.effective", "0-5");
        SettingsTree job = stored("topology/hwloc-linux/32amd64-4s2n4c-cgroup2.tar.bz2")
                .trees()
                .get(0);
        assertThat(settings(job, "/uid_2008/job_15389/step_0").kept()).containsEntry("cpuset.cpus.effective", "0-5");
        SettingsTree v1 = stored("topology/hwloc-linux/128arm-2pa2n8cluster4co.tar.bz2")
                .trees()
                .get(0);
        assertThat(v1.version()).isEqualTo(CgroupVersion.V1);
    }

    private Path tar(String name, Map<String, String> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream packed = name.endsWith("gz") ? new GZIPOutputStream(bytes) : bytes;
                TarArchiveOutputStream tar = new TarArchiveOutputStream(packed)) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                byte[] content = file.getValue().getBytes(StandardCharsets.UTF_8);
                TarArchiveEntry entry = new TarArchiveEntry(file.getKey());
                entry.setSize(content.length);
                tar.putArchiveEntry(entry);
                tar.write(content);
                tar.closeArchiveEntry();
            }
        }
        return Files.write(dir.resolve(name), bytes.toByteArray());
    }

    private Path zip(String name, Map<String, String> files) throws IOException {
        Path path = dir.resolve(name);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(path))) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        return path;
    }
}
