package org.schedlab.cgroup;

import org.jspecify.annotations.Nullable;

/** The kernel would refuse to make, remove or write what was asked for. The message tells what, the value, the error and why. */
public final class WriteRefusedException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final Errno errno;
    private final @Nullable String maybe;

    /**
     * @param what file and value, or path
     * @param why in words
     * @param maybe what may mend it, without the leading "Maybe"
     */
    public WriteRefusedException(String what, Errno errno, String why, @Nullable String maybe) {
        super(what + " is refused with " + errno + ": " + why);
        this.errno = errno;
        this.maybe = maybe;
    }

    /** What the system call would have returned. */
    public Errno errno() {
        return errno;
    }

    /** What may mend it, or null. */
    public @Nullable String maybe() {
        return maybe;
    }
}
