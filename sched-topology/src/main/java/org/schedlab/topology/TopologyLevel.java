package org.schedlab.topology;

/**
 * The ways in which CPUs of a machine belong together, from the innermost to the outermost. Every CPU that is described belongs to exactly
 * one group of each level; groups of real machines need not nest (a last level cache may span two nodes, a module may share a core).
 */
public enum TopologyLevel {
    /** Hardware threads of one core: sysfs {@code thread_siblings_list}. */
    CORE(0, "core", "cores"),
    /** CPUs that share a cluster (Arm) or a second level cache (x86): sysfs {@code cluster_cpus_list}. */
    CLUSTER(1, "cluster", "clusters"),
    /** CPUs that share the last level cache: the highest data or unified cache in sysfs. */
    LLC(2, "llc", "llcs"),
    /** CPUs of one die: sysfs {@code die_cpus_list}. */
    DIE(3, "die", "dies"),
    /** CPUs of one package (socket): sysfs {@code core_siblings_list}. */
    PACKAGE(4, "package", "packages"),
    /** CPUs of one memory node. */
    NODE(5, "node", "nodes");

    private final int index;
    private final String word;
    private final String plural;

    TopologyLevel(int index, String word, String plural) {
        this.index = index;
        this.word = word;
        this.plural = plural;
    }

    /** Place of this level in arrays by level, from 0 for the innermost. */
    public int index() {
        return index;
    }

    /** The word of the field for one group of this level. */
    public String word() {
        return word;
    }

    /** The word for several groups. */
    public String plural() {
        return plural;
    }
}
