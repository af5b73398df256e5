package org.schedlab.topology.domain;

import static org.schedlab.topology.CpuMask.NO_CPU;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.lang3.Validate;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;

/**
 * The scheduling domains of a whole machine for a kernel release: for each CPU the chain of domains from the smallest to the largest, and
 * the shortcuts the wakeup path uses ({@code sd_llc}, {@code sd_llc_size}, {@code sd_llc_id}, {@code sd_numa},
 * {@code sd_asym_cpucapacity}). Follows {@code build_sched_domains}, {@code cpu_attach_domain} and {@code update_top_cache_domain} in
 * kernel/sched/topology.c.
 *
 * <p>Immutable: hotplug, cpuset partitions and isolcpus make new domains. All reads are array loads and allocate nothing; masks are shared
 * and must not be modified. Safe to share between threads. Building takes O(levels · CPUs · words) and more for NUMA levels.
 */
public final class SchedDomains {

    /** {@link #rootOf(int)} of a CPU outside every partition. */
    public static final int NO_ROOT = -1;

    private final Topology topology;
    private final DomainRules rules;
    private final List<CpuMask> partitions;
    private final List<CpuMask> roots;
    private final int[] rootOf;
    private final SchedDomain[][] chains;
    private final SchedGroup[] groups;
    private final int domainCount;
    private final @Nullable SchedDomain[] llc;
    private final @Nullable SchedDomain[] numa;
    private final @Nullable SchedDomain[] asym;
    private final int[] llcSize;
    private final int[] llcId;
    private final int[] shareId;

    private SchedDomains(Topology topology, DomainRules rules, List<CpuMask> partitions, List<CpuMask> roots) {
        this.topology = topology;
        this.rules = rules;
        this.partitions = partitions;
        this.roots = roots;
        int capacity = topology.cpuCapacity();
        rootOf = new int[capacity];
        Arrays.fill(rootOf, NO_ROOT);
        chains = new SchedDomain[capacity][];
        Arrays.fill(chains, new SchedDomain[0]);
        LevelTable levels = new LevelTable(topology, rules);
        List<SchedGroup> allGroups = new ArrayList<>();
        int domains = 0;
        for (int root = 0; root < roots.size(); root++) {
            CpuMask cpuMap = roots.get(root);
            DomainBuilder builder = new DomainBuilder(topology, levels, rules, cpuMap);
            SchedGroup[] made = builder.finishGroups(allGroups.size());
            allGroups.addAll(Arrays.asList(made));
            for (int cpu = cpuMap.next(0); cpu != NO_CPU; cpu = cpuMap.next(cpu + 1)) {
                rootOf[cpu] = root;
                chains[cpu] = builder.finishDomains(cpu, domains, made).toArray(SchedDomain[]::new);
                domains += chains[cpu].length;
            }
        }
        groups = allGroups.toArray(SchedGroup[]::new);
        domainCount = domains;
        llc = new SchedDomain[capacity];
        numa = new SchedDomain[capacity];
        asym = new SchedDomain[capacity];
        llcSize = new int[capacity];
        llcId = new int[capacity];
        shareId = new int[capacity];
        for (int cpu = 0; cpu < capacity; cpu++) {
            shortcuts(cpu);
        }
    }

    private SchedDomains(SchedDomains other) {
        topology = other.topology;
        rules = other.rules;
        partitions = other.partitions;
        roots = other.roots;
        rootOf = other.rootOf;
        chains = other.chains;
        groups = other.groups;
        domainCount = other.domainCount;
        llc = other.llc;
        numa = other.numa;
        llcSize = other.llcSize;
        llcId = other.llcId;
        shareId = other.shareId;
        asym = new SchedDomain[chains.length];
        for (int cpu = 0; cpu < chains.length; cpu++) {
            asym[cpu] = highest(cpu);
        }
    }

    /**
     * The same domains, but with each CPU's highest one as {@code sd_asym_cpucapacity} whatever the capacities are. For comparison with
     * recordings that were made so.
     */
    public SchedDomains withAsymmetryAtTop() {
        return new SchedDomains(this);
    }

    /** Domains of all CPUs in one root domain; those offline are left out until {@link #withOnline(CpuMask)} brings them. */
    public static SchedDomains build(Topology topology, String release) {
        return build(topology, topology.possible(), release);
    }

    /**
     * Domains of one root domain over {@code cpuMap}; the other CPUs are isolated and have none.
     *
     * @param cpuMap CPUs that are balanced; those offline are left out
     * @param release kernel release such as {@code 6.12}
     */
    public static SchedDomains build(Topology topology, CpuMask cpuMap, String release) {
        return build(topology, List.of(cpuMap), DomainRules.of(release));
    }

    /**
     * Domains of several partitions (cpuset partitions of type root); CPUs in none are isolated.
     *
     * @throws IllegalArgumentException when partitions overlap
     */
    public static SchedDomains build(Topology topology, List<CpuMask> partitions, DomainRules rules) {
        List<CpuMask> kept = new ArrayList<>();
        List<CpuMask> roots = new ArrayList<>();
        CpuMask seen = new CpuMask(topology.cpuCapacity());
        for (CpuMask partition : partitions) {
            Validate.isTrue(!partition.intersects(seen), "partition (%s) overlaps another one (%s)", partition, seen);
            seen.or(partition);
            kept.add(new CpuMask(partition));
            CpuMask cpuMap = new CpuMask(partition);
            cpuMap.and(topology.online());
            if (!cpuMap.isEmpty()) {
                roots.add(cpuMap);
            }
        }
        return new SchedDomains(topology, rules, kept, roots);
    }

    /** Domains with some CPUs isolated ({@code isolcpus=}), the rest in one root domain. */
    public static SchedDomains buildIsolated(Topology topology, CpuMask isolated, String release) {
        CpuMask cpuMap = new CpuMask(topology.possible());
        cpuMap.andNot(isolated);
        return build(topology, cpuMap, release);
    }

    /** The domains after hotplug: every partition keeps its CPUs, those that are online now have domains. */
    public SchedDomains withOnline(CpuMask online) {
        return build(topology.withOnline(online), partitions, rules);
    }

    private void shortcuts(int cpu) {
        llcSize[cpu] = 1;
        llcId[cpu] = cpu;
        shareId[cpu] = cpu;
        boolean shared = true;
        for (SchedDomain domain : chains[cpu]) {
            shared = shared && domain.has(DomainFlags.SHARE_LLC);
            if (shared) {
                llc[cpu] = domain;
                llcSize[cpu] = domain.weight();
                llcId[cpu] = domain.span().first();
            }
            if (numa[cpu] == null && domain.has(DomainFlags.NUMA)) {
                numa[cpu] = domain;
            }
            if (asym[cpu] == null && domain.has(asymmetryFlag())) {
                asym[cpu] = domain;
            }
        }
        shareId[cpu] = llcId[cpu];
        for (SchedDomain domain : chains[cpu]) {
            if (domain.has(DomainFlags.CLUSTER)) {
                shareId[cpu] = domain.span().first();
                break;
            }
        }
    }

    private int asymmetryFlag() {
        return rules.asymmetryPerSpan() ? DomainFlags.ASYM_CPUCAPACITY_FULL : DomainFlags.ASYM_CPUCAPACITY;
    }

    /** The machine the domains were built for. */
    public Topology topology() {
        return topology;
    }

    /** The rules the domains were built by. */
    public DomainRules rules() {
        return rules;
    }

    /** Root domains: the online CPUs of each partition that has any, in the order given. Shared, do not modify. */
    public List<CpuMask> roots() {
        return List.copyOf(roots);
    }

    /** Number of the CPU's root domain, or {@link #NO_ROOT} for an isolated or offline CPU. */
    public int rootOf(int cpu) {
        return rootOf[cpu];
    }

    /** How many domains the CPU has. */
    public int depth(int cpu) {
        return chains[cpu].length;
    }

    /** A domain of the CPU; 0 is the lowest. */
    public SchedDomain domain(int cpu, int i) {
        return chains[cpu][i];
    }

    /** The lowest domain ({@code rq->sd}), or null for a CPU without domains. */
    public @Nullable SchedDomain lowest(int cpu) {
        return chains[cpu].length == 0 ? null : chains[cpu][0];
    }

    /** The highest domain, or null. */
    public @Nullable SchedDomain highest(int cpu) {
        return chains[cpu].length == 0 ? null : chains[cpu][chains[cpu].length - 1];
    }

    /** All domains of all CPUs: ids run from 0 to one less. */
    public int domainCount() {
        return domainCount;
    }

    /** All groups: ids run from 0 to one less. */
    public int groupCount() {
        return groups.length;
    }

    /** A group by its id. */
    public SchedGroup group(int id) {
        return groups[id];
    }

    /** The highest domain that shares the last level cache ({@code sd_llc}), or null. */
    public @Nullable SchedDomain llc(int cpu) {
        return llc[cpu];
    }

    /** CPUs in {@link #llc(int)}; 1 when there is none ({@code sd_llc_size}). */
    public int llcSize(int cpu) {
        return llcSize[cpu];
    }

    /** First CPU of {@link #llc(int)}; the CPU itself when there is none ({@code sd_llc_id}). */
    public int llcId(int cpu) {
        return llcId[cpu];
    }

    /** First CPU of the cluster, or of the last level cache where there is no cluster domain ({@code sd_share_id}, 6.7 and later). */
    public int shareId(int cpu) {
        return shareId[cpu];
    }

    /** Whether two CPUs share the last level cache ({@code cpus_share_cache}). */
    public boolean cpusShareCache(int a, int b) {
        return llcId[a] == llcId[b];
    }

    /** The lowest domain across nodes ({@code sd_numa}), or null. */
    public @Nullable SchedDomain numa(int cpu) {
        return numa[cpu];
    }

    /** The lowest domain with CPUs of all capacities ({@code sd_asym_cpucapacity}), or null. */
    public @Nullable SchedDomain asymCpuCapacity(int cpu) {
        return asym[cpu];
    }
}
