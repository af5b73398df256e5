package org.schedlab.workload;

/**
 * A task group that a run begins with, or a control file that is written in it. Immutable.
 *
 * @param path of the group, {@code /a/b}
 * @param file control file, or empty when the group is only made
 * @param value what is written
 * @param source where the user wrote it
 * @param line line there, or 0
 */
public record GroupSetting(String path, String file, String value, String source, int line) {

    /** The root group, which all tasks are in without asking for one. */
    public static final String ROOT = "/";

    public GroupSetting {
        if (!path.startsWith(ROOT)) {
            throw new IllegalArgumentException("path (" + path + ") must begin with a slash");
        }
    }

    /** A write without a place of its own, for programs. */
    public static GroupSetting of(String path, String file, String value) {
        return new GroupSetting(path, file, value, path, 0);
    }

    /** Brings a path to its form: {@code a//b/} becomes {@code /a/b}, nothing the root, {@code /}. */
    public static String path(String written) {
        return ROOT + written.replaceAll("/+", "/").replaceAll("^/|/$", "");
    }
}
