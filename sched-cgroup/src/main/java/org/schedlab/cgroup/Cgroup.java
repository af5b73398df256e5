package org.schedlab.cgroup;

import org.jspecify.annotations.Nullable;

/**
 * One group of a tree. Immutable.
 *
 * @param path {@code /a/b}; the root is {@code /}
 * @param settings as written
 * @param stat what the kernel counted, or null when it is not known
 * @param tasks tasks in the group itself, or {@link #UNKNOWN}
 */
public record Cgroup(
        String path, GroupSettings settings, @Nullable CpuStat stat, int tasks) {

    /** {@link #tasks} when nobody counted them. */
    public static final int UNKNOWN = -1;

    /** The last part of the path, or the root's path. */
    public String name() {
        return path.length() == 1 ? path : path.substring(path.lastIndexOf('/') + 1);
    }
}
