package org.schedlab.topology.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.schedlab.topology.CpuMask.NO_CPU;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.topology.TopologyLevel;
import org.schedlab.topology.show.DomainsText;

/** What holds for the domains of every machine. Seeds are fixed and printed with a failure. */
class DomainPropertiesTest {

    private static final int MACHINES = 70;
    private static final String[] RELEASES = {"4.0", "4.16", "5.10", "6.1", "6.8", "6.12", "7.3"};

    @Test
    void domainsNestAndGroupsCoverOnRandomMachines() {
        for (int seed = 0; seed < MACHINES; seed++) {
            Random random = new Random(seed);
            Topology machine = RandomMachines.machine(random, 1024);
            String release = RELEASES[seed % RELEASES.length];
            CpuMask cpuMap = random.nextBoolean() ? machine.online() : RandomMachines.someOf(random, machine.online());
            SchedDomains domains = SchedDomains.build(machine, cpuMap, release);
            check(domains, cpuMap, "seed " + seed + " " + machine + " release " + release);
        }
    }

    private static void check(SchedDomains domains, CpuMask cpuMap, String where) {
        for (int cpu = cpuMap.next(0); cpu != NO_CPU; cpu = cpuMap.next(cpu + 1)) {
            SchedDomain child = null;
            for (int i = 0; i < domains.depth(cpu); i++) {
                SchedDomain domain = domains.domain(cpu, i);
                String at = where + " " + domain;
                assertThat(domain.span().contains(cpu)).as(at).isTrue();
                assertThat(domain.span().isSubsetOf(cpuMap)).as(at).isTrue();
                assertThat(domain.weight()).as(at).isGreaterThan(1);
                assertThat(domain.child()).as(at).isSameAs(child);
                if (child != null) {
                    assertThat(child.span().isSubsetOf(domain.span())).as(at).isTrue();
                    assertThat(child.parent()).as(at).isSameAs(domain);
                    assertThat(child.level()).as(at).isLessThan(domain.level());
                }
                groups(domain, child, at);
                child = domain;
            }
            assertThat(domains.llcSize(cpu))
                    .as(where)
                    .isEqualTo(domains.llc(cpu) == null ? 1 : domains.llc(cpu).weight());
        }
    }

    private static void groups(SchedDomain domain, SchedDomain child, String at) {
        CpuMask covered = new CpuMask(domain.span().capacity());
        boolean numa = domain.has(DomainFlags.NUMA);
        for (int i = 0; i < domain.groupCount(); i++) {
            SchedGroup group = domain.group(i);
            require(!group.span().isEmpty(), at);
            require(
                    group.balanceMask().isSubsetOf(group.span())
                            && !group.balanceMask().isEmpty(),
                    at);
            if (!numa) {
                require(!group.span().intersects(covered), at);
                require(group.span().isSubsetOf(domain.span()), at);
            }
            covered.or(group.span());
        }
        require(domain.localGroup() == domain.group(0), at);
        require(domain.localGroup().span().contains(domain.cpu()), at);
        require(child == null || domain.localGroup().span().equals(child.span()), at);
        // At NUMA levels a CPU whose own tree ends lower is in no group where distances are lopsided; elsewhere groups
        // cover the span.
        require(numa || covered.equals(domain.span()), at);
    }

    private static void require(boolean holds, String at) {
        if (!holds) {
            throw new AssertionError("a rule of groups is broken: " + at);
        }
    }

    @Test
    void numaGroupsCoverTheSpanWhereDistancesAreSymmetric() {
        for (String shape : List.of("4n 4c", "2s 4n 2l 4c 2t", "8n 2c", "2s 2n 4c 2t split")) {
            SchedDomains domains = SchedDomains.build(Topology.regular(shape), "6.12");
            for (int cpu = 0; cpu < domains.topology().cpuCapacity(); cpu++) {
                SchedDomain top = domains.highest(cpu);
                CpuMask covered = new CpuMask(top.span().capacity());
                for (int i = 0; i < top.groupCount(); i++) {
                    covered.or(top.group(i).span());
                }
                assertThat(covered).as(shape + " " + top).isEqualTo(top.span());
            }
        }
    }

    @Test
    void domainsAfterOffAndOnEqualThoseBefore() {
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(1000 + seed);
            Topology machine = RandomMachines.machine(random, 512);
            SchedDomains before = SchedDomains.build(machine, RELEASES[seed % RELEASES.length]);
            SchedDomains less = before.withOnline(RandomMachines.someOf(random, machine.online()));
            SchedDomains after = less.withOnline(machine.online());
            assertThat(DomainsText.text(after)).as("seed " + seed).isEqualTo(DomainsText.text(before));
            check(less, less.topology().online(), "seed " + seed + " with fewer CPUs");
        }
    }

    @Test
    void partitionsGetDomainsOfTheirOwn() {
        Topology machine = Topology.regular("2n 2l 4c");
        SchedDomains domains = SchedDomains.build(
                machine, List.of(CpuMask.of(16, 0, 1, 2, 3), CpuMask.of(16, 8, 9, 12)), DomainRules.of("6.12"));
        assertThat(domains.rootOf(2)).isZero();
        assertThat(domains.rootOf(9)).isEqualTo(1);
        assertThat(domains.rootOf(5)).isEqualTo(SchedDomains.NO_ROOT);
        assertThat(domains.highest(9).span()).hasToString("8-9,12");
        assertThat(domains.highest(0).span()).hasToString("0-3");
        assertThat(domains.depth(5)).isZero();
    }

    @Test
    void cpusComeBackToTheirPartition() {
        Topology machine = Topology.regular("2n 4c");
        SchedDomains before = SchedDomains.build(
                machine, List.of(CpuMask.of(8, 0, 1, 4), CpuMask.of(8, 2, 3, 5)), DomainRules.of("6.12"));
        SchedDomains less = before.withOnline(CpuMask.of(8, 1, 2, 3, 4));
        assertThat(less.roots()).hasToString("[1,4, 2-3]");
        assertThat(DomainsText.text(less.withOnline(machine.online()))).isEqualTo(DomainsText.text(before));
    }

    /** A line of three nodes: the outer ones are 30 apart, so each end sees the middle first. */
    @Test
    void groupsOfALineOfNodesOverlapAndBalanceFromTheirOwnNode() {
        SchedDomains domains = SchedDomains.build(line(), "6.12");
        assertThat(domains.depth(0)).isEqualTo(3);
        assertThat(domains.domain(0, 1).span()).hasToString("0-3");
        assertThat(domains.domain(2, 1).span()).hasToString("0-5");
        SchedDomain top = domains.domain(0, 2);
        assertThat(top.span()).hasToString("0-5");
        assertThat(top.group(0)).hasToString("0-3");
        assertThat(top.group(1)).hasToString("2-5");
        assertThat(top.group(1).balanceMask()).hasToString("4-5");
        assertThat(top.group(0).balanceCpu()).isZero();
    }

    private static Topology line() {
        var builder = Topology.builder(6);
        for (int cpu = 0; cpu < 6; cpu++) {
            builder.place(TopologyLevel.NODE, cpu, cpu / 2);
        }
        int[][] distances = {{10, 20, 30}, {20, 10, 20}, {30, 20, 10}};
        for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 3; b++) {
                builder.distance(a, b, distances[a][b]);
            }
        }
        return builder.build();
    }

    @ParameterizedTest
    @CsvSource({
        "4.0, DIE, 125, 32, 2, 1, SD_SHARE_PKG_RESOURCES",
        "4.16, DIE, 125, 32, 2, 1, SD_SHARE_PKG_RESOURCES",
        "5.10, DIE, 117, 16, 0, 0, SD_SHARE_PKG_RESOURCES",
        "6.1, DIE, 117, 16, 0, 0, SD_SHARE_PKG_RESOURCES",
        "6.8, PKG, 117, 16, 0, 0, SD_SHARE_PKG_RESOURCES",
        "6.12, PKG, 117, 16, 0, 0, SD_SHARE_LLC",
        "7.3, PKG, 117, 16, 0, 0, SD_SHARE_LLC",
    })
    void packageLevelsFollowTheRelease(
            String release, String name, int pct, int busyFactor, int busyIdx, int idleIdx, String llcName) {
        SchedDomains domains = SchedDomains.build(Topology.regular("1n 2s 2c"), release);
        SchedDomain top = domains.highest(0);
        assertThat(top.name()).isEqualTo(name);
        assertThat(top.imbalancePct()).isEqualTo(pct);
        assertThat(top.busyFactor()).isEqualTo(busyFactor);
        assertThat(top.busyIdx()).isEqualTo(busyIdx);
        assertThat(top.idleIdx()).isEqualTo(idleIdx);
        assertThat(domains.rules().flagNames(domains.lowest(0).flags())).contains(llcName);
        assertThat(domains.lowest(0).has(DomainFlags.PREFER_SIBLING)).isEqualTo(!release.equals("4.0"));
    }

    @ParameterizedTest
    @CsvSource({"5.10, false", "5.14, true", "6.12, true"})
    void mixedCapacitiesMarkTheLowestDomainThatSeesAll(String release, boolean full) {
        var builder = Topology.builder(8);
        for (int cpu = 0; cpu < 8; cpu++) {
            builder.place(TopologyLevel.LLC, cpu, cpu / 4).capacity(cpu, cpu < 4 ? 446 : 1024);
        }
        SchedDomains domains = SchedDomains.build(builder.build(), release);
        SchedDomain top = domains.highest(0);
        assertThat(domains.asymCpuCapacity(0)).isSameAs(top);
        assertThat(top.has(DomainFlags.ASYM_CPUCAPACITY_FULL)).isEqualTo(full);
        assertThat(top.child().has(DomainFlags.PREFER_SIBLING)).isFalse();
        assertThat(top.localGroup().minCapacityOrig()).isEqualTo(446);
        assertThat(top.group(1).capacityOrig()).isEqualTo(4096);
    }

    @ParameterizedTest
    @CsvSource({
        // one llc per node: an eighth of the node, growing with the NUMA span
        "2n 32c, 6.12, 4, 4",
        // several llcs per node: as many as there are
        "2n 4l 8c, 6.12, 4, 4",
        "2n 32c, 5.10, 0, 0",
    })
    void imbNumaNrFollowsTheLastLevelCaches(String shape, String release, int atNuma, int onSecondCpu) {
        SchedDomains domains = SchedDomains.build(Topology.regular(shape), release);
        assertThat(domains.numa(0).imbNumaNr()).isEqualTo(atNuma);
        assertThat(domains.numa(40).imbNumaNr()).isEqualTo(onSecondCpu);
    }

    @Test
    void farNodesAreNotBalancedOnForkOrWakeup() {
        var builder = Topology.builder(4);
        for (int cpu = 0; cpu < 4; cpu++) {
            builder.place(TopologyLevel.NODE, cpu, cpu / 2);
        }
        Topology machine = builder.distance(0, 1, 32).distance(1, 0, 32).build();
        SchedDomain numa = SchedDomains.build(machine, "6.12").numa(0);
        assertThat(numa.has(DomainFlags.WAKE_AFFINE)).isFalse();
        assertThat(numa.has(DomainFlags.BALANCE_FORK)).isFalse();
        assertThat(numa.has(DomainFlags.BALANCE_NEWIDLE | DomainFlags.SERIALIZE))
                .isTrue();
    }
}
