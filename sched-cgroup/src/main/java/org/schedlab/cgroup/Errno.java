package org.schedlab.cgroup;

/** What the kernel answers when it refuses a write to the cgroup file system. */
public enum Errno {
    /** The value makes no sense. */
    EINVAL,
    /** The number is outside its range. */
    ERANGE,
    /** The file is read-only here. */
    EACCES,
    /** There is no such group or file. */
    ENOENT,
    /** The group exists already. */
    EEXIST,
    /** The group has children or tasks. */
    EBUSY
}
