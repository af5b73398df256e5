package org.schedlab.topology.domain;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schedlab.topology.input.InvalidInputException;

/**
 * What differs between kernel releases in building domains ({@code sched_init_numa}, {@code sd_init}, {@code build_sched_domains} in
 * kernel/sched/topology.c). A value; safe to share between threads.
 *
 * @param release as given, such as {@code 6.12} or {@code 6.12.117}
 * @param version major · 1000 + minor, for comparing
 * @param defaultImbalancePct imbalance_pct of levels that are neither SMT nor LLC
 * @param fixedImbNumaNr imb_numa_nr of levels across nodes, or 0 to compute it as the kernel does
 */
public record DomainRules(String release, int version, int defaultImbalancePct, int fixedImbNumaNr) {

    private static final Pattern RELEASE = Pattern.compile("v?(\\d{1,3})\\.(\\d{1,3})(?:[.-].*)?");

    /** Oldest release that is modelled. */
    private static final int OLDEST = 4_000;

    /**
     * The rules of a release.
     *
     * @throws InvalidInputException when the text is not a release of 4.0 or later
     */
    public static DomainRules of(String release) {
        Matcher matcher = RELEASE.matcher(release.strip());
        if (!matcher.matches()) {
            throw new InvalidInputException(
                    release, 0, "kernel release (" + release + ") is not of the form 6.12", "write major.minor.");
        }
        int version = Integer.parseInt(matcher.group(1)) * 1000 + Integer.parseInt(matcher.group(2));
        if (version < OLDEST) {
            throw new InvalidInputException(
                    release,
                    0,
                    "kernel release (" + release + ") is older than 4.0",
                    "use 4.0, the oldest that is modelled.");
        }
        return new DomainRules(release.strip(), version, version >= 5_010 ? 117 : 125, 0);
    }

    /** The same rules with another imbalance_pct for levels that are neither SMT nor LLC. */
    public DomainRules withDefaultImbalancePct(int pct) {
        return new DomainRules(release, version, pct, fixedImbNumaNr);
    }

    /** The same rules with a given imb_numa_nr for levels across nodes. */
    public DomainRules withImbNumaNr(int tasks) {
        return new DomainRules(release, version, defaultImbalancePct, tasks);
    }

    private boolean since(int major, int minor) {
        return version >= major * 1000 + minor;
    }

    /** Whether there is a level for clusters. */
    boolean clusterLevel() {
        return since(5, 16);
    }

    /** Whether clusters have a flag of their own. */
    boolean clusterFlag() {
        return since(6, 7);
    }

    /** Whether the level of one node stands between packages and NUMA levels. */
    boolean nodeLevel() {
        return since(4, 15);
    }

    /** Whether NUMA levels carry OVERLAP. */
    boolean overlapFlag() {
        return !since(6, 17);
    }

    /** Whether the SMT level is left out on a machine without SMT (which shifts the numbers of the others). */
    boolean smtLevelOnlyWithSmt() {
        return since(6, 17);
    }

    /** Whether only nodes with CPUs make NUMA levels. */
    boolean onlyNodesWithCpus() {
        return since(5, 18);
    }

    /** Whether imb_numa_nr is computed. */
    boolean numaImbalance() {
        return since(5, 18);
    }

    /** Whether capacities are classified per span (with the FULL flag). */
    boolean asymmetryPerSpan() {
        return since(5, 14);
    }

    /** Whether the lowest level with all capacities, and those above it, get ASYM_CPUCAPACITY. */
    boolean asymmetryPerLevel() {
        return since(4, 17) && !asymmetryPerSpan();
    }

    /** Whether the child of a domain of different capacities loses PREFER_SIBLING in {@code sd_init}. */
    boolean asymmetryStopsSpreading() {
        return since(4, 17) && !since(7, 0);
    }

    /** Whether PREFER_SIBLING is set on SMT and LLC levels too. */
    boolean preferSiblingEverywhere() {
        return since(4, 1);
    }

    /** Whether groups of NUMA levels that would leave the span are taken from lower levels ({@code find_descended_sibling}). */
    boolean descendsToFittingSiblings() {
        return since(5, 13);
    }

    String packageName() {
        return since(6, 7) ? "PKG" : "DIE";
    }

    /** busy_factor: how much rarer a busy CPU balances. */
    int busyFactor() {
        return since(5, 10) ? 16 : 32;
    }

    /** Whether cpu_load indices exist. */
    boolean loadIndices() {
        return !since(5, 3);
    }

    /** Whether debugfs shows the level and the flags of groups. */
    public boolean debugfsShowsGroups() {
        return since(6, 6);
    }

    /** Flag names with {@code SD_} in the order and spelling of the release, separated by blanks. */
    public String flagNames(int flags) {
        return DomainFlags.names(flags, since(6, 9) ? "SHARE_LLC" : "SHARE_PKG_RESOURCES");
    }
}
