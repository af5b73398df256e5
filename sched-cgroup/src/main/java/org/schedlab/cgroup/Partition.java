package org.schedlab.cgroup;

import java.util.Locale;

/** What {@code cpuset.cpus.partition} asks for. */
public enum Partition {
    /** The CPUs stay shared with the parent. */
    MEMBER,
    /** The CPUs leave the parent and are balanced among themselves. */
    ROOT,
    /** The CPUs leave the parent and are not balanced at all (6.1+). */
    ISOLATED;

    /** As it is written to the file. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
