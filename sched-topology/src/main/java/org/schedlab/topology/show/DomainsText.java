package org.schedlab.topology.show;

import static org.schedlab.topology.CpuMask.NO_CPU;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.domain.SchedDomain;
import org.schedlab.topology.domain.SchedDomains;
import org.schedlab.topology.domain.SchedGroup;

/**
 * Domains in the layout of {@code /sys/kernel/debug/sched/domains}: a path for each value. Left out is {@code max_newidle_lb_cost}, which is
 * measured and not built. {@code level} and {@code groups_flags} are shown for releases that have them (6.6 and later).
 */
public final class DomainsText {

    private DomainsText() {}

    /** Values by path, such as {@code cpu0/domain1/name}; CPUs and domains in numeric order. */
    public static void forEach(SchedDomains domains, BiConsumer<String, String> file) {
        CpuMask online = domains.topology().online();
        for (int cpu = online.next(0); cpu != NO_CPU; cpu = online.next(cpu + 1)) {
            for (int i = 0; i < domains.depth(cpu); i++) {
                values(domains, domains.domain(cpu, i), "cpu" + cpu + "/domain" + i + "/", file);
            }
        }
    }

    /** As {@link #forEach}, sorted by path as text. */
    public static NavigableMap<String, String> files(SchedDomains domains) {
        NavigableMap<String, String> files = new TreeMap<>();
        forEach(domains, files::put);
        return files;
    }

    private static void values(SchedDomains domains, SchedDomain domain, String path, BiConsumer<String, String> file) {
        file.accept(path + "busy_factor", Integer.toString(domain.busyFactor()));
        file.accept(path + "cache_nice_tries", Integer.toString(domain.cacheNiceTries()));
        file.accept(path + "flags", domains.rules().flagNames(domain.flags()));
        if (domains.rules().debugfsShowsGroups()) {
            file.accept(
                    path + "groups_flags",
                    domains.rules().flagNames(domain.localGroup().flags()));
        }
        file.accept(path + "imbalance_pct", Integer.toString(domain.imbalancePct()));
        if (domains.rules().debugfsShowsGroups()) {
            file.accept(path + "level", Integer.toString(domain.level()));
        }
        file.accept(path + "max_interval", Integer.toString(domain.maxIntervalMs()));
        file.accept(path + "min_interval", Integer.toString(domain.minIntervalMs()));
        file.accept(path + "name", domain.name());
    }

    /**
     * Text for people: {@code path:value} lines as {@code grep -r .} prints the tree, each domain followed by a comment with what debugfs does
     * not tell, its span and its groups.
     */
    public static String text(SchedDomains domains) {
        StringBuilder text = new StringBuilder();
        CpuMask online = domains.topology().online();
        for (int cpu = online.next(0); cpu != NO_CPU; cpu = online.next(cpu + 1)) {
            if (domains.depth(cpu) == 0) {
                text.append("# cpu").append(cpu).append(" has no domains\n");
            }
            for (int i = 0; i < domains.depth(cpu); i++) {
                SchedDomain domain = domains.domain(cpu, i);
                String path = "cpu" + cpu + "/domain" + i + "/";
                values(
                        domains,
                        domain,
                        path,
                        (file, value) ->
                                text.append(file).append(':').append(value).append('\n'));
                text.append("# ").append(path).append(" span ").append(domain.span());
                text.append(" groups").append(groups(domain));
                if (domain.imbNumaNr() > 0) {
                    text.append(" imb_numa_nr ").append(domain.imbNumaNr());
                }
                text.append('\n');
            }
        }
        return text.toString();
    }

    private static String groups(SchedDomain domain) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < domain.groupCount(); i++) {
            SchedGroup group = domain.group(i);
            text.append(" {").append(group.span()).append('}');
            if (!group.balanceMask().equals(group.span())) {
                text.append("(mask ").append(group.balanceMask()).append(')');
            }
        }
        return text.toString();
    }
}
