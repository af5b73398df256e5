package org.schedlab.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schedlab.topology.CpuMask;

class ControlFilesTest {

    private static SettingsTreeBuilder v2(String... paths) {
        return tree(CgroupVersion.V2, paths);
    }

    private static SettingsTreeBuilder tree(CgroupVersion version, String... paths) {
        SettingsTreeBuilder tree = new SettingsTreeBuilder(version);
        for (String path : paths) {
            tree.createAll(path);
        }
        return tree;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "V2 | cpu.weight            | 0             | ERANGE",
                "V2 | cpu.weight            | 10001         | ERANGE",
                "V2 | cpu.weight            | abc           | EINVAL",
                "V2 | cpu.weight            | 99999999999999999999 | ERANGE",
                "V2 | cpu.weight.nice       | -21           | ERANGE",
                "V2 | cpu.weight.nice       | 20            | ERANGE",
                "V2 | cpu.idle              | 2             | EINVAL",
                "V2 | cpu.max               | 999           | EINVAL",
                "V2 | cpu.max               | 20000 1000001 | EINVAL",
                "V2 | cpu.max               | 20000 999     | EINVAL",
                "V2 | cpu.max               | -1            | EINVAL",
                "V2 | cpu.max               | maximum       | EINVAL",
                "V2 | cpu.max               | 17592186044416 | EINVAL",
                "V2 | cpu.max               | 1 2 3         | EINVAL",
                "V2 | cpuset.cpus           | 3-1           | EINVAL",
                "V2 | cpuset.cpus           | a             | EINVAL",
                "V2 | cpuset.cpus.partition | islated       | EINVAL",
                "V2 | cpu.shares            | 100           | ENOENT",
                "V2 | cpu.wight             | 100           | ENOENT",
                "V1 | cpu.cfs_quota_us      | 0             | EINVAL",
                "V1 | cpu.cfs_quota_us      | 999           | EINVAL",
                "V1 | cpu.cfs_period_us     | 0             | EINVAL",
                "V1 | cpu.cfs_period_us     | 1000001       | EINVAL",
                "V1 | cpu.weight            | 100           | ENOENT",
            })
    void nonsenseGetsTheKernelsError(CgroupVersion version, String file, String text, Errno errno) {
        SettingsTreeBuilder tree = tree(version, "/a");
        WriteRefusedException refused =
                catchThrowableOfType(WriteRefusedException.class, () -> tree.write("/a", file, text));
        assertThat(refused).isNotNull();
        assertThat(refused.errno()).isEqualTo(errno);
        assertThat(refused).hasMessageContaining(file);
        assertThat(tree.settings("/a")).isEqualTo(GroupSettings.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "V2 | cpu.weight        | 300          | 300",
                "V2 | cpu.weight        | 1            | 1",
                "V2 | cpu.weight.nice   | -5           | -5",
                "V2 | cpu.max           | 20000 100010 | 20000 100010",
                "V2 | cpu.max           | 50000        | 50000 100000",
                "V2 | cpu.max           | max          | max 100000",
                "V2 | cpuset.cpus       | 0-3,8        | 0-3,8",
                "V1 | cpu.shares        | 0            | 2",
                "V1 | cpu.shares        | 999999       | 262144",
                "V1 | cpu.cfs_quota_us  | -1           | -1",
                "V1 | cpu.cfs_quota_us  | 1000         | 1000",
            })
    void whatIsWrittenIsReadBack(CgroupVersion version, String file, String text, String reads) {
        SettingsTreeBuilder tree = tree(version, "/a");
        tree.write("/a", file, text + "\n");
        ControlFile known = ControlFile.of(file);
        assertThat(known).isNotNull();
        assertThat(tree.settings("/a").read(known)).isEqualTo(reads);
    }

    @Test
    void burstIsAtMostTheQuotaAndStaysWhenTheQuotaIsWritten() {
        SettingsTreeBuilder tree = v2("/a");
        tree.write("/a", "cpu.max", "20000 100000");
        assertThatThrownBy(() -> tree.write("/a", "cpu.max.burst", "20001"))
                .isInstanceOf(WriteRefusedException.class)
                .hasMessageContaining("the burst (20001 us) is above the quota (20000 us)");
        tree.write("/a", "cpu.max.burst", "20000");
        assertThatThrownBy(() -> tree.write("/a", "cpu.max", "10000 100000")).hasMessageContaining("EINVAL");
        tree.write("/a", "cpu.max", "40000 200000");
        assertThat(tree.settings("/a").cpu().burstNs()).isEqualTo(20_000_000);
    }

    @Test
    void idleGroupsHaveAFixedWeightAndForgetTheFormerOne() {
        SettingsTreeBuilder tree = v2("/a");
        tree.write("/a", "cpu.weight", "500");
        tree.write("/a", "cpu.idle", "1");
        assertThat(tree.settings("/a").cpu().shares()).isEqualTo(3 << 10);
        assertThatThrownBy(() -> tree.write("/a", "cpu.weight", "100")).hasMessageContaining("EINVAL");
        tree.write("/a", "cpu.idle", "0");
        assertThat(tree.settings("/a").cpu().weight()).isEqualTo(100);
    }

    @Test
    void inVersionOneAChildMayNotAskForMoreThanTheLimitedGroupAbove() {
        SettingsTreeBuilder tree = tree(CgroupVersion.V1, "/a/b/c");
        tree.write("/a", "cpu.cfs_quota_us", "50000");
        assertThatThrownBy(() -> tree.write("/a/b/c", "cpu.cfs_quota_us", "50001"))
                .hasMessageContaining("group /a/b/c would ask for more (50001 of 100000 us) than /a above it");
        tree.write("/a/b/c", "cpu.cfs_quota_us", "40000");
        assertThatThrownBy(() -> tree.write("/a", "cpu.cfs_quota_us", "30000"))
                .isInstanceOf(WriteRefusedException.class);
        assertThat(tree.settings("/a").cpu().quotaNs()).isEqualTo(50_000_000);
        assertThatThrownBy(() -> tree.write("/a/b/c", "cpu.cfs_period_us", "70000"))
                .isInstanceOf(WriteRefusedException.class);
        tree.write("/a/b/c", "cpu.cfs_period_us", "90000");
    }

    @Test
    void inVersionTwoAChildMayAskForMore() {
        SettingsTreeBuilder tree = v2("/a/b");
        tree.write("/a", "cpu.max", "10000 100000");
        tree.write("/a/b", "cpu.max", "90000 100000");
        assertThat(tree.settings("/a/b").cpu().quotaNs()).isEqualTo(90_000_000);
    }

    @Test
    void groupsAreMadeBelowGroupsAndRemovedWithoutChildren() {
        SettingsTreeBuilder tree = v2("/a/b");
        assertThatThrownBy(() -> tree.create("/x/y")).hasMessageContaining("ENOENT");
        assertThatThrownBy(() -> tree.create("/a")).hasMessageContaining("EEXIST");
        assertThatThrownBy(() -> tree.remove("/a")).hasMessageContaining("EBUSY");
        assertThatThrownBy(() -> tree.write("/", "cpu.max", "max")).hasMessageContaining("ENOENT");
        tree.create("/a-b");
        tree.remove("/a/b");
        tree.remove("/a");
        assertThat(tree.build().groups()).extracting(Cgroup::path).containsExactly("/", "/a-b");
    }

    @Test
    void effectiveCpusAreTheRequestedOnesOfTheParentOrTheParents() {
        SettingsTreeBuilder tree = v2("/a/b", "/a/c", "/a/d");
        tree.write("/a", "cpuset.cpus", "0-5");
        tree.write("/a/b", "cpuset.cpus", "4-7");
        tree.write("/a/c", "cpuset.cpus", "6-7");
        EffectiveCpusets sets = EffectiveCpusets.of(tree.build(), CpuMask.firstCpus(8));
        assertThat(sets.cpus("/a")).hasToString("0-5");
        assertThat(sets.cpus("/a/b")).hasToString("4-5");
        assertThat(sets.cpus("/a/c")).hasToString("0-5");
        assertThat(sets.cpus("/a/d")).hasToString("0-5");
        assertThat(sets.balancedSets()).hasSize(1);
    }

    @Test
    void partitionsTakeTheirCpusAwayAndHaveDomainsOfTheirOwn() {
        SettingsTreeBuilder tree = v2("/p", "/i", "/p/q", "/m");
        Map.of("/p", "0-3", "/i", "6", "/p/q", "2-3").forEach((path, cpus) -> tree.write(path, "cpuset.cpus", cpus));
        tree.write("/p", "cpuset.cpus.partition", "root");
        tree.write("/p/q", "cpuset.cpus.partition", "root");
        tree.write("/i", "cpuset.cpus.partition", "isolated");
        EffectiveCpusets sets = EffectiveCpusets.of(tree.build(), CpuMask.firstCpus(8));
        assertThat(sets.cpus("/")).hasToString("4-5,7");
        assertThat(sets.cpus("/m")).hasToString("4-5,7");
        assertThat(sets.cpus("/p")).hasToString("0-1");
        assertThat(sets.cpus("/p/q")).hasToString("2-3");
        assertThat(sets.cpus("/i")).hasToString("6");
        assertThat(sets.balancedSets()).extracting(CpuMask::toString).containsExactly("4-5,7", "0-1", "2-3");
        assertThat(sets.partition("/i")).isEqualTo("isolated");
    }

    @Test
    void partitionsThatCannotBeAreInvalidWithTheReason() {
        SettingsTreeBuilder tree = v2("/m/p", "/x", "/y", "/e", "/all");
        tree.write("/m/p", "cpuset.cpus", "1");
        tree.write("/x", "cpuset.cpus", "2-3");
        tree.write("/y", "cpuset.cpus", "3");
        for (String path : new String[] {"/m/p", "/x", "/e"}) {
            tree.write(path, "cpuset.cpus.partition", "root");
        }
        EffectiveCpusets sets = EffectiveCpusets.of(tree.build(), CpuMask.firstCpus(4));
        assertThat(sets.partition("/m/p")).isEqualTo("root invalid (the parent is not a partition root)");
        assertThat(sets.partition("/x")).contains("not exclusive: y");
        assertThat(sets.partition("/e")).contains("cpuset.cpus is empty");
        assertThat(sets.cpus("/")).hasToString("0-3");
        SettingsTreeBuilder greedy = v2("/all");
        greedy.write("/all", "cpuset.cpus", "0-3");
        greedy.write("/all", "cpuset.cpus.partition", "root");
        assertThat(EffectiveCpusets.of(greedy.build(), CpuMask.firstCpus(4)).partition("/all"))
                .contains("left without a CPU");
    }

    @Test
    void statisticsKeepUnknownKeysAndKnowTheirUnits() {
        CpuStat v1 = CpuStat.parse("nr_periods 7\nnr_throttled 2\nthrottled_time 127918677\n");
        CpuStat v2 =
                CpuStat.parse("usage_usec 73899\nnew_key 5\nnr_periods 7\nnr_throttled 3\nthrottled_usec 139381\n");
        assertThat(v1.throttledNs()).isEqualTo(127_918_677L);
        assertThat(v2.throttledNs()).isEqualTo(139_381_000L);
        assertThat(v2.values()).containsEntry("new_key", 5L);
        assertThat(v2.usageNs()).isEqualTo(73_899_000L);
        assertThat(v1.usageNs()).isNull();
        assertThatThrownBy(() -> CpuStat.parse("nr_periods 7\nnr_throttled x\n"))
                .isInstanceOf(CpuStat.CpuStatException.class)
                .hasMessageContaining("nr_throttled x");
    }
}
