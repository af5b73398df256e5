package org.schedlab.topology.domain;

/**
 * Flags of a scheduling domain as bits of an {@code int}, in the order in which the kernel's debugfs prints them. The bits are this
 * project's own; the names are the kernel's without {@code SD_}. Names differ by release: see {@link DomainRules#flagNames(int)}.
 */
public final class DomainFlags {

    /** Balance when about to become idle. */
    public static final int BALANCE_NEWIDLE = 1;
    /** Balance on exec. */
    public static final int BALANCE_EXEC = 1 << 1;
    /** Balance on fork and clone. */
    public static final int BALANCE_FORK = 1 << 2;
    /** Wakeups may move towards the waker in this domain. */
    public static final int WAKE_AFFINE = 1 << 3;
    /** CPUs of different capacity are in the span. */
    public static final int ASYM_CPUCAPACITY = 1 << 4;
    /** CPUs of all capacities of the root domain are in the span. */
    public static final int ASYM_CPUCAPACITY_FULL = 1 << 5;
    /** Members share the capacity of one core. */
    public static final int SHARE_CPUCAPACITY = 1 << 6;
    /** Members share a cluster. */
    public static final int CLUSTER = 1 << 7;
    /** Members share the last level cache; named SHARE_PKG_RESOURCES before 6.9. */
    public static final int SHARE_LLC = 1 << 8;
    /** Only one CPU of the system balances such a domain at a time. */
    public static final int SERIALIZE = 1 << 9;
    /** Busy groups go to preferred CPUs first. Never set here: no source tells the preference. */
    public static final int ASYM_PACKING = 1 << 10;
    /** Spread tasks over the sibling groups. */
    public static final int PREFER_SIBLING = 1 << 11;
    /** Groups may overlap; gone in 6.17. */
    public static final int OVERLAP = 1 << 12;
    /** The domain crosses memory nodes. */
    public static final int NUMA = 1 << 13;

    /** Flags that mean nothing in a domain of one group. */
    static final int NEEDS_GROUPS = BALANCE_NEWIDLE
            | BALANCE_EXEC
            | BALANCE_FORK
            | ASYM_CPUCAPACITY
            | ASYM_CPUCAPACITY_FULL
            | SHARE_CPUCAPACITY
            | CLUSTER
            | SHARE_LLC
            | SERIALIZE
            | ASYM_PACKING
            | PREFER_SIBLING
            | OVERLAP
            | NUMA;

    private static final String[] NAMES = {
        "BALANCE_NEWIDLE",
        "BALANCE_EXEC",
        "BALANCE_FORK",
        "WAKE_AFFINE",
        "ASYM_CPUCAPACITY",
        "ASYM_CPUCAPACITY_FULL",
        "SHARE_CPUCAPACITY",
        "CLUSTER",
        "SHARE_LLC",
        "SERIALIZE",
        "ASYM_PACKING",
        "PREFER_SIBLING",
        "OVERLAP",
        "NUMA"
    };

    private DomainFlags() {}

    /** Names with {@code SD_}, in order, separated by blanks; {@code llcName} stands for {@link #SHARE_LLC}. */
    static String names(int flags, String llcName) {
        StringBuilder text = new StringBuilder();
        for (int bit = 0; bit < NAMES.length; bit++) {
            if ((flags & 1 << bit) != 0) {
                String name = 1 << bit == SHARE_LLC ? llcName : NAMES[bit];
                text.append(text.length() > 0 ? " SD_" : "SD_").append(name);
            }
        }
        return text.toString();
    }
}
